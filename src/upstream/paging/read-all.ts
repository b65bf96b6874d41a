import { type CountedPage, type OffsetPage, pageLimits } from '../../domain/paging/page.ts';
import type { ReadPage } from './read-window.ts';

/** The whole of a list, if it has at most so many records; null: it has more. The pages after the first are read at once. */
export async function readAll<Item>(maxItems: number, read: ReadPage<Item>): Promise<readonly Item[] | null> {
  const pageOf = (offset: number): OffsetPage => ({ limit: pageLimits.max, offset });
  const { items, total } = await read(pageOf(0));
  if (total > maxItems) return null;
  const offsets = [];
  for (let offset = pageLimits.max; offset < total; offset += pageLimits.max) offsets.push(offset);
  const others = await Promise.all(offsets.map((offset) => read(pageOf(offset))));
  return [items, ...others.map((page: CountedPage<Item>) => page.items)].flat();
}
