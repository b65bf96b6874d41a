/** Pages of many lists of one release: the index says which products they hold, and one statement reads these. */
import type { Page } from '../../domain/paging/page.ts';
import type { ChildList, ChildListQuery, ProductListQuery } from '../../domain/product/ports.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { ReleaseIndex } from '../index/release-index.ts';
import { type OrdinalPage, pageOf } from './list-page.ts';
import { selectEach } from './select-each.ts';

export type ListQuery = ProductListQuery & Partial<Pick<ChildListQuery, 'parentId'>>;

export type Parent = ChildList['parent'];

/** A page of ordinals, and what is said of its list. */
export interface SelectedList extends OrdinalPage, Pick<Page<never>, 'total'> {
  readonly parent: Parent;
}

export interface SelectOptions {
  readonly index: ReleaseIndex;
  readonly findParents: (ids: readonly string[]) => Promise<ReadonlyMap<string, Parent>>;
}

/** In the order of the queries. */
export async function selectLists(
  { index, findParents }: SelectOptions,
  { budget }: RequestContext,
  queries: readonly ListQuery[],
): Promise<SelectedList[]> {
  const bounds = queries.flatMap(({ window: { after, before } }) => [after, before]);
  const [parents, places] = await Promise.all([
    findParents([...new Set(queries.flatMap(({ parentId }) => parentId ?? []))]),
    index.findPlaces([...new Set(bounds.filter((bound) => bound !== null))]),
  ]);
  const selected: SelectedList[] = [];
  for await (const [{ parentId, window, withTotal }, set] of selectEach(index, queries, budget)) {
    const parent = parentId === undefined ? null : (parents.get(parentId) ?? null);
    selected.push({ parent, ...pageOf(set, window, places), total: withTotal ? set.size : null });
  }
  return selected;
}
