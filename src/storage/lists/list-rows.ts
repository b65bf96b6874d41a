/** Asks for lists of products, and sorts the rows that come back into pages. */
import { setImmediate } from 'node:timers/promises';
import { formatFilterKey } from '../../domain/filter/canonical-filter.ts';
import type { Page, Window } from '../../domain/paging/page.ts';
import { compareCodePoints } from '../../domain/paging/sort-key.ts';
import type { ChildList, ChildListQuery, ProductListQuery } from '../../domain/product/ports.ts';
import type { Engine } from '../engines/engine.ts';
import { type ListGroup, type ListRow, listSql } from './list-sql.ts';

type Query = ProductListQuery & Partial<Pick<ChildListQuery, 'parentId'>> & { readonly withMatrix?: boolean };

/** A row that holds a product. */
type FoundRow = {
  readonly [Column in keyof ListRow]: Column extends 'locales' | 'matrix'
    ? ListRow[Column]
    : NonNullable<ListRow[Column]>;
};

export interface ProductListRows {
  readonly parent: ChildList['parent'];
  pageOf(window: Window): Omit<Page<never>, 'items'> & { readonly shown: readonly FoundRow[] };
}

/** Queries that differ in their filters, in one statement: SQLite takes less than 64 of them. */
const maxGroups = 20;

/** In the order of the queries, in one statement however many parents. */
export async function selectLists(engine: Engine, queries: readonly Query[]): Promise<ProductListRows[]> {
  const groups = toGroups(queries);
  const rows: ListRow[] = [];
  for (let start = 0; start < groups.length; start += maxGroups) {
    if (start > 0) await setImmediate();
    const statement = listSql(engine, groups.slice(start, start + maxGroups));
    rows.push(...(await statement.execute(engine.reader)).rows);
  }
  const byPosition = Map.groupBy(rows, ({ position }) => position);
  return queries.map((_, position) => {
    const listRows = (byPosition.get(position) ?? []).sort(bySortKey);
    return { parent: toParent(listRows[0]), pageOf: (window) => toPage(listRows, window) };
  });
}

/** A list without products is one row without a key. */
function bySortKey(a: ListRow, b: ListRow): number {
  return compareCodePoints(a.sort_key ?? '', b.sort_key ?? '');
}

/** Queries that differ only in their parent and bounds share a SELECT, whose limit serves the longest page. */
function toGroups(queries: readonly Query[]): ListGroup[] {
  const positions = [...queries.keys()];
  const groups = Map.groupBy(positions, (position) => groupKey(queries[position] as Query));
  return [...groups.values()].map((members) => {
    const group = members.map((position) => ({ position, ...(queries[position] as Query) }));
    const { releaseId, filter, window, withTotal, parentId, withMatrix = false } = group[0] as Query;
    return {
      releaseId: Number(releaseId),
      filter,
      from: window.from,
      limit: Math.max(...group.map((query) => query.window.limit)) + 1,
      skip: window.skip,
      withTotal,
      withMatrix,
      isOfParent: parentId !== undefined,
      lists: group.map(({ position, parentId, window: { after, before } }) => ({
        position,
        parentId: parentId ?? null,
        after,
        before,
      })),
    };
  });
}

function groupKey({ releaseId, filter, window, withTotal, parentId, withMatrix }: Query): string {
  return JSON.stringify([
    releaseId,
    formatFilterKey(filter),
    window.from,
    window.skip,
    withTotal,
    parentId !== undefined,
    withMatrix,
  ]);
}

function toParent(row: ListRow | undefined): ChildList['parent'] {
  if (!row || row.parent_is_live === null) return null;
  return {
    status: row.parent_is_live === 1 ? ('live' as const) : ('draft' as const),
    isBaseProduct: row.parent_is_base === 1,
  };
}

/** `rows` stand in the list's order, and hold more than a page when there are more, at the far end of the window. */
function toPage(rows: readonly ListRow[], window: Window): ReturnType<ProductListRows['pageOf']> {
  const found = rows.filter((row): row is FoundRow => row.document !== null);
  const isFromStart = window.from === 'start';
  const hasMore = found.length > window.limit;
  const [facts] = rows;
  const total = facts?.total ?? null;
  return {
    shown: isFromStart ? found.slice(0, window.limit) : found.slice(-window.limit),
    hasPrevious: Boolean(facts?.has_at_or_before) || (!isFromStart && hasMore) || (window.skip > 0 && found.length > 0),
    hasNext: Boolean(facts?.has_at_or_after) || (isFromStart && hasMore),
    total: total === null ? null : Number(total),
  };
}
