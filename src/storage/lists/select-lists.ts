/** Pages of many lists of one release: the index says which products they hold, and one statement reads these. */
import { setImmediate } from 'node:timers/promises';
import { formatPosition, hasPositions } from '../../domain/product/list-position.ts';
import type { ChildList, ListedProducts, ProductListQuery } from '../../domain/product/ports.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { OrdinalSet } from '../index/ordinal-set.ts';
import type { Place, ReleaseIndex } from '../index/release-index.ts';
import { arrangeEach } from './keep-lists.ts';
import { wholeList } from './keep-whole-lists.ts';
import { pageOf, pageOfOrdinals, stretchOfKeys, stretchOfPositions } from './list-page.ts';
import { nextListChange, steadyMoment } from './price-change.ts';

export type Parent = ChildList['parent'];

/** A page of ordinals, and what is said of its list. */
export interface SelectedList extends Omit<ListedProducts, 'items'> {
  /** Null: the release has no such product, or none was named. */
  readonly parent: Parent;
  readonly ordinals: readonly number[];
  /** Of each product its place in the list; null: its sort key is. */
  readonly positions: readonly string[] | null;
}

export interface SelectOptions {
  readonly index: ReleaseIndex;
  /** Of products that the index does not know as parents. */
  readonly findParents: (ids: readonly string[]) => Promise<ReadonlyMap<string, Parent>>;
}

/** That are looked up at once, before others get their turn. */
const listsAtATime = 100;

/** In the order of the queries. */
export async function selectLists(
  { index, findParents }: SelectOptions,
  { budget }: RequestContext,
  queries: readonly ProductListQuery[],
): Promise<SelectedList[]> {
  const parentIds = [...new Set(queries.flatMap(({ parentId }) => parentId ?? []))];
  const families = await index.findFamilies(parentIds);
  const others = parentIds.filter((id) => !families.has(id));
  const bounds = boundsOf(queries);
  const [parents, places] =
    others.length + bounds.length === 0 ? nothing : await Promise.all([findParents(others), index.findPlaces(bounds)]);
  function parentOf({ parentId }: ProductListQuery): Parent {
    if (parentId === undefined) return null;
    return families.has(parentId) ? listedParent : (parents.get(parentId) ?? null);
  }
  const selected = new Map<ProductListQuery, SelectedList>();
  for (const [place, query] of queries.entries()) {
    if (!isWhole(query)) continue;
    if (place % listsAtATime === listsAtATime - 1) await setImmediate();
    const listed = families.get(query.parentId ?? '') ?? (await findWhole(index, query));
    selected.set(query, { parent: parentOf(query), ...pageOfWhole(listed, query, places) });
  }
  if (selected.size === queries.length) return [...selected.values()];
  const arranged = queries.filter((query) => !selected.has(query));
  for await (const [query, { parts, size }] of arrangeEach(index, arranged, budget)) {
    const { window, withTotal } = query;
    const stretch = hasPositions(query) ? stretchOfPositions(window) : stretchOfKeys(window, places);
    const { products, ...page } = await pageOf(parts, stretch, budget);
    const moment = steadyMoment(index, query);
    selected.set(query, {
      parent: parentOf(query),
      ...page,
      ordinals: products.map(({ ordinal }) => ordinal),
      positions: hasPositions(query) ? products.map((one) => formatPosition({ ...one, moment })) : null,
      total: withTotal ? size : null,
      until: nextListChange(index, query),
    });
  }
  return queries.map((query) => selected.get(query) as SelectedList);
}

/** What most requests need beside the index. */
const nothing = [new Map<string, Parent>(), new Map<string, Place>()] as const;

/** Products that pages begin after, or end before. */
function boundsOf(queries: readonly ProductListQuery[]): readonly string[] {
  const bounds = queries
    .filter((query) => !hasPositions(query))
    .flatMap(({ window: { after, before } }) => [after, before]);
  return [...new Set(bounds.filter((bound) => bound !== null))];
}

/** What is listed is live. */
const listedParent: Parent = { status: 'live', isBaseProduct: true };

/** Whether it is all that a parent or a node has, in the list's own order: what most lists are. */
function isWhole(query: ProductListQuery): boolean {
  const { parentId, nodeId, filter, variants } = query;
  return (parentId == null) !== (nodeId == null) && filter.length === 0 && !variants && !hasPositions(query);
}

function findWhole(index: ReleaseIndex, { parentId, nodeId }: ProductListQuery): Promise<OrdinalSet> {
  return parentId == null ? wholeList(index, 'node', nodeId as string) : wholeList(index, 'parent', parentId);
}

function pageOfWhole(
  listed: OrdinalSet,
  { window, withTotal }: ProductListQuery,
  places: ReadonlyMap<string, Place>,
): Omit<SelectedList, 'parent'> {
  const page = pageOfOrdinals(listed, stretchOfKeys(window, places));
  return { ...page, positions: null, total: withTotal ? listed.size : null, until: null };
}
