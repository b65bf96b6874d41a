import type { Price, PriceData } from './price.ts';

/** What the price of a moment depends on. */
export type SaleData = Pick<PriceData, 'prices' | 'originalPrices' | 'saleExpires'>;

/**
 * What one unit costs at that moment. A sale that has expired no longer counts: the price before it does (contract, `meta`:
 * "original_price"); a sale without an end holds. Null: there is no price in that currency.
 */
export function effectivePrice(data: SaleData, currency: string, now: Date): Price | null {
  const listed = pickPrice(data.prices, currency);
  return listed && saleHasExpired(data, now) ? (pickPrice(data.originalPrices, currency) ?? listed) : listed;
}

/** The moment of expiry itself is after the sale. */
export function saleHasExpired({ saleExpires }: Pick<PriceData, 'saleExpires'>, now: Date): boolean {
  return saleExpires !== null && Date.parse(saleExpires) <= now.getTime();
}

export function pickPrice(prices: readonly Price[], currency: string): Price | null {
  return prices.find((price) => price.currency === currency) ?? null;
}
