/**
 * Pages of a table's rows by cursor, in one statement however many lists: the rows of many parents each, or all of them. A page is
 * a stretch of an index between two sort keys, so that the last page costs what the first one does.
 */
import { type RawBuilder, sql } from 'kysely';
import type { WindowQuery } from '../../domain/paging/list-page.ts';
import type { Page, Window } from '../../domain/paging/page.ts';
import { compareCodePoints } from '../../domain/paging/sort-key.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { Engine } from '../engines/engine.ts';
import { makeOfRows } from '../make-of-rows.ts';
import type { Schema } from '../schema.ts';

export interface TableList<Row, Item> {
  readonly table: keyof Schema;
  /** Of a row by that alias: total, and what an index has. */
  readonly sortKey: (row: string) => RawBuilder<unknown>;
  /** That names the parent whose rows are listed; absent: all rows are. */
  readonly parentColumn?: string;
  /** Which rows `x`; absent: all. */
  readonly where?: RawBuilder<unknown>;
  /** Whether finding a page may look at many more rows than it has; counting always does. */
  readonly isWalk?: boolean;
  readonly toItem: (row: Row) => Item;
}

/** `parentId`: where the list has parents. */
export type TableQuery = WindowQuery & { readonly parentId?: string };

/** Of what says when it was created: the first one first, then by id. */
export function byCreation(row: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${row}.created_at`)} || ' ' || ${sql.ref(`${row}.id`)}`;
}

/** A row, and the facts of its list; a list without rows is one row without a key. */
type ListedRow<Row> = Row & {
  readonly position: number;
  readonly sort_key: string | null;
  readonly total: number | string | null;
  readonly has_at_or_before: number | boolean;
  readonly has_at_or_after: number | boolean;
};
type FoundRow<Row> = ListedRow<Row> & { readonly sort_key: string };

/** Bounds lie outside of all keys, so that an open end is a bound like any other. */
const lowest = sql.lit('');
const highest = sql.lit('~');

/** In the order of the queries. */
export async function selectPages<Row, Item>(
  engine: Engine,
  requestContext: RequestContext,
  list: TableList<Row, Item>,
  queries: readonly TableQuery[],
): Promise<Page<Item>[]> {
  const groups = Map.groupBy(queries.entries(), ([, { window, withTotal }]) =>
    JSON.stringify([window.from, withTotal]),
  );
  const rows: ListedRow<Row>[] = [];
  for (const group of groups.values()) rows.push(...(await selectGroup(engine, requestContext, { list, group })));
  const byPosition = Map.groupBy(rows, ({ position }) => position);
  const pages = queries.map(({ window }, position) => toPage(byPosition.get(position) ?? [], window));
  const shown = pages.flatMap(({ items }) => items.map(({ item }) => item));
  // All together, since each may have one that is large.
  const made = (await makeOfRows(shown, list.toItem)).values();
  return pages.map((page) => ({
    ...page,
    items: page.items.map((one) => ({ ...one, item: made.next().value as Item })),
  }));
}

export async function selectPage<Row, Item>(
  engine: Engine,
  requestContext: RequestContext,
  list: TableList<Row, Item>,
  query: TableQuery,
): Promise<Page<Item>> {
  const [page] = await selectPages(engine, requestContext, list, [query]);
  return page as Page<Item>;
}

/** `rows` hold more than a page when there are more, at the far end of the window. */
function toPage<Row>(rows: readonly ListedRow<Row>[], window: Window): Page<Row> {
  const found = rows.filter((row): row is FoundRow<Row> => row.sort_key !== null).sort(bySortKey);
  const isFromStart = window.from === 'start';
  const hasMore = found.length > window.limit;
  const shown = isFromStart ? found.slice(0, window.limit) : found.slice(-window.limit);
  const [facts] = rows;
  const total = facts?.total ?? null;
  return {
    items: shown.map((row) => ({ item: row, sortKey: row.sort_key })),
    hasPrevious: Boolean(facts?.has_at_or_before) || (!isFromStart && hasMore),
    hasNext: Boolean(facts?.has_at_or_after) || (isFromStart && hasMore),
    total: total === null ? null : Number(total),
  };
}

function bySortKey(a: { readonly sort_key: string }, b: { readonly sort_key: string }): number {
  return compareCodePoints(a.sort_key, b.sort_key);
}

interface Group<Row, Item> {
  readonly list: TableList<Row, Item>;
  /** Queries, each with its position, that differ in their parents and bounds only. */
  readonly group: readonly (readonly [position: number, query: TableQuery])[];
}

async function selectGroup<Row, Item>(engine: Engine, requestContext: RequestContext, group: Group<Row, Item>) {
  const withTotal = Boolean(group.group[0]?.[1].withTotal);
  const isWalk = withTotal || Boolean(group.list.isWalk);
  const statement = groupSql(engine, group, { isWalk, withTotal });
  return isWalk ? engine.walk(statement, requestContext) : (await statement.execute(engine.reader)).rows;
}

function groupSql<Row, Item>(
  engine: Engine,
  { list, group }: Group<Row, Item>,
  { isWalk, withTotal }: { readonly isWalk: boolean; readonly withTotal: boolean },
): RawBuilder<ListedRow<Row>> {
  const { table, parentColumn, where = sql`true` } = list;
  const sortKey = list.sortKey('x');
  const wanted = group.map(([position, { parentId = null, window }]) => {
    return { position, parentId, after: window.after, before: window.before };
  });
  const limit = Math.max(...group.map(([, { window }]) => window.limit)) + 1;
  const direction = group[0]?.[1].window.from === 'start' ? sql`asc` : sql`desc`;
  const ofParent = parentColumn ? sql` and ${sql.ref(`x.${parentColumn}`)} = wanted.parent_id` : sql``;
  const inTime = isWalk ? engine.whileInTime('x') : sql``;
  const listed = sql`${sql.table(table)} x where ${inTime}${where}${ofParent}`;
  return sql<ListedRow<Row>>`with wanted as materialized (
      select wanted.position, wanted.parent_id, wanted.after_key, wanted.before_key,
        ${withTotal ? sql`(select count(*) from ${listed})` : sql`cast(null as integer)`} as total,
        wanted.after_key is not null and exists (
          select 1 from ${listed} and ${sortKey} <= wanted.after_key) as has_at_or_before,
        wanted.before_key is not null and exists (
          select 1 from ${listed} and ${sortKey} >= wanted.before_key) as has_at_or_after
      from ${engine.wantedLists(wanted)} as wanted
    )
    select listed.*, wanted.position, wanted.total, wanted.has_at_or_before, wanted.has_at_or_after,
      ${list.sortKey('listed')} as sort_key
    from wanted ${engine.joinListed(
      table,
      sql`${listed} and ${sortKey} > coalesce(wanted.after_key, ${lowest})
        and ${sortKey} < coalesce(wanted.before_key, ${highest}) order by ${sortKey} ${direction} limit ${limit}`,
    )}`;
}
