/**
 * The lowest and the highest price of many products, exact at every moment: prices change only when a sale ends, so time
 * is cut there, and each stretch has one answer. Publishing computes the stretches, reading picks one.
 */
import { compareCodePoints } from '../paging/sort-key.ts';
import { pickPrice } from './effective-price.ts';
import type { Price, PriceData } from './price.ts';

export interface PriceRange {
  readonly min: Price;
  readonly max: Price;
}

/** A range as of some moment. */
export interface CurrentPriceRange extends PriceRange {
  /** When it may change, by the end of a sale: RFC 3339; null: never. */
  readonly until: string | null;
}

/** The range from `validFrom` (inclusive) to `validUntil` (exclusive): RFC 3339 in UTC, or an end of time. */
export interface PriceStretch extends PriceRange {
  readonly validFrom: string;
  readonly validUntil: string;
}

/** What one product costs in one currency until its sale ends, and afterwards. `until` null: for ever. */
export interface PricePoint {
  readonly price: Price;
  readonly until: string | null;
  readonly afterwards: Price | null;
}

/** They compare as texts with every moment between them. */
export const beginningOfTime = '';
export const endOfTime = '~';

export function toPricePoints(data: Pick<PriceData, 'prices' | 'originalPrices' | 'saleExpires'>): PricePoint[] {
  const until = data.saleExpires === null ? null : new Date(data.saleExpires).toISOString();
  const currencies = new Set([...data.prices, ...data.originalPrices].map(({ currency }) => currency));
  return [...currencies].flatMap((currency): PricePoint[] => {
    const price = pickPrice(data.prices, currency);
    if (!price) return [];
    const afterwards = until === null ? null : (pickPrice(data.originalPrices, currency) ?? price);
    return [{ price, until, afterwards }];
  });
}

/** The stretches of each currency, in the order of time; neighbours that say the same are one. */
export function toPriceStretches(points: readonly PricePoint[]): PriceStretch[] {
  const currencies = Map.groupBy(points, ({ price }) => price.currency);
  return [...currencies.values()].flatMap(stretchesOfCurrency);
}

/** In the order of their sales' ends, those that have expired are the first ones: each cut moves one step further. */
function stretchesOfCurrency(points: readonly PricePoint[]): PriceStretch[] {
  const inOrder = points.toSorted((a, b) => compareCodePoints(a.until ?? endOfTime, b.until ?? endOfTime));
  const expired = runningRanges(inOrder.map(({ price, afterwards }) => afterwards ?? price));
  const current = runningRanges(inOrder.map(({ price }) => price).reverse()).reverse();
  const stretches: PriceStretch[] = [];
  let validFrom = beginningOfTime;
  for (const [index, { until }] of [...inOrder, { until: endOfTime }].entries()) {
    const validUntil = until ?? endOfTime;
    if (validUntil === validFrom) continue;
    const range = union(expired[index - 1], current[index]);
    const last = stretches.at(-1);
    if (last && isSame(last, range)) stretches[stretches.length - 1] = { ...last, validUntil };
    else stretches.push({ ...range, validFrom, validUntil });
    validFrom = validUntil;
  }
  return stretches;
}

/** The range of the first price, of the first two, and so on. */
function runningRanges(prices: readonly Price[]): PriceRange[] {
  let range: PriceRange | undefined;
  return prices.map((price) => {
    range = union(range, { min: price, max: price });
    return range;
  });
}

function union(a: PriceRange | undefined, b: PriceRange | undefined): PriceRange {
  if (!a || !b) return (a ?? b) as PriceRange;
  return {
    min: b.min.amount < a.min.amount ? b.min : a.min,
    max: b.max.amount > a.max.amount ? b.max : a.max,
  };
}

function isSame(a: PriceRange, b: PriceRange): boolean {
  return isSamePrice(a.min, b.min) && isSamePrice(a.max, b.max);
}

function isSamePrice(a: Price, b: Price): boolean {
  return a.amount === b.amount && a.includesTax === b.includesTax;
}
