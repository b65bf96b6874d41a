import type { ListedVariants } from '../../domain/product/ports.ts';
import type { ListOrder } from '../../domain/product/product-sort.ts';
import { keyOfOptions } from '../../domain/product/variant-filter.ts';
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
  const lists = options.map(keyOfOptions);
  if (price === null) return [lists];
  const until = nextPriceChange(index, price.currency, moment);
  return until === moment ? null : [lists, price.currency, String(price.min), String(price.max), until];
}

export interface PricedList {
  readonly order?: ListOrder | undefined;
  readonly variants?: ListedVariants | undefined;
}

/** The prices that a list depends on: in which currencies, at which moments. */
function pricesOf({ order, variants }: PricedList): { readonly currency: string; readonly moment: number }[] {
  return [
    ...(order && 'moment' in order ? [order] : []),
    ...(variants?.price ? [{ currency: variants.price.currency, moment: variants.moment }] : []),
  ];
}

/** When what a list holds, or its order, may change first; null: never. */
export function nextListChange(index: ReleaseIndex, list: PricedList): number | null {
  const changes = pricesOf(list).flatMap(({ currency, moment }) => nextPriceChange(index, currency, moment) ?? []);
  return changes.length > 0 ? Math.min(...changes) : null;
}

/**
 * A moment at which the list is what it is at its own: the same one for all who read it until a price changes, so that they get the same cursors.
 * Null: it depends on no price.
 */
export function steadyMoment(index: ReleaseIndex, list: PricedList): number | null {
  const lastChange = (currency: string, moment: number) => index.findOrder(priceOrder(currency))?.lastChange(moment);
  // A cursor holds none before 1970; those are over as well.
  const moments = pricesOf(list).map(({ currency, moment }) => lastChange(currency, moment) ?? 0);
  return moments.length > 0 ? Math.max(0, ...moments) : null;
}
