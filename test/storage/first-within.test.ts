import { expect, it } from 'vitest';
import { firstWithin } from '../../src/storage/first-within.ts';

it.each([
  { sizes: [], first: [] },
  { sizes: [3, 3, 4], first: [3, 3, 4] },
  { sizes: [3, 3, 5, 1], first: [3, 3] },
  { sizes: [11, 1], first: [11] },
  { sizes: [0, 11], first: [0] },
])('of the sizes $sizes the first are $first, which are 10 together or one that is more', ({ sizes, first }) => {
  expect(firstWithin(sizes, 10, (size) => size)).toEqual(first);
});
