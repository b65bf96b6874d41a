import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compress } from '../../src/http/compress.ts';
import { EncodedBody, type EncodedBodyOptions } from '../../src/http/encoded-body.ts';
import { type Representation, respondEncoded } from '../../src/http/encoded-response.ts';

const text = JSON.stringify(Array.from({ length: 500 }, (_, number) => number));

/** `busy`: nothing can be compressed at the moment. */
const busy: EncodedBodyOptions = { compress: async () => null, hash: 'h' };
const idle: EncodedBodyOptions = { compress, hash: 'h' };

function respond(options: EncodedBodyOptions, headers: Record<string, string>, more: Partial<Representation> = {}) {
  const body = new EncodedBody(Buffer.from(text), options);
  const usual = { body, contentType: 'application/json', hasValidator: true, headers: {} };
  return respondEncoded({ ...usual, ...more }, new Headers({ 'Accept-Encoding': 'br, gzip', ...headers }));
}

it('a body is sent in the encoding that the client likes best, and says so', async () => {
  const { status, headers, body } = await respond(idle, {});
  expect([status, headers]).toEqual([
    200,
    { 'content-type': 'application/json', 'content-encoding': 'br', vary: 'Accept-Encoding', etag: '"h-br"' },
  ]);
  expect(brotliDecompressSync(body as Buffer).toString()).toBe(text);
});

it('what can not be compressed at the moment is sent as it is, and says so', async () => {
  const { status, headers, body } = await respond(busy, {});
  expect([status, headers]).toEqual([
    200,
    { 'content-type': 'application/json', vary: 'Accept-Encoding', etag: '"h"' },
  ]);
  expect((body as Buffer).toString()).toBe(text);
});

it.each<[title: string, options: EncodedBodyOptions, etag: string, status: number, headers?: Record<string, string>]>([
  ['in the encoding that it would get', idle, '"h-br"', 304],
  ['in that encoding, where nothing can be compressed', busy, '"h-br"', 304],
  ['as it is, which it would get', busy, '"h"', 304],
  ['as it is, where it would get another encoding', idle, '"h"', 200],
  ['in an encoding that it does not take any more', idle, '"h-br"', 200, { 'Accept-Encoding': 'gzip' }],
])('a client that has the body %s: %s', async (_, options, etag, status, headers = {}) => {
  const response = await respond(options, { 'If-None-Match': etag, ...headers });
  expect([response.status, response.headers.vary]).toEqual([status, 'Accept-Encoding']);
  if (status === 304) expect([response.headers.etag, response.body]).toEqual([etag, null]);
});

it('no other encoding is made for a client that has the body', async () => {
  let made = 0;
  const counting: EncodedBodyOptions = { hash: 'h', compress: async (bytes) => gzipSync(bytes, { level: ++made }) };
  expect((await respond(counting, { 'If-None-Match': '"h-br"' })).status).toBe(304);
  expect(made).toBe(0);
});

it('what no cache may keep has no validator, and is always sent', async () => {
  const { status, headers } = await respond(idle, { 'If-None-Match': '*' }, { hasValidator: false });
  expect([status, headers.etag]).toEqual([200, undefined]);
});

it('the response varies by the encoding beside what it varied by', async () => {
  const { headers } = await respond(idle, {}, { headers: { vary: 'Authorization' } });
  expect(headers.vary).toBe('Authorization, Accept-Encoding');
});
