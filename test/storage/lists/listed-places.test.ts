/** What is remembered of listed products takes no more memory than it may, however long their ids are, and however few are read at once. */
import { expect, it } from 'vitest';
import { sortKeyOf } from '../../../src/domain/paging/sort-key.ts';
import { createListedPlaces } from '../../../src/storage/lists/listed-places.ts';
import { heapBytes } from '../../support/collect-garbage.ts';

const products = 50_000;
/** That nothing else is a part of. */
const copied = (text: string) => Buffer.from(text).toString();

it.each<[string, { idLength: number; pageLength: number; letter?: string }]>([
  ['products with UUIDs, in pages of 20', { idLength: 36, pageLength: 20 }],
  ['one at a time', { idLength: 36, pageLength: 1 }],
  ['long ids, in pages of 100', { idLength: 255, pageLength: 100 }],
  ['long ids of other letters', { idLength: 255, pageLength: 20, letter: 'щ' }],
])('%s', (_, { idLength, pageLength, letter = '-' }) => {
  const listed = createListedPlaces();
  const placeOf = (ordinal: number) => {
    const id = copied(`${ordinal}`.padEnd(idLength, letter));
    return { id, sortKey: copied(sortKeyOf('2026-01-01T00:00:00.000Z', id)) };
  };
  const before = heapBytes();
  for (let start = 0; start < products; start += pageLength) {
    const ordinals = Array.from({ length: pageLength }, (__, at) => start + at);
    listed.add(1, new Map(ordinals.map((ordinal) => [ordinal, placeOf(ordinal)])));
  }
  expect(heapBytes() - before).toBeLessThan(18_000_000);
  expect(listed.getEach(1, [products - 1])).toEqual([placeOf(products - 1)]);
});
