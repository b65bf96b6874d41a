/** What the response cache holds in memory, and that this is what it counts. */
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { CatalogDirectory } from '../../src/domain/catalog/catalog.ts';
import { bodyMemory } from '../../src/http/body-memory.ts';
import { BodyPieces } from '../../src/http/body-pieces.ts';
import type { NewResponse } from '../../src/response-cache/new-response.ts';
import { createResponseCache } from '../../src/response-cache/response-cache.ts';

const directory: CatalogDirectory = { catalogs: [], rules: [] };
const now = new Date(Date.UTC(2027, 0, 1));

function open(maxBytes: number, getDirectory = async () => directory) {
  const cache = createResponseCache({ getDirectory }, maxBytes);
  return {
    add: (key: string, text: string) =>
      cache.add({
        key,
        body: Buffer.from(text),
        takeMemory: Buffer.allocUnsafeSlow,
        contentType: 'application/json',
        vary: 'Accept',
        operation: null,
        directory,
        now,
        until: Number.POSITIVE_INFINITY,
      }),
    size: cache.size,
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

it('what is cached is there again after what is published could not be read for a while, and not meanwhile', async () => {
  let isAway = false;
  const { add, holds } = open(100_000, async () => {
    if (isAway) throw new Error('away');
    return directory;
  });
  await add('key', 'x');
  expect(await holds('key')).toBe(true);
  isAway = true;
  expect(await holds('key')).toBe(false);
  isAway = false;
  expect(await holds('key')).toBe(true);
});

it('an encoding of a body counts as what it takes, from when it is made', async () => {
  const text = JSON.stringify(Array.from({ length: 3000 }, (_, number) => number));
  const sizeOfEntry = 1000 + 5 + text.length;
  const { add, holds, size } = open(2 * sizeOfEntry);
  const [older, newer] = [await add('older', text), await add('newer', text)] as const;
  expect(size().entries).toBe(2);
  const gzipped = await newer.body.in('gzip');
  expect(gunzipSync(gzipped ?? '').toString()).toBe(text);
  expect(await newer.body.in('gzip')).toBe(gzipped);
  expect([await holds('older'), await holds('newer')]).toEqual([false, true]);
  // That of an entry that is gone counts no more.
  await older.body.in('br');
  expect([await holds('older'), await holds('newer')]).toEqual([false, true]);
});

it('what a walk requests once displaces nothing, and what it requests again is kept', async () => {
  const room = 10;
  const { add, holds, size } = open(room * 1100);
  const requestOnce = async (key: string) => {
    const isFound = await holds(key);
    if (!isFound) await add(key, 'x'.repeat(97));
    return isFound;
  };
  for (let number = 100; number < 200; number += 1) await requestOnce(`${number}`);
  expect(size().entries).toBe(room);
  const last = size();
  for (let number = 200; number < 300; number += 1) expect(await requestOnce(`${number}`)).toBe(false);
  expect(size()).toEqual(last);
  expect(await requestOnce('299')).toBe(false);
  expect(await requestOnce('299')).toBe(true);
});

it('after a walk, what is found has others be kept again', async () => {
  const { add, holds } = open(100_000);
  for (let number = 0; number < 200; number += 1) {
    await holds(`${number}`);
    await add(`${number}`, 'x');
  }
  await holds('once');
  await add('once', 'x');
  for (let found = 0; found < 16; found += 1) expect(await holds('0')).toBe(true);
  expect(await holds('once')).toBe(false);
  await holds('another');
  await add('another', 'x');
  expect(await holds('another')).toBe(true);
});

it('what was made from something that is published no more takes no room', async () => {
  const cache = open(100_000, async () => ({ catalogs: [], rules: [] }));
  await cache.add('key', 'x');
  expect(cache.size()).toEqual({ entries: 0, bytes: 0 });
});

/** A request, and what it does when its response has gone. */
function request() {
  const waiting: (() => void)[] = [];
  const onSent = (run: () => void) => void waiting.push(run);
  return { take: bodyMemory.untilSent({ onSent }), send: () => waiting.splice(0).forEach((run) => void run()) };
}

type MakeBody = (text: string, take: (bytes: number) => Buffer) => NewResponse['body'];

it.each<[title: string, make: MakeBody]>([
  [
    'bytes',
    (text, take) => {
      const memory = take(text.length);
      memory.write(text);
      return memory;
    },
  ],
  ['pieces', (text) => new BodyPieces({ before: text, items: [], after: '' })],
])('memory of a cached body of %s is used again when it is cached no more, and not before', async (_, make) => {
  let published = directory;
  const cache = createResponseCache({ getDirectory: async () => published }, 1_000_000);
  await cache.getDirectory();
  const { take, send } = request();
  const text = 'x'.repeat(123_456);
  const rest = { contentType: '', vary: '', operation: null, directory, now, until: Number.POSITIVE_INFINITY };
  const { body } = await cache.add({ key: 'key', body: make(text, take), takeMemory: take, ...rest });
  const kept = body.plain as Buffer;
  expect(cache.size().bytes).toBe(kept.buffer.byteLength + 1003);
  send();
  const overwrite = () =>
    Array.from({ length: 3 }, () => request().take(text.length).fill('y')).map((one) => one.buffer);
  expect(overwrite()).not.toContain(kept.buffer);
  expect(kept.toString()).toBe(text);
  published = { catalogs: [], rules: [] };
  await cache.getDirectory();
  expect(overwrite()).toContain(kept.buffer);
});

it('a response with an encoding takes its memory once, and gives it back once', async () => {
  let published = directory;
  const cache = createResponseCache({ getDirectory: async () => published }, 1_000_000);
  await cache.getDirectory();
  const { take, send } = request();
  const memory = take(150_000).fill('x');
  const rest = { contentType: '', vary: '', operation: null, directory, now, until: Number.POSITIVE_INFINITY };
  const { body } = await cache.add({ key: 'key', body: memory, takeMemory: take, ...rest });
  send();
  const encoded = await body.in('gzip');
  expect(cache.size().bytes).toBe(memory.buffer.byteLength + 1003 + (encoded?.length ?? 0));
  const others = () => Array.from({ length: 3 }, () => request().take(150_000).buffer);
  expect(others()).not.toContain(memory.buffer);
  published = { catalogs: [], rules: [] };
  await cache.getDirectory();
  const taken = others();
  expect(taken.filter((one) => one === memory.buffer)).toHaveLength(1);
});

it('what is larger than the whole cache is not kept, and its memory is used again', async () => {
  const cache = createResponseCache({ getDirectory: async () => directory }, 100_000);
  await cache.getDirectory();
  const { take, send } = request();
  const memory = take(170_000);
  const rest = { contentType: '', vary: '', operation: null, directory, now, until: Number.POSITIVE_INFINITY };
  await cache.add({ key: 'key', body: memory, takeMemory: take, ...rest });
  expect(cache.size()).toEqual({ entries: 0, bytes: 0 });
  send();
  expect(request().take(170_000).buffer).toBe(memory.buffer);
});
