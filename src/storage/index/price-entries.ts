/** What products cost, from one change to the next: of a parent the least that a live child does, of any other its own price. */
import { sql } from 'kysely';
import { beginningOfTime, endOfTime, type PricePoint } from '../../domain/product/price-range.ts';
import type { Engine } from '../engines/engine.ts';
import type { ReleasePriceRangeTable } from '../schema.ts';

export interface PriceEntry {
  readonly currency: string;
  readonly amount: bigint;
  /** Milliseconds since 1970, inclusive; an end of time is infinite. */
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
}

export function toPriceEntries(points: readonly PricePoint[]): PriceEntry[] {
  const entries: PriceEntry[] = [];
  for (const { price, until, afterwards } of points) {
    const { currency, amount } = price;
    const changes = until !== null && afterwards !== null && afterwards.amount !== amount;
    const end = changes ? Date.parse(until) : Number.POSITIVE_INFINITY;
    entries.push({ currency, amount, from: Number.NEGATIVE_INFINITY, until: end });
    if (changes) entries.push({ currency, amount: afterwards.amount, from: end, until: Number.POSITIVE_INFINITY });
  }
  return entries;
}

interface StretchRow extends Pick<ReleasePriceRangeTable, 'product_id' | 'currency' | 'valid_from' | 'valid_until'> {
  readonly amount: string;
}

/** Of parents, by their ids. */
export async function selectPriceEntries(
  { reader, isOneOf }: Engine,
  releaseId: number,
  parentIds: readonly string[],
): Promise<Map<string, PriceEntry[]>> {
  const found = new Map<string, PriceEntry[]>();
  if (parentIds.length === 0) return found;
  const { rows } =
    await sql<StretchRow>`select product_id, currency, valid_from, valid_until, cast(min_amount as text) as amount
    from release_price_range where release_id = ${releaseId} and ${isOneOf(sql.ref('product_id'), parentIds)}
    order by product_id, currency, valid_from`.execute(reader);
  for (const { product_id, currency, ...row } of rows) {
    const entries = found.get(product_id) ?? [];
    found.set(product_id, entries);
    const entry = {
      currency,
      amount: BigInt(row.amount),
      from: toTime(row.valid_from),
      until: toTime(row.valid_until),
    };
    const last = entries.at(-1);
    // Two stretches that differ in the highest price alone are one.
    if (last?.currency === currency && last.amount === entry.amount)
      entries[entries.length - 1] = { ...last, until: entry.until };
    else entries.push(entry);
  }
  return found;
}

function toTime(moment: string): number {
  if (moment === beginningOfTime) return Number.NEGATIVE_INFINITY;
  return moment === endOfTime ? Number.POSITIVE_INFINITY : Date.parse(moment);
}
