import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compress, compressInTurn } from '../../src/http/compress.ts';

const text = (megabytes: number) => Buffer.from(randomBytes(megabytes * 500_000).toString('hex'));

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('%s gives the same bytes back', async (encoding, decompress) => {
  for (const body of [Buffer.from('{}'), Buffer.from('Größe '.repeat(5000)), text(1)]) {
    const compressed = await compress(body, encoding);
    expect(decompress(compressed ?? '').equals(body)).toBe(true);
  }
});

it('a flood is not queued: what comes while 4 MB are underway stays as it is, until they are done', async () => {
  const megabyte = text(1);
  const flood = await Promise.all(Array.from({ length: 30 }, () => compress(megabyte, 'gzip')));
  expect(flood.filter((compressed) => compressed !== null)).toHaveLength(4);
  expect(await compress(megabyte, 'gzip')).not.toBeNull();
});

it('a larger body than that is compressed while nothing else is', async () => {
  const large = text(5);
  const [first, second] = await Promise.all([compress(large, 'gzip'), compress(Buffer.from('{}'), 'gzip')]);
  expect(first?.length).toBeLessThan(large.length);
  expect(second).toBeNull();
});

it('what is made once waits for its turn', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => compressInTurn(text(1), 'gzip')));
  expect(all.every(({ length }) => length < 900_000)).toBe(true);
});
