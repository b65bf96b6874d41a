import { expect, it } from 'vitest';
import {
  formatPosition,
  hasPositions,
  momentOfList,
  parsePosition,
} from '../../../src/domain/product/list-position.ts';
import type { ListOrder } from '../../../src/domain/product/product-sort.ts';

const byPrice: ListOrder = { key: 'price_asc', currency: 'EUR', moment: 7 };
const byName: ListOrder = { key: 'name_asc', language: null };
const price = { currency: 'EUR', min: 1n, max: null };
const options = [['option']];

it.each<[string, Parameters<typeof hasPositions>[0], boolean, number | null]>([
  ['that is as it is', {}, false, null],
  ['in its own order', { order: { key: 'updated_at_desc' } }, false, null],
  ['that is searched', { search: {} }, true, null],
  ['by name', { order: byName }, true, null],
  ['by price', { order: byPrice }, true, 7],
  ['of some prices', { variants: { price, options: [], moment: 8 } }, true, 8],
  ['of some prices, by name', { order: byName, variants: { price, options: [], moment: 8 } }, true, 8],
  ['of some options', { variants: { price: null, options, moment: 8 } }, false, null],
])('a list %s: whether its cursors hold positions, and its moment', (_, list, holds, moment) => {
  expect([hasPositions(list), momentOfList(list)]).toEqual([holds, moment]);
});

it.each([
  { part: 0, place: -1, moment: null },
  { part: 12, place: 4_000_000_000, moment: null },
  { part: 1, place: 17, moment: 1_767_225_600_000 },
])('the position %j is read as it was written', (position) => {
  expect(parsePosition(formatPosition(position))).toEqual(position);
});

it.each(['', '1', '1.', '100.1', '1.-2', '1.1@', '1.1@x', '1.99999999999', ' 1.1', '1.1 '])(
  'what is no position is the start of the list: %j',
  (text) => {
    expect(parsePosition(text)).toEqual({ part: 0, place: -1, moment: null });
  },
);
