import { effectivePrice, type SaleData, saleHasExpired } from '../../domain/product/effective-price.ts';
import type { Price } from '../../domain/product/price.ts';
import type { Lifetime } from '../../response-cache/lifetime.ts';

interface Moment {
  readonly now: Date;
  readonly lifetime: Pick<Lifetime, 'endBy'>;
}

/** The price in one currency: the answer's lifetime ends with the sale. */
export function priceAsOfNow(data: SaleData, currency: string, { now, lifetime }: Moment): Price | null {
  if (data.saleExpires !== null && !saleHasExpired(data, now)) lifetime.endBy(Date.parse(data.saleExpires));
  return effectivePrice(data, currency, now);
}
