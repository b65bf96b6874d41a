import { unitsOfSearch } from '../work-budget.ts';
import type { Price, PriceData } from './price.ts';

/** What the price of a moment depends on. */
export interface SaleData extends Pick<PriceData, 'prices' | 'originalPrices' | 'saleExpires'> {
  /** Enough of it for one currency, where that takes less than all. */
  salesIn?(currency: string): SaleData;
  /** How many prices it has, where that takes less than all of them. */
  readonly priceCount?: number;
}

/** Of finding the price in one currency. */
export function unitsOfPicking(data: SaleData): number {
  return unitsOfSearch(data.priceCount ?? data.prices.length);
}

/** Prices in other currencies may be missing there; one at least is left where there are any. */
export function salesIn(data: SaleData, currency: string): SaleData {
  return data.salesIn?.(currency) ?? data;
}

/**
 * What one unit costs at that moment. A sale that has expired no longer counts: the price before it does (contract, `meta`:
 * "original_price"); a sale without an end holds. Null: there is no price in that currency.
 */
export function effectivePrice(data: SaleData, currency: string, now: Date): Price | null {
  const sales = salesIn(data, currency);
  const listed = pickPrice(sales.prices, currency);
  return listed && saleHasExpired(sales, now) ? (pickPrice(sales.originalPrices, currency) ?? listed) : listed;
}

/** The moment of expiry itself is after the sale. */
export function saleHasExpired({ saleExpires }: Pick<PriceData, 'saleExpires'>, now: Date): boolean {
  return saleExpires !== null && Date.parse(saleExpires) <= now.getTime();
}

export function pickPrice(prices: readonly Price[], currency: string): Price | null {
  return prices.find((price) => price.currency === currency) ?? null;
}
