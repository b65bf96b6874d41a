import type { Page, Window } from './page.ts';

/** A page of a list that stands in memory whole, in its order; its positions are the items' numbers. */
export function slicePage<Item>(list: readonly Item[], window: Window): Page<Item> {
  const { after, before, from, limit } = window;
  const start = after === null ? 0 : Math.min(rankOf(after) + 1, list.length);
  const end = Math.max(start, before === null ? list.length : Math.min(rankOf(before), list.length));
  const [first, last] = from === 'start' ? [start, Math.min(end, start + limit)] : [Math.max(start, end - limit), end];
  return {
    items: list.slice(first, last).map((item, index) => ({ item, sortKey: String(first + index) })),
    hasPrevious: first > 0,
    hasNext: last < list.length,
    total: list.length,
  };
}

/** A position that is no number was forged: it is the list's start, as good as any. */
function rankOf(sortKey: string): number {
  return /^\d{1,9}$/.test(sortKey) ? Number(sortKey) : 0;
}
