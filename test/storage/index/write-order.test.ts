import { expect, it } from 'vitest';
import { arrange, type OrderEntries, writeOrder } from '../../../src/storage/index/write-order.ts';

async function changesOf(ends: readonly number[]) {
  const count = ends.length;
  const entries: OrderEntries = {
    name: 'price EUR',
    ordinals: Uint32Array.from({ length: count }, (_, index) => index),
    compare: () => 0,
    sort: async () => Uint32Array.from({ length: count }, (_, index) => index),
    prices: {
      amounts: new BigInt64Array(count),
      times: { from: new Float64Array(count), until: Float64Array.from(ends) },
    },
  };
  const write = (blocks: Iterable<unknown>) => Promise.resolve({ first: 0, checksums: [...blocks].map(() => 0) });
  const { changes, latestChanges } = await writeOrder({ write }, entries, await arrange(entries));
  return { changes, latestChanges };
}

it('tells each moment at which prices change once, and nothing of those that hold for ever', async () => {
  const told = { changes: [1, 2, 3], latestChanges: undefined };
  expect(await changesOf([3, 1, Number.POSITIVE_INFINITY, 2, 1])).toEqual(told);
});

it('tells the latest thousand, where there are more', async () => {
  const ends = Array.from({ length: 1500 }, (_, index) => 1500 - index);
  const { changes, latestChanges } = await changesOf(ends);
  expect(changes).toBeNull();
  expect(latestChanges).toEqual(Array.from({ length: 1000 }, (_, index) => 501 + index));
});
