import { expect, it } from 'vitest';
import {
  addPostings,
  countBelow,
  eachOrdinal,
  eachPosting,
  emptyBitmap,
  firstBits,
  segmentSize,
  toPostings,
} from '../../../src/storage/index/postings.ts';

const sizes = [0, 1, 4095, 4096, 4097, segmentSize];

it.each(sizes)('%i ordinals are the same again, in their order, whether they are a list or a bitmap', (size) => {
  const step = size === 0 ? 1 : Math.floor(segmentSize / size);
  const ordinals = Array.from({ length: size }, (_, index) => index * step);
  const postings = toPostings(Uint16Array.from(ordinals));
  expect(postings.length).toBeLessThanOrEqual(4096);
  const visited: number[] = [];
  eachPosting(postings, (ordinal) => visited.push(ordinal));
  expect(visited).toEqual(ordinals);
  const bitmap = emptyBitmap();
  addPostings(bitmap, postings);
  expect(countBelow(bitmap)).toBe(size);
  expect(countBelow(bitmap, (ordinals.at(-1) ?? 0) + 1)).toBe(size);
});

it.each([0, 1, 31, 32, 33, 63, 64, 4095, segmentSize - 1, segmentSize])(
  'the first %i ordinals are those alone',
  (end) => {
    const visited: number[] = [];
    eachOrdinal(firstBits(end), 0, segmentSize, (ordinal) => visited.push(ordinal));
    expect(visited).toEqual(Array.from({ length: end }, (_, ordinal) => ordinal));
  },
);
