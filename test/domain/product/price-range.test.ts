import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectivePrice } from '../../../src/domain/product/effective-price.ts';
import type { Price, PriceData } from '../../../src/domain/product/price.ts';
import { endOfTime, toPricePoints, toPriceStretches } from '../../../src/domain/product/price-range.ts';

const minute = (value: number) => new Date(Date.UTC(2026, 0, 1, 0, value)).toISOString();

const price = fc.record({
  currency: fc.constantFrom('EUR', 'USD'),
  amount: fc.bigInt({ min: 0n, max: 20n }),
  includesTax: fc.boolean(),
});
const prices = fc.uniqueArray(price, { selector: ({ currency }) => currency, maxLength: 2 });
const product: fc.Arbitrary<PriceData> = fc.record({
  prices,
  originalPrices: prices,
  saleExpires: fc.option(fc.integer({ min: 0, max: 6 }).map(minute)),
  pricebookId: fc.constant(null),
  saleId: fc.constant('sale'),
  displayPrice: fc.constant(null),
  originalDisplayPrice: fc.constant(null),
  priceModifiers: fc.constant([]),
});

describe('the price ranges of many products', () => {
  it('are at each moment those of the effective prices of that moment', () => {
    fc.assert(
      fc.property(fc.array(product, { maxLength: 12 }), fc.integer({ min: -1, max: 7 }), (products, at) => {
        const now = new Date(minute(at));
        const stretches = toPriceStretches(products.flatMap(toPricePoints)).filter(
          ({ validFrom, validUntil }) => validFrom <= now.toISOString() && now.toISOString() < validUntil,
        );
        for (const currency of ['EUR', 'USD']) {
          const amounts = products.flatMap((one) => effectivePrice(one, currency, now)?.amount ?? []).sort(compare);
          const found = stretches.filter(({ min }) => min.currency === currency);
          expect(found.map(({ min, max }) => [min.amount, max.amount])).toEqual(
            amounts.length === 0 ? [] : [[amounts[0], amounts.at(-1)]],
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it('that stay the same when a sale ends are one stretch', () => {
    const one = (amount: bigint): Price => ({ currency: 'EUR', amount, includesTax: true });
    const until = minute(1);
    const points = [
      { price: one(1n), until: null, afterwards: null },
      { price: one(5n), until, afterwards: one(6n) },
      { price: one(9n), until: null, afterwards: null },
    ];
    expect(toPriceStretches(points)).toEqual([{ min: one(1n), max: one(9n), validFrom: '', validUntil: endOfTime }]);
  });
});

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}
