import type { Price } from '../domain/product/price.ts';
import type { PriceRecord } from './field-schemas.ts';

/** A map by currency (contract, `price`) as a list whose items carry their key. */
export function toPrices(prices: Readonly<Record<string, PriceRecord>> | null | undefined): Price[] {
  return Object.entries(prices ?? {}).map(([currency, { amount, includes_tax }]) => ({
    currency,
    amount: BigInt(amount),
    includesTax: includes_tax ?? false,
  }));
}
