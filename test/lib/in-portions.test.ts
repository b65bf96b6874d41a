/** Items are put together until they are as many as are wanted: none is left out, and no portion is empty. */
import { expect, it } from 'vitest';
import { inPortions } from '../../src/lib/in-portions.ts';

const portionsOf = (sizes: readonly number[]) => [...inPortions(sizes, 10, (size) => size)];

it.each([
  [[], []],
  [[3], [[3]]],
  [[3, 7], [[3, 7]]],
  [
    [3, 7, 1],
    [[3, 7], [1]],
  ],
  [
    [30, 4, 5, 2, 10],
    [[30], [4, 5, 2], [10]],
  ],
])('a portion ends with the item by which it is large enough: %j', (sizes, expected) => {
  expect(portionsOf(sizes)).toEqual(expected);
});

it('without a size, each item counts as one', () => {
  expect([...inPortions(['a', 'b', 'c'], 2)]).toEqual([['a', 'b'], ['c']]);
});
