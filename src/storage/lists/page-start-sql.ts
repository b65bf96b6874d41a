/**
 * Where the numbered pages of lists start, in one statement however many parents. Near pages are found from the current one,
 * the last page from the end; only counting what stands before costs more in a longer list.
 */
import { type RawBuilder, sql } from 'kysely';
import { formatFilterKey } from '../../domain/filter/canonical-filter.ts';
import { compareCodePoints } from '../../domain/paging/sort-key.ts';
import type { PageStarts, PageStartsQuery } from '../../domain/product/ports.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { Engine } from '../engines/engine.ts';
import { listSource } from './list-conditions.ts';

interface Row {
  readonly position: number;
  readonly before: number | string;
  readonly total: number | string;
  /** JSON lists of sort keys: from the current page's first product backwards, forwards, and from the list's end backwards. */
  readonly earlier: string;
  readonly later: string;
  readonly latest: string;
}

export async function selectPageStarts(
  engine: Engine,
  requestContext: RequestContext,
  queries: readonly PageStartsQuery[],
): Promise<PageStarts[]> {
  const positions = [...queries.keys()];
  const groups = Map.groupBy(positions, (position) => groupKey(queries[position] as PageStartsQuery));
  const starts = new Map<number, PageStarts>();
  for (const members of groups.values()) {
    const rows = await engine.walk(groupSql(engine, queries, members), requestContext);
    for (const row of rows)
      starts.set(row.position, toPageStarts(row, (queries[row.position] as PageStartsQuery).pageSize));
  }
  return positions.map((position) => starts.get(position) as PageStarts);
}

function groupKey({ releaseId, parentId, filter, pageSize, reach }: PageStartsQuery): string {
  return JSON.stringify([releaseId, parentId !== null, formatFilterKey(filter), pageSize, reach]);
}

/** Of queries that differ in their parent and first product only. */
function groupSql(engine: Engine, queries: readonly PageStartsQuery[], members: readonly number[]): RawBuilder<Row> {
  const { releaseId, parentId, filter, pageSize, reach } = queries[members[0] ?? 0] as PageStartsQuery;
  const wanted = members.map((position) => {
    const query = queries[position] as PageStartsQuery;
    return { position, parentId: query.parentId, after: query.firstKey, before: null };
  });
  const ofParent = parentId === null ? null : sql`wanted.parent_id`;
  const list = { releaseId: Number(releaseId), parentId: ofParent, filter, isWalk: true };
  const { from, where, sortKey } = listSource(engine, list);
  const keys = (bound: RawBuilder<unknown>, direction: RawBuilder<unknown>, limit: number) =>
    sql`(select ${engine.jsonList(sql`near.sort_key`)} from (select ${sortKey} as sort_key from ${from}
      where ${where} ${bound} order by ${sortKey} ${direction} limit ${sql.lit(limit)}) near)`;
  return sql<Row>`select wanted.position,
      (select count(*) from ${from} where ${where} and ${sortKey} < wanted.after_key) as before,
      (select count(*) from ${from} where ${where}) as total,
      ${keys(sql`and ${sortKey} < wanted.after_key`, sql`desc`, reach * pageSize)} as earlier,
      ${keys(sql`and ${sortKey} >= wanted.after_key`, sql`asc`, reach * pageSize)} as later,
      ${keys(sql``, sql`desc`, pageSize + 1)} as latest
    from ${engine.wantedLists(wanted)} as wanted`;
}

function toPageStarts(row: Row, pageSize: number): PageStarts {
  const [before, total] = [Number(row.before), Number(row.total)];
  const keysByRank = new Map<number, string>();
  const keep = (key: string, rank: number) => {
    if (rank > 0 && rank % pageSize === 0) keysByRank.set(rank, key);
  };
  // The lists' order is the index's, but no engine promises it: sorted, they are what their ranks say.
  for (const [index, key] of parseKeys(row.earlier).reverse().entries()) keep(key, before - index);
  for (const [index, key] of parseKeys(row.later).entries()) keep(key, before + index + 1);
  for (const [index, key] of parseKeys(row.latest).reverse().entries()) keep(key, total - index);
  return { before, total, keysByRank };
}

/** Ascending, by code point as the database orders them. */
function parseKeys(list: string): string[] {
  return (JSON.parse(list) as string[]).sort(compareCodePoints);
}
