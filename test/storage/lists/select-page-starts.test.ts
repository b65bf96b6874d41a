/** Where numbered pages start is where the list itself has its products, in whichever part. */
import { expect, it, onTestFinished } from 'vitest';
import { canonicalFilter } from '../../../src/domain/filter/canonical-filter.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { importRecords } from '../../support/import-records.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { productRecord } from '../../support/small-catalog.ts';

const now = Date.parse('2026-02-03T04:05:06.007Z');

describeEachEngine('the pages of a list', (open) => {
  /** Seven products, of which three have a price: these are a part of their own where prices are the order. */
  async function listSeven(order?: { readonly key: 'price_asc'; readonly currency: string; readonly moment: number }) {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const stores = createStores(engine);
    const products = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, index) => {
      const price = { EUR: { amount: 30 - index, includes_tax: true } };
      return productRecord({ id, attributes: index < 3 ? { price } : {} });
    });
    const { releases } = await importRecords(stores, products, { catalogId: 'c' });
    const window = { limit: 7, from: 'start', after: null, before: null, skip: 0 } as const;
    const releaseId = releases[0]?.releaseId ?? '';
    const all = { releaseId, status: 'live', filter: canonicalFilter([]), window, withTotal: false } as const;
    const query = { ...all, ...(order && { order }) };
    const { items } = await stores.products.list(writingContext(), query);
    const keys = items.map(({ sortKey }) => sortKey);
    const startsOf = async (first: number, pageSize: number, reach: number) => {
      const wanted = { ...query, pageSize, reach, firstKey: keys[first] ?? '' };
      const [starts] = await stores.products.listPageStarts(writingContext(), [wanted]);
      return starts;
    };
    return { keys, startsOf };
  }

  it.each([
    ['in its own order', undefined],
    ['by price', { key: 'price_asc', currency: 'EUR', moment: now } as const],
  ])('start after its products, %s', async (_title, order) => {
    const { keys, startsOf } = await listSeven(order);
    expect(keys).toHaveLength(7);
    for (const first of keys.keys()) {
      for (let pageSize = 1; pageSize <= 8; pageSize += 1) {
        const ends = keys.map((key, index) => [index + 1, key] as const);
        const keysByRank = new Map(ends.slice(0, -1).filter(([rank]) => rank % pageSize === 0));
        expect(await startsOf(first, pageSize, 7)).toEqual({ before: first, total: 7, keysByRank });
      }
    }
  });

  it('are those near the current one, and the last one', async () => {
    const { startsOf } = await listSeven();
    const ranksOf = async (...wanted: Parameters<typeof startsOf>) =>
      [...((await startsOf(...wanted))?.keysByRank.keys() ?? [])].sort();
    expect([await ranksOf(0, 1, 1), await ranksOf(3, 1, 1), await ranksOf(6, 1, 1)]).toEqual([
      [1, 6],
      [2, 3, 4, 6],
      [5, 6],
    ]);
    // A page that begins within one of that size.
    expect(await ranksOf(3, 2, 0)).toEqual([2, 6]);
  });
});
