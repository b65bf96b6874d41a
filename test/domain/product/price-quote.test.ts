import { describe, expect, it } from 'vitest';
import { quotePrice, unitsOfTiers } from '../../../src/domain/product/price-quote.ts';

const price = (amount: bigint, currency = 'EUR') => ({ currency, amount, includesTax: true });
const now = new Date('2026-06-01T00:00:00Z');
const [past, future] = ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'];

function quoteOf(sale: object, tierAmount: bigint) {
  const product = {
    ...{ prices: [price(800n)], originalPrices: [], pricebookId: null, saleId: null, saleExpires: null },
    tiers: [{ name: 'five', minimumQuantity: 5n, prices: [price(tierAmount)] }],
    ...sale,
  };
  return quotePrice(product, 'EUR', 7n, now);
}

function quote(sale: object, tierAmount: bigint) {
  const found = quoteOf(sale, tierAmount);
  return [found?.amount, found?.steps.map(({ kind }) => kind)];
}

describe('a tier that is dearer than the price', () => {
  it.each([
    ['a sale with an id and an end', { saleId: 'summer', saleExpires: future }],
    ['a sale with an id alone', { saleId: 'summer' }],
    ['a sale with an end alone', { saleExpires: future }],
    ['a sale that tells the price before it in another currency', { originalPrices: [price(1000n, 'USD')] }],
    ['a sale that tells the price before it', { originalPrices: [price(1000n)] }],
  ])('does not replace that of %s', (_, sale) => {
    expect(quote(sale, 900n)).toEqual([800n, ['list_price', 'sale', 'tier_skipped']]);
    expect(quote(sale, 700n)).toEqual([700n, ['list_price', 'sale', 'tier']]);
  });

  it.each([
    ['there is no sale', {}, ['list_price', 'tier']],
    ['the sale is over', { saleId: 's', saleExpires: past }, ['list_price', 'tier']],
    [
      'the sale is over, and the price before it is known',
      { saleExpires: past, originalPrices: [price(1000n)] },
      ['list_price', 'sale_expired', 'tier'],
    ],
  ])('replaces it where %s', (_, sale, kinds) => {
    expect(quote(sale, 900n)).toEqual([900n, kinds]);
  });
});

it('of many tiers in any order the one that starts last counts', () => {
  const tiers = Array.from({ length: 1000 }, (_, index) => {
    const from = ((index * 7) % 1000) + 1;
    return { name: `from ${from}`, minimumQuantity: from, prices: [price(BigInt(2000 - from)), price(1n, 'USD')] };
  });
  expect(quoteOf({ tiers }, 0n)?.steps.at(-1)).toMatchObject({ reference: 'from 7', amount: 1993n });
  expect(unitsOfTiers({ tiers })).toBe(150);
});

it.each([
  ['for ever without a sale', {}, null],
  ['for ever when the sale is over', { saleExpires: past, originalPrices: [price(1000n)] }, null],
  ['until the sale ends', { saleExpires: future, originalPrices: [price(1000n)] }, future],
  ['for ever when the sale has no end', { saleId: 'summer' }, null],
])('a quote holds %s', (_, sale, until) => {
  expect(quoteOf(sale, 900n)?.until).toBe(until);
});
