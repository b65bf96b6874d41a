/** An order that is made from an earlier one is the order that is made by sorting all. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEarlierOrders } from '../../../src/storage/index/earlier-orders.ts';
import { sortInTurns } from '../../../src/storage/index/sort-in-turns.ts';
import { arrange, entriesOfBlock, type OrderEntries, writeOrder } from '../../../src/storage/index/write-order.ts';
import { createMemoryBlocks } from '../../support/memory-blocks.ts';
import { runs } from '../../support/runs.ts';

/** What a product costs: an entry for each. */
type Product = readonly number[];

function toEntries(products: readonly Product[]): OrderEntries {
  const values = products.flat();
  const ordinals = Uint32Array.from(products.flatMap((prices, ordinal) => prices.map(() => ordinal)));
  const compare = (a: number, b: number) => (values[a] as number) - (values[b] as number);
  return {
    ...{ name: 'price EUR', ordinals, compare },
    sort: () => sortInTurns(values.length, (entry) => entry, compare),
  };
}

async function openEarlier(products: readonly Product[]) {
  const { writer, readBlocks } = createMemoryBlocks();
  const entries = toEntries(products);
  const manifest = await writeOrder(writer, entries, await arrange(entries));
  return createEarlierOrders({ releaseId: 1, size: products.length, orders: [manifest], readBlocks });
}

/** Few values, so that many are equal. */
const product = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('known' as const), product }),
  fc.record({ kind: fc.constant('gone' as const), product }),
  fc.record({ kind: fc.constant('new' as const), product }),
);

it('arranges what is known of an earlier order and what is new as sorting all does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const earlier = await openEarlier(steps.filter(({ kind }) => kind !== 'new').map(({ product }) => product));
      const entries = toEntries(steps.filter(({ kind }) => kind !== 'gone').map(({ product }) => product));
      let [there, here] = [0, 0];
      for (const { kind } of steps) {
        if (kind === 'known') earlier.add(there, here);
        there += Number(kind !== 'new');
        here += Number(kind !== 'gone');
      }
      expect(await earlier.arrange(entries)).toEqual(await arrange(entries));
    }),
    { numRuns: runs(100, 5000) },
  );
});

it('arranges what is known of an earlier order that has several blocks', async () => {
  const products = Array.from({ length: entriesOfBlock + 2 }, (_, ordinal) => [ordinal % 5]);
  const earlier = await openEarlier(products);
  for (let ordinal = 1; ordinal < products.length; ordinal += 1) earlier.add(ordinal, ordinal);
  const entries = toEntries([[3], ...products.slice(1)]);
  expect(await earlier.arrange(entries)).toEqual(await arrange(entries));
});

it('is not made of one that the earlier index did not have', async () => {
  const earlier = await openEarlier([[1]]);
  expect(await earlier.arrange({ ...toEntries([[1]]), name: 'price USD' })).toBeNull();
});

it('is not made where a product had other entries', async () => {
  const earlier = await openEarlier([[1], [2]]);
  earlier.add(0, 0);
  earlier.add(1, 1);
  await expect(earlier.arrange(toEntries([[1], []]))).rejects.toThrow('a product has other entries in an order');
});
