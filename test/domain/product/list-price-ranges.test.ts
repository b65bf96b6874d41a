import { expect, it } from 'vitest';
import { listPriceRanges } from '../../../src/domain/product/list-price-ranges.ts';
import type { PriceRangeQuery } from '../../../src/domain/product/ports.ts';

const now = new Date('2026-06-01T00:00:00Z');
const price = (amount: bigint, currency = 'EUR') => ({ currency, amount, includesTax: true });
const base = { id: 'one', releaseId: '1', isBaseProduct: false, prices: [price(800n), price(900n, 'USD')] };
const sold = (saleExpires: string | null) => ({ ...base, originalPrices: [price(1000n)], saleExpires });

async function rangesOf(...queries: Parameters<typeof listPriceRanges>[2]) {
  const asked: PriceRangeQuery[] = [];
  const products = {
    async listPriceRanges(query: PriceRangeQuery) {
      asked.push(query);
      return query.productIds.flatMap((productId) =>
        query.currencies.map((currency) => {
          const range = { min: price(BigInt(query.releaseId), currency), max: price(9n, currency), until: null };
          return { productId, ...range };
        }),
      );
    },
  };
  return { asked, found: await listPriceRanges(products, now, queries) };
}

it.each([
  ['a sale that holds, until its end', '2027-01-01T00:00:00Z', 800n, '2027-01-01T00:00:00Z'],
  ['a sale without an end, for ever', null, 800n, null],
  ['a sale that is over, for ever', '2026-06-01T00:00:00Z', 1000n, null],
])('a product that is no parent costs what it does by %s', async (_, saleExpires, amount, until) => {
  const { found, asked } = await rangesOf({ product: sold(saleExpires), currency: 'EUR' });
  expect(found).toEqual([{ min: price(amount), max: price(amount), until }]);
  expect(asked).toEqual([]);
});

it('is null without a price in the currency, of others the price before the sale is not known', async () => {
  const product = sold('2026-01-01T00:00:00Z');
  const { found } = await rangesOf({ product, currency: 'JPY' }, { product, currency: 'USD' });
  expect(found.map((range) => range?.min.amount ?? null)).toEqual([null, 900n]);
});

it('parents are looked up together, each release once, and told apart by release, id and currency', async () => {
  const parent = (id: string, releaseId: string) => ({ ...sold(null), id, releaseId, isBaseProduct: true });
  const { found, asked } = await rangesOf(
    { product: parent('a', '1'), currency: 'EUR' },
    { product: parent('a', '2'), currency: 'EUR' },
    { product: parent('a', '1'), currency: 'USD' },
    { product: parent('b', '1'), currency: 'EUR' },
  );
  expect(asked.map(({ releaseId, productIds, currencies }) => [releaseId, productIds, currencies])).toEqual([
    ['1', ['a', 'b'], ['EUR', 'USD']],
    ['2', ['a'], ['EUR']],
  ]);
  expect(found.map((range) => [range?.min.amount, range?.min.currency])).toEqual([
    [1n, 'EUR'],
    [2n, 'EUR'],
    [1n, 'USD'],
    [1n, 'EUR'],
  ]);
});

it('a parent has no range in what no text may be, for which no database is asked', async () => {
  const product = { ...sold(null), isBaseProduct: true };
  const { found, asked } = await rangesOf({ product, currency: 'EUR\0' }, { product, currency: '\ud800' });
  expect(found).toEqual([null, null]);
  expect(asked).toEqual([]);
});
