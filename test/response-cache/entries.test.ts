import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CatalogDirectory } from '../../src/domain/catalog/catalog.ts';
import type { CachedResponse } from '../../src/response-cache/cached-response.ts';
import { Entries } from '../../src/response-cache/entries.ts';

const bodyBytes = 500;
const directories: readonly CatalogDirectory[] = Array.from({ length: 3 }, () => ({ catalogs: [], rules: [] }));
const texts = ['a', 'b', 'c', 'd'];

/** Keys are of a directory each, as those of the response cache are. */
const keyOf = (directory: number, text: number) => `${directory} ${texts[text]}`;
const keys = directories.flatMap((_, directory) => texts.map((__, text) => keyOf(directory, text)));

const directory = fc.nat(directories.length - 1);
const text = fc.nat(texts.length - 1);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ set: directory, text }) },
  { weight: 6, arbitrary: fc.record({ note: directory, text, ahead: directory, as: fc.option(text) }) },
  { weight: 1, arbitrary: fc.record({ encode: fc.nat(2000), text, of: directory }) },
  { weight: 2, arbitrary: fc.record({ keep: directory, next: fc.option(directory) }) },
);

it.each([
  ['everything', 1_000_000],
  ['a few', 6000],
])('whatever is set, noted and carried over, each entry is found by its one key, with room for %s', (_, maxBytes) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
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
          const memory = Buffer.allocUnsafeSlow(bodyBytes);
          const cached = { from: setCount } as CachedResponse;
          entries.set(place, { cached, directory: directories[one.set] as CatalogDirectory, memory });
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
        const found = keys.filter((key) => entries.get(key));
        expect(found).toHaveLength(entries.count);
        for (const key of found) expect([...(known.get(key) ?? [])]).toContain(entries.get(key)?.from);
        expect(entries.bytes).toBeLessThanOrEqual(maxBytes);
        expect(entries.bytes).toBeGreaterThanOrEqual(entries.count * (bodyBytes + 1000));
      }
    }),
    { numRuns: 200 },
  );
});

it('what is carried over is found by its new key, and by the old one no more', () => {
  const [published, announced] = directories as [CatalogDirectory, CatalogDirectory];
  const entries = new Entries(1_000_000);
  const memory = Buffer.allocUnsafeSlow(bodyBytes);
  entries.set({ key: '0 a' }, { cached: { from: 1, until: 2 } as CachedResponse, directory: published, memory });
  const bytes = entries.bytes;
  entries.noteAhead('0 a', { directory: announced, same: { key: '1 a', from: 3, until: 4 } });
  expect(entries.get('1 a')).toBeNull();
  expect(entries.bytes).toBe(bytes + '1 a'.length);
  entries.keepOnly([announced, null]);
  expect(entries.get('1 a')).toEqual({ from: 3, until: 4 });
  expect(entries.get('0 a')).toBeNull();
  expect(entries.bytes).toBe(bytes);
});

it('of two that are the same as one, the one that was noted last is carried over', () => {
  const [published, announced] = directories as [CatalogDirectory, CatalogDirectory];
  const entries = new Entries(1_000_000);
  for (const key of ['0 a', '0 b']) {
    const cached = { until: 2, contentType: key } as CachedResponse;
    entries.set({ key }, { cached, directory: published, memory: Buffer.allocUnsafeSlow(bodyBytes) });
    entries.noteAhead(key, { directory: announced, same: { key: '1 a', from: 3, until: 4 } });
  }
  entries.keepOnly([announced, null]);
  expect(entries.get('1 a')?.contentType).toBe('0 b');
  expect(entries.count).toBe(1);
});
