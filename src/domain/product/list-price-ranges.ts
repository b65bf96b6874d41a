import { characterFault } from '../input/text.ts';
import { effectivePrice, saleHasExpired } from './effective-price.ts';
import type { PriceRangeOf, ProductStore } from './ports.ts';
import type { CurrentPriceRange } from './price-range.ts';

/** Of a parent over its children, which the store has counted together; of any other product its own price. */
export async function listPriceRanges(
  products: Pick<ProductStore, 'listPriceRanges'>,
  now: Date,
  queries: readonly PriceRangeOf[],
): Promise<(CurrentPriceRange | null)[]> {
  // A text that no price's currency can be is one that a database may refuse to look for.
  const ofParents = queries.filter(({ product, currency }) => product.isBaseProduct && !characterFault(currency));
  const byRelease = [...Map.groupBy(ofParents, ({ product }) => product.releaseId)];
  const found = await Promise.all(
    byRelease.map(async ([releaseId, ofRelease]) => {
      const productIds = [...new Set(ofRelease.map(({ product }) => product.id))];
      const currencies = [...new Set(ofRelease.map(({ currency }) => currency))];
      return products.listPriceRanges({ releaseId, productIds, currencies, now });
    }),
  );
  const ranges = new Map(
    byRelease.flatMap(([releaseId], index) =>
      (found[index] ?? []).map((range) => [rangeKey(releaseId, range.productId, range.min.currency), range] as const),
    ),
  );
  return queries.map(({ product, currency }) =>
    product.isBaseProduct
      ? (ranges.get(rangeKey(product.releaseId, product.id, currency)) ?? null)
      : ownRange({ product, currency }, now),
  );
}

function rangeKey(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

function ownRange({ product, currency }: PriceRangeOf, now: Date): CurrentPriceRange | null {
  const price = effectivePrice(product, currency, now);
  return price && { min: price, max: price, until: saleHasExpired(product, now) ? null : product.saleExpires };
}
