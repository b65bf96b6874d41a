/** Records that are named by ids, in as few calls as there can be: `in(id,…)`, with a hundred of them at the most. */
import { canonicalCondition } from '../../domain/filter/canonical-filter.ts';
import type { Condition } from '../../domain/filter/filter.ts';
import { type CountedPage, type OffsetPage, pageLimits } from '../../domain/paging/page.ts';
import { compareCodePoints, sortKeyOf } from '../../domain/paging/sort-key.ts';
import { inBatches } from './in-batches.ts';

interface Identified {
  readonly id: string;
}

type ReadFiltered<Item> = (filter: readonly Condition[], page: OffsetPage) => Promise<CountedPage<Item>>;

/** `updatedAt`: by which the platform lists them, the last first; where one call is not enough, so do we. */
export function readByIds<Item extends Identified>(
  ids: readonly string[],
  read: ReadFiltered<Item>,
  updatedAt: (item: Item) => string | null | undefined,
) {
  const batches = inBatches(ids).map((values) => [canonicalCondition({ attribute: 'id', operator: 'in', values })]);
  const wholeBatch = { limit: pageLimits.max, offset: 0 };
  const keyOf = (item: Item) => sortKeyOf(updatedAt(item), item.id);

  async function all(): Promise<readonly Item[]> {
    const found = await Promise.all(batches.map((filter) => read(filter, wholeBatch)));
    return found.flatMap(({ items }) => items);
  }

  async function page({ limit, offset }: OffsetPage): Promise<CountedPage<Item>> {
    const [only, ...others] = batches;
    if (!only) return { items: [], total: 0 };
    if (others.length === 0) return read(only, { limit, offset });
    const items = (await all()).toSorted((a, b) => compareCodePoints(keyOf(a), keyOf(b)));
    return { items: items.slice(offset, offset + limit), total: items.length };
  }

  return { all, page };
}
