/** How many rows are read at once. */
import { expect, it } from 'vitest';
import { endOfNeighbours, neighboursFrom } from '../../../src/storage/index/slot-rows.ts';

const sizes = (sizeOf: (ordinal: number) => number | undefined) => ({ sizeOf });
const neighbours = neighboursFrom(1000, 100_000);

it('neighbours are read up to the last product of the release', () => {
  expect(neighboursFrom(99_998, 100_000)).toEqual([99_998, 99_999]);
  expect(neighbours).toHaveLength(500);
});

it.each([
  ['as many as there are, where they are small', () => 2000, 1500],
  ['fewer, where they are large', () => 2 ** 18, 1008],
  ['up to a large one', (ordinal: number) => (ordinal === 1300 ? 2 ** 22 : 100), 1300],
  ['a large one alone', () => 2 ** 22, 1001],
  ['few, where nobody knows', () => undefined, 1050],
])('%s', (_, sizeOf, end) => {
  expect(endOfNeighbours(neighbours, sizes(sizeOf))).toBe(end);
});

it('few, where there are no checksums', () => {
  expect(endOfNeighbours(neighbours, undefined)).toBe(1050);
});
