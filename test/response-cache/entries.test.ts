import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CatalogDirectory } from '../../src/domain/catalog/catalog.ts';
import { bodyMemory } from '../../src/http/body-memory.ts';
import { EncodedBody, ownBytes } from '../../src/http/encoded-body.ts';
import type { CachedResponse } from '../../src/response-cache/cached-response.ts';
import { Entries } from '../../src/response-cache/entries.ts';
import type { KeptResponse } from '../../src/response-cache/entry.ts';
import { collectGarbage } from '../support/collect-garbage.ts';

/** As large as what is lent (`http/body-memory.ts`). */
const bodyBytes = 5000;

/** Each number has other bytes, which can be packed. */
const bytesOf = (number: number) => Buffer.from(String(number).padEnd(bodyBytes, `, ${number}`));

/** With memory that is used again as soon as it is let go of. */
function responseOf(number: number, directory: CatalogDirectory, changes: Partial<CachedResponse> = {}): KeptResponse {
  const { memory, letGo } = bodyMemory.takeToKeep(bodyBytes);
  bytesOf(number).copy(memory);
  queueMicrotask(letGo);
  const body = new EncodedBody(memory, { compress: async () => null });
  const [contentType, vary, operation] = ['application/json', 'Accept', null];
  return { cached: { body, contentType, vary, operation, from: number, until: 2, ...changes }, directory, memory };
}

const directories: readonly CatalogDirectory[] = Array.from({ length: 3 }, () => ({ catalogs: [], rules: [] }));
const texts = ['a', 'b', 'c', 'd'];

/** Keys are of a directory each, as those of the response cache are. */
const keyOf = (directory: number, text: number) => `${directory} ${texts[text]}`;
const keys = directories.flatMap((_, directory) => texts.map((__, text) => keyOf(directory, text)));

const directory = fc.nat(directories.length - 1);
const text = fc.nat(texts.length - 1);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ set: directory, text, isAhead: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ note: directory, text, ahead: directory, as: fc.option(text) }) },
  { weight: 1, arbitrary: fc.record({ encode: fc.nat(2000), text, of: directory }) },
  { weight: 2, arbitrary: fc.record({ keep: directory, next: fc.option(directory) }) },
);

it.each([
  ['everything', 1_000_000],
  ['a few', 40_000],
])('whatever is set, noted and carried over, each entry is found by its one key, with room for %s', (_, maxBytes) => {
  return fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 200 }), async (steps) => {
      const entries = new Entries(maxBytes);
      /** Of each key whatever may stand there: what was set, and what was said to be the same. */
      const known = new Map<string, Set<number>>(keys.map((key) => [key, new Set()]));
      const placeOf = new Map<string, { key: string }>();
      let setCount = 0;
      for (const one of steps) {
        if ('set' in one) {
          const key = keyOf(one.set, one.text);
          const place = { key };
          placeOf.set(key, place);
          setCount += 1;
          known.get(key)?.clear();
          known.get(key)?.add(setCount);
          const response = responseOf(setCount, directories[one.set] as CatalogDirectory);
          if (one.isAhead) entries.setAhead(place, response);
          else entries.set(place, response);
        } else if ('note' in one) {
          const earlier = entries.get(keyOf(one.note, one.text));
          const key = one.as === null ? null : keyOf(one.ahead, one.as);
          const same = key === null ? null : { key, from: earlier?.from ?? 0, until: 0 };
          if (one.ahead === one.note) continue;
          entries.noteAhead(keyOf(one.note, one.text), { directory: directories[one.ahead] as CatalogDirectory, same });
          if (key !== null && earlier) known.get(key)?.add(earlier.from);
        } else if ('encode' in one) {
          const place = placeOf.get(keyOf(one.of, one.text));
          if (place) entries.noteEncoded(place, one.encode);
        } else {
          const kept = [one.keep, one.next].map((number) => (number === null ? null : (directories[number] ?? null)));
          entries.keepOnly(kept);
          for (const key of keys) {
            if (!kept.includes(directories[Number(key[0])] ?? null)) expect(entries.get(key)).toBeNull();
          }
        }
        await Promise.resolve();
        const found = keys.filter((key) => entries.get(key));
        expect(found).toHaveLength(entries.count);
        for (const key of found) {
          const { from = 0, body } = entries.get(key) ?? {};
          expect([...(known.get(key) ?? [])]).toContain(from);
          expect(body?.plain).toEqual(bytesOf(from));
        }
        expect(entries.bytes).toBeLessThanOrEqual(maxBytes);
        expect(entries.bytes).toBeGreaterThanOrEqual(entries.count * 1000);
      }
    }),
    { numRuns: 200 },
  );
});

it('what is carried over is found by its new key, and by the old one no more', () => {
  const [published, announced] = directories as [CatalogDirectory, CatalogDirectory];
  const entries = new Entries(1_000_000);
  entries.set({ key: '0 a' }, responseOf(1, published));
  const bytes = entries.bytes;
  entries.noteAhead('0 a', { directory: announced, same: { key: '1 a', from: 3, until: 4 } });
  expect(entries.get('1 a')).toBeNull();
  expect(entries.bytes).toBe(bytes + '1 a'.length);
  entries.keepOnly([announced, null]);
  expect(entries.get('1 a')).toMatchObject({ from: 3, until: 4 });
  expect(entries.get('0 a')).toBeNull();
  expect(entries.bytes).toBe(bytes);
});

it('of two that are the same as one, the one that was noted last is carried over', () => {
  const [published, announced] = directories as [CatalogDirectory, CatalogDirectory];
  const entries = new Entries(1_000_000);
  for (const key of ['0 a', '0 b']) {
    entries.set({ key }, responseOf(1, published, { contentType: key }));
    entries.noteAhead(key, { directory: announced, same: { key: '1 a', from: 3, until: 4 } });
  }
  entries.keepOnly([announced, null]);
  expect(entries.get('1 a')?.contentType).toBe('0 b');
  expect(entries.count).toBe(1);
});

describe('what is gone leaves nothing behind', () => {
  const [published, announced, next] = directories as [CatalogDirectory, CatalogDirectory, CatalogDirectory];

  it.each<[title: string, end: (entries: Entries) => void]>([
    ['when something else is published', (entries) => entries.keepOnly([next])],
    [
      'when it was noted as the same twice',
      (entries) => {
        entries.noteAhead('0 a', { directory: announced, same: { key: '1 a', from: 3, until: 4 } });
        entries.noteAhead('0 a', { directory: next, same: { key: '2 a', from: 3, until: 4 } });
        entries.keepOnly([]);
      },
    ],
    [
      'when it was carried over',
      (entries) => {
        entries.noteAhead('0 a', { directory: announced, same: { key: '1 a', from: 3, until: 4 } });
        entries.keepOnly([announced]);
        expect(entries.get('1 a')).not.toBeNull();
        entries.keepOnly([]);
      },
    ],
    [
      'when others took its room',
      (entries) => {
        for (let number = 1; number < 40; number += 1)
          entries.set({ key: `0 ${number}` }, responseOf(number, published));
      },
    ],
  ])('%s', async (_, end) => {
    const entries = new Entries(80_000);
    const set = () => {
      const place = { key: '0 a' };
      entries.set(place, responseOf(1, published));
      return new WeakRef(place);
    };
    const place = set();
    end(entries);
    await setTimeout(1);
    collectGarbage();
    expect(place.deref()).toBeUndefined();
    expect(entries.bytes).toBeLessThanOrEqual(80_000);
  });
});

it('memory that waits to be used again is told of every change of what is kept', () => {
  const told = vi.spyOn(bodyMemory, 'noteKept');
  onTestFinished(() => told.mockRestore());
  const sum = () => told.mock.calls.reduce((bytes, [more]) => bytes + more, 0);
  const [published, announced] = directories as [CatalogDirectory, CatalogDirectory];
  const entries = new Entries(40_000);
  for (let number = 0; number < 20; number += 1) {
    entries.set({ key: `0 ${number}` }, responseOf(number, published));
    entries.get(`0 ${number}`);
    expect(sum()).toBe(entries.bytes);
  }
  entries.keepOnly([announced]);
  expect([sum(), entries.bytes]).toEqual([0, 0]);
});

describe('what was used before the rest', () => {
  const [published] = directories as [CatalogDirectory];
  const fill = (count: number, isRequested: boolean) => {
    const entries = new Entries(80_000);
    for (let number = 0; number < count; number += 1) {
      entries.set({ key: `0 ${number}` }, responseOf(number, published));
      if (isRequested) entries.get(`0 ${number}`);
    }
    return entries;
  };

  it('lies packed, and is the same when it is requested again', () => {
    const entries = fill(24, true);
    expect(entries.count).toBe(24);
    for (let number = 0; number < 24; number += 1) {
      expect(entries.get(`0 ${number}`)?.body.plain).toEqual(bytesOf(number));
    }
    expect(entries.bytes).toBeLessThanOrEqual(80_000);
  });

  it('is gone where nobody has requested it again', () => {
    expect(fill(24, false).count).toBe(13);
  });

  it('counts as what it takes packed', () => {
    const entries = new Entries(80_000);
    for (let number = 0; number < 24; number += 1) {
      const response = responseOf(number, published);
      randomBytes(bodyBytes).copy(response.memory);
      entries.set({ key: `0 ${number}` }, response);
      entries.get(`0 ${number}`);
    }
    expect(entries.count).toBeLessThan(80_000 / bodyBytes);
  });

  it('can still be sent by who has found it before', () => {
    const entries = fill(1, true);
    const found = entries.get('0 0');
    for (let number = 1; number < 24; number += 1) entries.set({ key: `0 ${number}` }, responseOf(number, published));
    expect(found?.body.plain).toEqual(bytesOf(0));
  });

  it('can still be sent when it was unpacked for another, and all are gone', async () => {
    const entries = fill(1, true);
    const found = entries.get('0 0');
    for (let number = 1; number < 24; number += 1) {
      entries.set({ key: `0 ${number}` }, responseOf(number, published));
      entries.get(`0 ${number}`);
    }
    entries.get('0 0');
    await setTimeout(1);
    entries.keepOnly([]);
    const others = Array.from({ length: 24 }, (_, number) => responseOf(100 + number, published));
    expect(found?.body.plain).toEqual(bytesOf(0));
    expect(others.map(({ memory }) => memory.length)).toEqual(others.map(() => bodyBytes));
  });

  it('leaves the memory that it lay in, where nobody else uses that', async () => {
    const entries = new Entries(20_000);
    const toOwn = (number: number): KeptResponse => {
      const memory = ownBytes(bytesOf(number));
      const body = new EncodedBody(memory, { compress: async () => null });
      const { cached } = responseOf(number, published);
      return { cached: { ...cached, body }, directory: published, memory };
    };
    const held = [0, 1, 2, 3, 4, 5].map((number) => {
      const response = toOwn(number);
      entries.set({ key: `0 ${number}` }, response);
      entries.get(`0 ${number}`);
      return new WeakRef(response.memory.buffer);
    });
    expect(entries.count).toBe(6);
    await setTimeout(10);
    collectGarbage();
    expect(held.filter((memory) => memory.deref()).length).toBeLessThan(4);
    expect(entries.get('0 0')?.body.plain).toEqual(bytesOf(0));
  });

  it('goes without being packed where one new response takes the room of many', () => {
    const entries = new Entries(400_000);
    for (let number = 0; number < 60; number += 1) {
      entries.set({ key: `0 ${number}` }, responseOf(number, published));
      entries.get(`0 ${number}`);
    }
    const memory = Buffer.alloc(390_000);
    entries.set({ key: '0 large' }, { ...responseOf(60, published), memory });
    expect(entries.count).toBe(5);
  });
});
