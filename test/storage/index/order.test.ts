import { expect, it } from 'vitest';
import { openOrder } from '../../../src/storage/index/order.ts';

const none = { first: 0, checksums: [] };
const manifest = { name: 'price EUR', size: 0, ascending: none, descending: none, byProduct: none, firstOrdinals: [] };
const readNothing = async () => new Map();

it('an order changed at a moment that is one of its changes, and changes at the next one', () => {
  const { nextChange, lastChange } = openOrder({ ...manifest, changes: [10, 20] }, readNothing);
  const moments = [9, 10, 19, 20];
  expect(moments.map((moment) => [lastChange(moment), nextChange(moment)])).toEqual([
    [null, 10],
    [10, 20],
    [10, 20],
    [20, null],
  ]);
});

it('where its changes are too many, any moment may be one', () => {
  const { nextChange, lastChange } = openOrder({ ...manifest, changes: null }, readNothing);
  expect([lastChange(15), nextChange(15)]).toEqual([15, 15]);
});

it('where the latest of many changes are known, moments before these may be one', () => {
  const many = { ...manifest, changes: null, latestChanges: [10, 20] };
  const { nextChange, lastChange } = openOrder(many, readNothing);
  const moments = [9, 10, 19, 20];
  expect(moments.map((moment) => [lastChange(moment), nextChange(moment)])).toEqual([
    [9, 9],
    [10, 20],
    [10, 20],
    [20, null],
  ]);
});
