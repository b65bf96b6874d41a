import { expect, it } from 'vitest';
import { readJsonBody, readText } from '../../src/http/request-body.ts';

const json = { 'content-type': 'application/json' };
const toRequest = (headers: Readonly<Record<string, string>>) => ({
  headers: new Headers(headers),
  readBody: async () => Buffer.from('{}'),
});

it.each([
  json,
  { 'content-type': 'Application/JSON' },
  { 'content-type': 'application/json;' },
  { 'content-type': 'application/json; charset=UTF-8' },
  { 'content-type': 'application/json ; charset = "utf8"' },
  { ...json, 'content-encoding': 'Identity', 'transfer-encoding': 'Chunked' },
])('JSON in UTF-8 is read as it is: %j', async (headers) => {
  expect(await readJsonBody(toRequest(headers), { bodyBytes: 10, bodyLevels: 1 })).toBe('{}');
});

it.each([
  [{}, 'must be JSON in UTF-8, sent with the Content-Type application/json.'],
  [{ 'content-type': 'application/json; charset=utf-16' }, 'must be JSON in UTF-8'],
  [{ 'content-type': 'application/json; charset=utf-8; charset=utf-8' }, 'must be JSON in UTF-8'],
  [{ 'content-type': 'application/x-www-form-urlencoded' }, 'must be JSON in UTF-8'],
  [{ ...json, 'content-encoding': 'gzip' }, "its Content-Encoding is 'gzip'."],
  [{ ...json, 'transfer-encoding': 'gzip, chunked' }, "its Transfer-Encoding is 'gzip, chunked'."],
])('what is sent otherwise is refused: %j', async (headers, message) => {
  const reading = readJsonBody(toRequest(headers), { bodyBytes: 10, bodyLevels: 1 });
  await expect(reading).rejects.toMatchObject({ status: 415, message: expect.stringContaining(message) });
});

it('of several types, the one that was sent is told', async () => {
  const types = ['application/json', 'application/x-www-form-urlencoded'] as const;
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
  expect(await readText(toRequest(form), 10, types)).toEqual({ type: types[1], text: '{}' });
  await expect(readText(toRequest({}), 10, types)).rejects.toThrow(
    'The body must be JSON or a form in UTF-8, sent with the Content-Type application/json or application/x-www-form-urlencoded.',
  );
});
