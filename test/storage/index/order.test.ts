import { expect, it } from 'vitest';
import { openOrder } from '../../../src/storage/index/order.ts';
import { arrange, entriesOfBlock, type OrderEntries, writeOrder } from '../../../src/storage/index/write-order.ts';
import { createMemoryBlocks } from '../../support/memory-blocks.ts';

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

/** Two entries of each product but the first: one that ends at a moment, and one that costs as much and begins at it. They stand in several blocks. */
async function openPairs(moment: number) {
  const size = 2 * entriesOfBlock + 1;
  const column = Array.from({ length: size }, (_, entry) => (entry + 1) >>> 1);
  const entries: OrderEntries = {
    name: 'price EUR',
    ordinals: Uint32Array.from(column),
    compare: (a, b) => (column[a] as number) - (column[b] as number),
    sort: async () => Uint32Array.from(column.keys()),
    prices: {
      amounts: BigInt64Array.from(column, BigInt),
      times: {
        from: Float64Array.from(column, (_, entry) => (entry % 2 === 1 ? Number.NEGATIVE_INFINITY : moment)),
        until: Float64Array.from(column, (_, entry) => (entry % 2 === 1 ? moment : Number.POSITIVE_INFINITY)),
      },
    },
  };
  const { writer, readBlocks } = createMemoryBlocks();
  return openOrder(await writeOrder(writer, entries, await arrange(entries)), readBlocks);
}

/** Of the product, and of its amount, whose entries stand around a block's end. */
const atEnd = entriesOfBlock / 2;

it('the first place of an amount is found in whichever block it stands', async () => {
  const order = await openPairs(100);
  const amounts = [0, 1, atEnd - 1, atEnd, atEnd + 1, 2 * atEnd, 2 * atEnd + 1];
  const places = await Promise.all(amounts.map((amount) => order.findPlace(BigInt(amount))));
  expect(places).toEqual(amounts.map((amount) => Math.max(0, 2 * amount - 1)));
});

it('both prices of a product that stands at the end of a block are found, each at its time', async () => {
  const order = await openPairs(100);
  const placesAt = (moment: number) => order.findPlaces('ascending', [atEnd - 1, atEnd, atEnd + 1], moment);
  const [before, after] = [await placesAt(99), await placesAt(100)];
  expect(before.map(({ place }) => place)).toEqual([2 * atEnd - 3, 2 * atEnd - 1, 2 * atEnd + 1]);
  expect(after.map(({ place }) => place)).toEqual([2 * atEnd - 2, 2 * atEnd, 2 * atEnd + 2]);
});

it.each([
  ['begins', [100, Number.POSITIVE_INFINITY], [[], [0]]],
  ['ends', [Number.NEGATIVE_INFINITY, 100], [[0], []]],
  ['holds for ever', [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], [[0], [0]]],
])('a price that only %s is found while it holds', async (_, [from, until], found) => {
  const { writer, readBlocks } = createMemoryBlocks();
  const entries: OrderEntries = {
    ...{ name: 'price EUR', ordinals: Uint32Array.of(0), compare: () => 0, sort: async () => Uint32Array.of(0) },
    prices: {
      amounts: BigInt64Array.of(7n),
      times: { from: Float64Array.of(from as number), until: Float64Array.of(until as number) },
    },
  };
  const order = openOrder(await writeOrder(writer, entries, await arrange(entries)), readBlocks);
  const placed = await Promise.all([99, 100].map((moment) => order.findPlaces('ascending', [0], moment)));
  expect(placed.map((places) => places.map(({ place }) => place))).toEqual(found);
});
