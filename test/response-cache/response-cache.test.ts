/** What the response cache holds in memory, and that this is what it counts. */
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { CatalogDirectory } from '../../src/domain/catalog/catalog.ts';
import { createResponseCache } from '../../src/response-cache/response-cache.ts';

const directory: CatalogDirectory = { catalogs: [], rules: [] };
const now = new Date(Date.UTC(2027, 0, 1));

function open(maxBytes: number) {
  const cache = createResponseCache({ getDirectory: async () => directory }, maxBytes);
  return {
    add: (key: string, text: string) =>
      cache.add({
        key,
        body: Buffer.from(text),
        contentType: 'application/json',
        vary: 'Accept',
        operation: null,
        directory,
        now,
        until: Number.POSITIVE_INFINITY,
      }),
    async holds(key: string) {
      await cache.getDirectory();
      return cache.find(key, directory, now) !== null;
    },
  };
}

it.each([0, 1, 30, 4000, 4096, 40_000])('a body of %i bytes has its own memory, of its own length', async (length) => {
  const body = (await open(100_000).add('key', 'x'.repeat(length))).body.plain as Buffer;
  expect(body.length).toBe(length);
  expect(body.buffer.byteLength).toBe(length);
});

it('a body is the text in UTF-8', async () => {
  const body = (await open(100_000).add('key', 'Größe: 10 €')).body.plain as Buffer;
  expect(body.toString()).toBe('Größe: 10 €');
  expect(body.buffer.byteLength).toBe(body.length);
});

it.each<[title: string, key: string, keyBytes: number]>([
  ['a key of one-byte characters', 'ÿ'.repeat(500), 500],
  ['a key with a longer character', `${'y'.repeat(499)}€`, 1000],
])('%s counts as what it takes', async (_title, key, keyBytes) => {
  const size = 1000 + keyBytes + 200;
  for (const [maxBytes, isHeld] of [
    [size, true],
    [size - 1, false],
  ] as const) {
    const cache = open(maxBytes);
    await cache.add(key, 'x'.repeat(200));
    expect(await cache.holds(key), `of ${maxBytes}`).toBe(isHeld);
  }
});

it('small responses count with what an entry takes beside them', async () => {
  const cache = open(10 * 1100);
  for (let number = 10; number < 22; number += 1) await cache.add(`k${number}`, 'x'.repeat(97));
  expect(await cache.holds('k11')).toBe(false);
  expect(await cache.holds('k12')).toBe(true);
});

it('an encoding of a body counts as what it takes, from when it is made', async () => {
  const text = JSON.stringify(Array.from({ length: 3000 }, (_, number) => number));
  const sizeOfEntry = 1000 + 5 + text.length;
  const { add, holds } = open(2 * sizeOfEntry);
  const [older, newer] = [await add('older', text), await add('newer', text)] as const;
  expect(await holds('older')).toBe(true);
  const gzipped = await newer.body.in('gzip');
  expect(gunzipSync(gzipped ?? '').toString()).toBe(text);
  expect(await newer.body.in('gzip')).toBe(gzipped);
  expect([await holds('older'), await holds('newer')]).toEqual([false, true]);
  // That of an entry that is gone counts no more.
  await older.body.in('br');
  expect([await holds('older'), await holds('newer')]).toEqual([false, true]);
});
