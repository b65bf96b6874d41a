import { type ListOrder, ownOrder } from './product-sort.ts';
import type { VariantFilter } from './variant-filter.ts';

/**
 * Positions in lists that are sorted: which part of the list, and the place there. Those of an order by price say its moment, too, so
 * that whoever pages through it stays there: since when its prices have held, the same for all who read it meanwhile. As the sort key
 * of a cursor: `0.17@1767225600000`.
 */
export interface ListPosition {
  readonly part: number;
  /** -1: before all. */
  readonly place: number;
  readonly moment: number | null;
}

/** What a list's positions depend on. */
interface PositionedList {
  readonly order?: ListOrder | undefined;
  readonly search?: object | undefined;
  readonly variants?: (VariantFilter & { readonly moment: number }) | undefined;
}

/** Whether the cursors of a list hold positions; those of others hold sort keys. */
export function hasPositions({ order = ownOrder, search, variants }: PositionedList): boolean {
  return search !== undefined || variants?.price != null || order.key !== 'updated_at_desc';
}

/** The moment whose prices it is made of; null: of none. */
export function momentOfList({ order, variants }: PositionedList): number | null {
  if (order && 'moment' in order) return order.moment;
  return variants?.price ? variants.moment : null;
}

const shape = /^(\d{1,2})\.(-1|\d{1,10})(?:@(\d{1,15}))?$/;

export function formatPosition({ part, place, moment }: ListPosition): string {
  return `${part}.${place}${moment === null ? '' : `@${moment}`}`;
}

/** One that is none was forged: it is the list's start, as good as any. */
export function parsePosition(sortKey: string): ListPosition {
  const [, part, place, moment] = shape.exec(sortKey) ?? [];
  if (part === undefined || place === undefined) return { part: 0, place: -1, moment: null };
  return { part: Number(part), place: Number(place), moment: moment === undefined ? null : Number(moment) };
}
