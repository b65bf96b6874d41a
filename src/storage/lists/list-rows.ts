/** Selects lists of products, and sorts the rows into pages. */
import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../../domain/errors.ts';
import { formatFilterKey } from '../../domain/filter/canonical-filter.ts';
import type { Page, Window } from '../../domain/paging/page.ts';
import { compareCodePoints } from '../../domain/paging/sort-key.ts';
import type { ChildList, ChildListQuery, ProductListQuery } from '../../domain/product/ports.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { Engine } from '../engines/engine.ts';
import { type ListGroup, type ListRow, listSql } from './list-sql.ts';
import { walksRows } from './walks-rows.ts';

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

/**
 * In the order of the queries, in one statement however many parents. Lists that may walk many rows have statements of their own,
 * one for each filter, and may fail alone: then there is an error in their place.
 */
export async function selectLists(
  engine: Engine,
  requestContext: RequestContext,
  queries: readonly Query[],
): Promise<(ProductListRows | DomainError)[]> {
  const groups = toGroups(queries);
  const [walks, others] = [groups.filter(({ isWalk }) => isWalk), groups.filter(({ isWalk }) => !isWalk)];
  const rows: ListRow[] = [];
  const errors = new Map<number, DomainError>();
  for (let start = 0; start < others.length; start += maxGroups) {
    if (start > 0) await setImmediate();
    const statement = listSql(engine, others.slice(start, start + maxGroups));
    rows.push(...(await statement.execute(engine.reader)).rows);
  }
  for (const group of walks) {
    const found = await walk(engine, requestContext, group);
    if (found instanceof DomainError) for (const { position } of group.lists) errors.set(position, found);
    else rows.push(...found);
  }
  const byPosition = Map.groupBy(rows, ({ position }) => position);
  return queries.map((_, position) => {
    const error = errors.get(position);
    if (error) return error;
    const listRows = (byPosition.get(position) ?? []).sort(bySortKey);
    return { parent: toParent(listRows[0]), pageOf: (window) => toPage(listRows, window) };
  });
}

/** @throws DomainError UNAVAILABLE */
export async function selectList(
  engine: Engine,
  requestContext: RequestContext,
  query: Query,
): Promise<ProductListRows> {
  const [rows] = await selectLists(engine, requestContext, [query]);
  if (rows instanceof DomainError) throw rows;
  return rows as ProductListRows;
}

async function walk(engine: Engine, requestContext: RequestContext, group: ListGroup) {
  try {
    return await engine.walk(listSql(engine, [group]), requestContext);
  } catch (error) {
    const unavailable = error instanceof DomainError ? error : engine.toUnavailable(error);
    if (!unavailable) throw error;
    return unavailable;
  }
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
      isWalk: walksRows({ filter, window, withTotal, isOfParent: parentId !== undefined }),
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
