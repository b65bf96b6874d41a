import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  allOf,
  bitmapsOf,
  contains,
  copyOf,
  countOf,
  difference,
  intersection,
  withoutEmpty,
} from '../../../src/storage/index/bitmaps.ts';
import { ordinalsOf } from '../../../src/storage/index/ordinal-set.ts';
import { segmentSize } from '../../../src/storage/index/postings.ts';

const segments = 3;
const edges = [0, 31, 32, segmentSize - 1, segmentSize, 3 * segmentSize - 1];
const ordinal = fc.oneof(fc.constantFrom(...edges), fc.nat(segments * segmentSize - 1));
const ordinals = fc.array(ordinal, { maxLength: 50 });

it('a set holds the ordinals that it was made of, in whatever order they came, and no others', () => {
  fc.assert(
    fc.property(ordinals, ordinal, (some, other) => {
      const bitmaps = bitmapsOf(some, segments);
      const expected = [...new Set(some)].sort((a, b) => a - b);
      expect(countOf(bitmaps)).toBe(expected.length);
      expect(ordinalsOf(bitmaps).slice(0, some.length)).toEqual(expected);
      expect(expected.every((one) => contains(bitmaps, one))).toBe(true);
      expect(contains(bitmaps, other)).toBe(expected.includes(other));
      expect(contains(bitmaps, segments * segmentSize)).toBe(false);
      expect(countOf(withoutEmpty(bitmaps))).toBe(expected.length);
      expect(withoutEmpty(difference(copyOf(bitmaps), bitmaps))).toEqual(bitmapsOf([], segments));
      expect(countOf(bitmaps), 'a copy was changed').toBe(expected.length);
    }),
  );
});

it.each([0, 1, 31, 32, 33, segmentSize - 1, segmentSize, segmentSize + 1, 2 * segmentSize])(
  'all %i ordinals of a release are those below its size',
  (size) => {
    const all = allOf(size);
    expect([countOf(all), contains(all, size - 1), contains(all, size)]).toEqual([size, size > 0, false]);
    expect(countOf(intersection(copyOf(all), all))).toBe(size);
  },
);
