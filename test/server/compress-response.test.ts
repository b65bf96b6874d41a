import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { HttpResponse } from '../../src/http/http-exchange.ts';
import { compressResponse } from '../../src/server/compress-response.ts';
import { toHttpRequest } from '../support/fetch-from.ts';

const json = { 'content-type': 'application/json' };
const text = JSON.stringify('a word '.repeat(500));

async function compressed(
  response: Partial<HttpResponse>,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  const request = new Request('http://gateway.test/', { headers: { 'accept-encoding': 'gzip', ...headers } });
  const whole = { status: 200, headers: json, body: text, ...response };
  return (await compressResponse(whole, toHttpRequest(request))) ?? whole;
}

it.each<[string, Partial<HttpResponse>]>([
  ['a text', {}],
  ['bytes', { body: Buffer.from(text) }],
  ['an error', { status: 404 }],
])('%s goes out compressed, and says so', async (_title, response) => {
  const { status, headers, body } = await compressed(response);
  expect(status).toBe(response.status ?? 200);
  expect(headers).toEqual({ ...json, 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(body as Buffer).toString()).toBe(text);
});

it('what else the response depends on stays said', async () => {
  const { headers } = await compressed({ headers: { ...json, vary: 'Accept' } });
  expect(headers.vary).toBe('Accept, Accept-Encoding');
});

it('a client that takes none gets the body as it is, and caches learn that others do not', async () => {
  const { headers, body } = await compressed({}, { 'accept-encoding': 'identity' });
  expect(headers).toEqual({ ...json, vary: 'Accept-Encoding' });
  expect(String(body)).toBe(text);
});

describe('as it is stays', () => {
  it.each<[string, Partial<HttpResponse>, Record<string, string>?]>([
    ['a response to a token', {}, { authorization: 'Bearer token' }],
    ['a response to a cookie', {}, { cookie: 'a=b' }],
    ['what sets a cookie', { headers: { ...json, 'set-cookie': 'a=b' } }],
    ['what must not be stored', { headers: { ...json, 'cache-control': 'private, no-store' } }],
    ['what is compressed already', { headers: { ...json, 'content-encoding': 'br' } }],
    ['what was negotiated already', { headers: { ...json, vary: 'Accept, Accept-Encoding' } }],
    ['what has a validator of its bytes', { headers: { ...json, etag: '"a"' } }],
    ['what is small', { body: '{}' }],
    ['what is no text', { headers: { 'content-type': 'image/png' } }],
    ['204', { status: 204, body: null, headers: {} }],
    ['304', { status: 304, body: null, headers: { etag: '"a"' } }],
    ['an empty body', { body: new Uint8Array() }],
    ['a stream', { headers: { 'content-type': 'text/event-stream' }, body: new ReadableStream() }],
  ])('%s', async (_title, response, headers) => {
    const sent = { status: 200, headers: json, body: text, ...response };
    expect(await compressed(response, headers)).toEqual(sent);
  });
});
