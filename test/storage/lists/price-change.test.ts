import { describe, expect, it } from 'vitest';
import type { ListedVariants } from '../../../src/domain/product/ports.ts';
import type { PriceOrder } from '../../../src/domain/product/product-sort.ts';
import type { Order } from '../../../src/storage/index/order.ts';
import { priceOrder } from '../../../src/storage/index/product-orders.ts';
import type { ReleaseIndex } from '../../../src/storage/index/release-index.ts';
import { nameOfVariants, nextListChange, steadyMoment } from '../../../src/storage/lists/price-change.ts';

/** Of an index no more is looked at than when prices change: of each currency at these moments. */
function indexOf(changes: Readonly<Record<string, readonly number[]>>): ReleaseIndex {
  const orders = Object.entries(changes).map(([currency, moments]) => {
    const order: Pick<Order, 'nextChange' | 'lastChange'> = {
      nextChange: (moment) => moments.find((change) => change > moment) ?? null,
      lastChange: (moment) => moments.findLast((change) => change <= moment) ?? null,
    };
    return [priceOrder(currency), order] as const;
  });
  return { findOrder: (name: string) => new Map(orders).get(name) ?? null } as unknown as ReleaseIndex;
}

const sortedBy = (currency: string, moment: number): PriceOrder => ({ key: 'price_asc', currency, moment });
const filteredBy = (currency: string, moment: number): ListedVariants => ({
  price: { currency, min: null, max: 10n },
  options: [],
  moment,
});

describe('a list that is sorted by price in one currency, and filtered by price in another', () => {
  const index = indexOf({ EUR: [3, 20], USD: [5, 10] });
  const either = [
    { order: sortedBy('EUR', 6), variants: filteredBy('USD', 6) },
    { order: sortedBy('USD', 6), variants: filteredBy('EUR', 6) },
  ];

  it('may change when the first price of either changes next', () => {
    expect(either.map((list) => nextListChange(index, list))).toEqual([10, 10]);
  });

  it('is the same since a price of either changed last', () => {
    expect(either.map((list) => steadyMoment(index, list))).toEqual([5, 5]);
  });
});

it('A list that depends on no price never changes, and has no moment', () => {
  const index = indexOf({ EUR: [3, 20] });
  const list = { variants: { price: null, options: [['red']], moment: 6 } };
  expect([nextListChange(index, list), steadyMoment(index, list)]).toEqual([null, null]);
});

it('What a price filter leaves has one name until a price changes, and another one then', () => {
  const index = indexOf({ EUR: [3, 20] });
  const [before, after, later, last] = [2, 3, 19, 20].map((moment) => nameOfVariants(index, filteredBy('EUR', moment)));
  expect(after).toEqual(later);
  expect(new Set([before, after, last].map((name) => JSON.stringify(name))).size).toBe(3);
});
