import { expect, it } from 'vitest';
import { BoundedMap } from '../../src/lib/bounded-map.ts';

it('holds as many as it may, and begins anew with the next one', () => {
  const map = new BoundedMap<string, number>(2);
  expect([...map.set('a', 1).set('b', 2)]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect([...map.set('c', 3)]).toEqual([['c', 3]]);
});
