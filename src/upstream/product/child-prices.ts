import { type ProductResource, pricePointsOf } from '../../contract/product/product.ts';
import type { PriceRangeQuery, ProductPriceRange } from '../../domain/product/ports.ts';
import { endOfTime, toPriceStretches } from '../../domain/product/price-range.ts';
import { readAll } from '../paging/read-all.ts';
import { orNull, unsupported } from '../platform.ts';
import { pagesOf, type Reading } from './list-products.ts';

/** Of a parent: the prices of more are not read one by one. */
export const maxPricedChildren = 1000;

/** What the live children of each parent cost: all of them are read. */
export async function listPriceRanges(reading: Reading, query: PriceRangeQuery): Promise<ProductPriceRange[]> {
  const { productIds, currencies, now } = query;
  const found = await Promise.all(
    productIds.map(async (productId) => {
      const children = await readChildren(reading, productId);
      return rangesAt(children, now)
        .filter(({ min }) => currencies.includes(min.currency))
        .map((range) => ({ ...range, productId }));
    }),
  );
  return found.flat();
}

async function readChildren(reading: Reading, parentId: string): Promise<readonly ProductResource[]> {
  const pages = pagesOf(reading, { parentId, filter: [] });
  const reads = readAll(maxPricedChildren, pages).then((children) => {
    if (children) return children;
    throw unsupported(
      `The platform has no range of prices, and a parent with more than ${maxPricedChildren} children has none here.`,
    );
  });
  return (await orNull(reads)) ?? [];
}

function rangesAt(children: readonly ProductResource[], now: Date) {
  const moment = now.toISOString();
  return toPriceStretches(children.flatMap(pricePointsOf))
    .filter(({ validFrom, validUntil }) => validFrom <= moment && moment < validUntil)
    .map(({ min, max, validUntil }) => ({ min, max, until: validUntil === endOfTime ? null : validUntil }));
}
