import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOrdinalCache } from '../../../src/storage/releases/ordinal-cache.ts';

const batch = (...ordinals: number[]) => new Map(ordinals.map((ordinal) => [ordinal, { ordinal }] as const));

type Cache<Value> = ReturnType<typeof createOrdinalCache<Value & object>>;
const get = <Value>(cache: Cache<Value>, opening: number, ordinal: number) => cache.getEach(opening, [ordinal])[0];

describe('values by their ordinals', () => {
  it('go together, those first that nothing was needed of for the longest time', () => {
    const cache = createOrdinalCache<{ ordinal: number }>(10);
    cache.add(1, batch(1, 2), 4);
    cache.add(1, batch(3), 4);
    expect(get(cache, 1, 2)).toEqual({ ordinal: 2 });
    cache.add(1, batch(4), 4);
    expect([1, 2, 3, 4].map((ordinal) => get(cache, 1, ordinal)?.ordinal)).toEqual([1, 2, undefined, 4]);
  });

  it('are those of their opening', () => {
    const cache = createOrdinalCache<{ ordinal: number }>(10);
    cache.add(1, batch(1), 1);
    expect([get(cache, 1, 1)?.ordinal, get(cache, 2, 1)]).toEqual([1, null]);
  });

  it('that were read again stay when those of before go', () => {
    const cache = createOrdinalCache<{ ordinal: number }>(10);
    cache.add(1, batch(1, 2), 6);
    cache.add(1, batch(2), 4);
    cache.add(1, batch(3), 6);
    expect([1, 2, 3].map((ordinal) => get(cache, 1, ordinal)?.ordinal)).toEqual([undefined, 2, 3]);
  });

  it('that are larger together than all may be are not kept', () => {
    const cache = createOrdinalCache<{ ordinal: number }>(10);
    cache.add(1, batch(1), 5);
    cache.add(1, batch(2), 11);
    expect([get(cache, 1, 1)?.ordinal, get(cache, 1, 2)]).toEqual([1, null]);
  });

  it('hold no more than they may, and what they hold was added last', () => {
    const step = fc.record({
      opening: fc.integer({ min: 1, max: 2 }),
      ordinals: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const cache = createOrdinalCache<{ at: number }>(8);
        const last = new Map<string, number>();
        for (const [at, { opening, ordinals }] of steps.entries()) {
          cache.add(opening, new Map(ordinals.map((ordinal) => [ordinal, { at }])), ordinals.length);
          for (const ordinal of ordinals) last.set(`${opening} ${ordinal}`, at);
        }
        const places = [1, 2].flatMap((opening) => [0, 1, 2, 3, 4, 5, 6].map((ordinal) => [opening, ordinal] as const));
        const found = places.filter(([opening, ordinal]) => get(cache, opening, ordinal));
        expect(found.length).toBeLessThanOrEqual(8);
        for (const [opening, ordinal] of found) {
          expect(get(cache, opening, ordinal)?.at).toBe(last.get(`${opening} ${ordinal}`));
        }
        for (const ordinal of steps.at(-1)?.ordinals ?? []) {
          expect(get(cache, steps.at(-1)?.opening as number, ordinal)?.at).toBe(steps.length - 1);
        }
      }),
    );
  });
});
