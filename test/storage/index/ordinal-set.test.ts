/** The algebra of ordinals against plain sets, at random, over the border of a segment. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Bitmaps, difference, intersection, union } from '../../../src/storage/index/bitmaps.ts';
import { allOrdinals, compactOrdinals, ordinalsOf } from '../../../src/storage/index/ordinal-set.ts';
import { addPostings, emptyBitmap, segmentSize, toPostings } from '../../../src/storage/index/postings.ts';

const segments = 3;
/** Where lists become bitmaps, words end, and segments end. */
const edges = [0, 31, 32, 63, 4095, 4096, segmentSize - 1, segmentSize, 2 * segmentSize - 1, 3 * segmentSize - 1];
const ordinal = fc.oneof(fc.constantFrom(...edges), fc.nat(segments * segmentSize - 1), fc.nat(200));
const scattered = fc.array(ordinal, { maxLength: 200 });
const stretch = fc
  .tuple(ordinal, fc.nat(10_000), fc.integer({ min: 1, max: 3 }))
  .map(([start, length, step]) => Array.from({ length }, (_, index) => start + step * index));
const ordinals = fc
  .tuple(scattered, fc.oneof(fc.constant([]), stretch))
  .map((parts) => new Set(parts.flat().filter((one) => one < segments * segmentSize)));

function toBitmaps(set: ReadonlySet<number>): Bitmaps {
  const sorted = [...set].sort((a, b) => a - b);
  return Array.from({ length: segments }, (_, segment) => {
    const own = sorted.filter((one) => Math.floor(one / segmentSize) === segment).map((one) => one % segmentSize);
    if (own.length === 0) return null;
    const bitmap = emptyBitmap();
    addPostings(bitmap, toPostings(Uint16Array.from(own)));
    return bitmap;
  });
}

const sorted = (set: Iterable<number>) => [...set].sort((a, b) => a - b);

it.each([
  ['an intersection', intersection, (a: Set<number>, b: Set<number>) => a.intersection(b)],
  ['a union', union, (a: Set<number>, b: Set<number>) => a.union(b)],
  ['a difference', difference, (a: Set<number>, b: Set<number>) => a.difference(b)],
] as const)('%s holds what that of the sets holds', (_, combine, ofSets) => {
  fc.assert(
    fc.property(ordinals, ordinals, (some, others) => {
      const found = ordinalsOf(combine(toBitmaps(some), toBitmaps(others)));
      const expected = sorted(ofSets(some, others));
      expect(found.size).toBe(expected.length);
      expect(found.slice(0, found.size)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

it('a set counts as the memory that it takes, which few ordinals take little of', () => {
  const of = (count: number) => compactOrdinals(toBitmaps(new Set(Array.from({ length: count }, (_, index) => index))));
  expect(of(10).bytes).toBe(40);
  expect(of(1024).bytes).toBe(4096);
  expect(of(1025).bytes).toBeGreaterThanOrEqual(segmentSize / 8);
  const inEach = new Set([0, segmentSize, 2 * segmentSize]);
  expect(ordinalsOf(toBitmaps(inEach)).bytes).toBeGreaterThanOrEqual((segments * segmentSize) / 8);
});

it('a slice is that of the sorted list, and a rank how many are less', () => {
  fc.assert(
    fc.property(ordinals, fc.nat(5000), fc.nat(200), ordinal, (set, from, length, at) => {
      const expected = sorted(set);
      for (const toSet of [ordinalsOf, compactOrdinals]) {
        const found = toSet(toBitmaps(set));
        expect(found.slice(from, from + length)).toEqual(expected.slice(from, from + length));
        expect(found.rankOf(at)).toBe(expected.filter((one) => one < at).length);
        expect(found.rankOf(segments * segmentSize)).toBe(expected.length);
      }
    }),
    { numRuns: 100 },
  );
});

it('all ordinals are those from 0 on', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(400), fc.nat(100), (size, from, length) => {
      const all = Array.from({ length: size }, (_, index) => index);
      expect(allOrdinals(size).slice(from, from + length)).toEqual(all.slice(from, from + length));
      expect(allOrdinals(size).rankOf(from)).toBe(Math.min(from, size));
    }),
  );
});
