/** Records that are named by ids, in as few calls as there can be: `in(id,…)`, with a hundred of them at the most. */
import { inBatches } from '../../contract/platform/in-batches.ts';
import { canonicalCondition } from '../../domain/filter/canonical-filter.ts';
import type { Condition } from '../../domain/filter/filter.ts';
import { type CountedPage, type OffsetPage, pageLimits } from '../../domain/paging/page.ts';
import { compareCodePoints, sortKeyOf } from '../../domain/paging/sort-key.ts';

/** `updated_at`: by which the platform lists them, the last first; where one call is not enough, so do we. */
interface Listed {
  readonly id: string;
  readonly attributes: { readonly updated_at?: string | null | undefined };
}

type ReadFiltered<Item> = (filter: readonly Condition[], page: OffsetPage) => Promise<CountedPage<Item>>;

export function readByIds<Item extends Listed>(ids: readonly string[], read: ReadFiltered<Item>) {
  const batches = inBatches(new Set(ids), (id) => id).map((values) => [
    canonicalCondition({ attribute: 'id', operator: 'in', values }),
  ]);
  const wholeBatch = { limit: pageLimits.max, offset: 0 };
  const keyOf = ({ attributes, id }: Item) => sortKeyOf(attributes.updated_at, id);

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
