/** Price points as a column holds them: JSON, an array for each, as short as it can be. */
import { formatExactJson, type Int64, parseExactJson, toShortInt64 } from '../../domain/input/exact-json.ts';
import type { PricePoint } from '../../domain/product/price-range.ts';

type StoredPoint = readonly [currency: string, amount: Int64, includesTax: 0 | 1, ...StoredSale];
type StoredSale = readonly [] | readonly [until: string, afterwards: Int64, includesTaxAfterwards: 0 | 1];

export function formatPricePoints(points: readonly PricePoint[]): string {
  return formatExactJson(
    points.map(({ price, until, afterwards }): StoredPoint => {
      const stored = [price.currency, toShortInt64(price.amount), flag(price.includesTax)] as const;
      return until === null || !afterwards
        ? stored
        : [...stored, until, toShortInt64(afterwards.amount), flag(afterwards.includesTax)];
    }),
  );
}

export function parsePricePoints(text: string): PricePoint[] {
  const stored = parseExactJson(text) as readonly StoredPoint[];
  return stored.map(([currency, amount, includesTax, until, laterAmount, laterIncludesTax]) => ({
    price: { currency, amount: BigInt(amount), includesTax: includesTax === 1 },
    until: until ?? null,
    afterwards:
      laterAmount === undefined ? null : { currency, amount: BigInt(laterAmount), includesTax: laterIncludesTax === 1 },
  }));
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
