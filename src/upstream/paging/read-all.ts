import { type CountedPage, type OffsetPage, pageLimits } from '../../domain/paging/page.ts';
import type { ReadPage } from './read-window.ts';

/** The whole of a list, if it has at most so many records; null: it has more. The pages after the first are read at once. */
export async function readAll<Item>(maxItems: number, read: ReadPage<Item>): Promise<readonly Item[] | null> {
  const first = await read(pageOf(0));
  if (first.isAtLeast) return readOn(first, maxItems, read);
  const { items, total } = first;
  if (total > maxItems) return null;
  const offsets = [];
  // Of a list without pages all has come.
  for (let offset = Math.max(pageLimits.max, items.length); offset < total; offset += pageLimits.max)
    offsets.push(offset);
  const others = await Promise.all(offsets.map((offset) => read(pageOf(offset))));
  return [items, ...others.map((page: CountedPage<Item>) => page.items)].flat();
}

/** Page after page, of a list that was not counted to its end. */
async function readOn<Item>(
  first: CountedPage<Item>,
  maxItems: number,
  read: ReadPage<Item>,
): Promise<readonly Item[] | null> {
  const items = [...first.items];
  for (let page = first; page.items.length === pageLimits.max && items.length <= maxItems; ) {
    page = await read(pageOf(items.length));
    items.push(...page.items);
  }
  return items.length > maxItems ? null : items;
}

function pageOf(offset: number): OffsetPage {
  return { limit: pageLimits.max, offset };
}
