import type { ListedVariants } from '../../domain/product/ports.ts';
import type { ListOrder } from '../../domain/product/product-sort.ts';
import { priceOrder } from '../index/product-orders.ts';
import type { ReleaseIndex } from '../index/release-index.ts';

/** When the first price in that currency changes from that moment on; null: never. */
export function nextPriceChange(index: ReleaseIndex, currency: string, moment: number): number | null {
  return index.findOrder(priceOrder(currency))?.nextChange(moment) ?? null;
}

/**
 * All that the products depend on that have such variants: what depends on prices stays true until one of them changes. Null: they change
 * too often for that.
 */
export function nameOfVariants(
  index: ReleaseIndex,
  { price, options, moment }: ListedVariants,
): readonly unknown[] | null {
  if (price === null) return [options];
  const until = nextPriceChange(index, price.currency, moment);
  return until === moment ? null : [options, price.currency, String(price.min), String(price.max), until];
}

export interface PricedList {
  readonly order?: ListOrder | undefined;
  readonly variants?: ListedVariants | undefined;
}

/** When what a list holds, or its order, may change first; null: never. */
export function nextListChange(index: ReleaseIndex, { order, variants }: PricedList): number | null {
  const byPrice = order && 'moment' in order ? nextPriceChange(index, order.currency, order.moment) : null;
  const priced = variants?.price ? nextPriceChange(index, variants.price.currency, variants.moment) : null;
  if (byPrice === null || priced === null) return byPrice ?? priced;
  return Math.min(byPrice, priced);
}
