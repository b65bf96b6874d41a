import type { Page, Window } from './page.ts';

/** A page of a list that stands in memory whole, in its order; its positions are the items' numbers. */
export function slicePage<Item>(list: readonly Item[], window: Window): Page<Item> {
  const { first, end } = stretchOf(window, list.length);
  return {
    items: list.slice(first, end).map((item, index) => ({ item, sortKey: String(first + index) })),
    hasPrevious: first > 0,
    hasNext: end < list.length,
    total: list.length,
  };
}

/** Of a list whose positions are numbers: from which on, and up to which one, exclusive. */
export interface Stretch {
  readonly first: number;
  readonly end: number;
}

/** What the window shows of a list of that length. */
export function stretchOf({ after, before, from, limit }: Window, length: number): Stretch {
  const start = after === null ? 0 : Math.min(rankOf(after) + 1, length);
  const end = Math.max(start, before === null ? length : Math.min(rankOf(before), length));
  return from === 'start'
    ? { first: start, end: Math.min(end, start + limit) }
    : { first: Math.max(start, end - limit), end };
}

/** Sort keys start with a digit: this stands before all of them. */
export const beforeAll = '!';

/** A position that is no number was forged: it is the list's start, as good as any. */
function rankOf(sortKey: string): number {
  if (sortKey === beforeAll) return -1;
  return /^\d{1,9}$/.test(sortKey) ? Number(sortKey) : 0;
}
