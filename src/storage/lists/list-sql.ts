/**
 * Lists of products as SQL: the children of many parents, or all products of a release, in one statement however many
 * are wanted. A page is a stretch of an index between two sort keys, so that the last page costs what the first one does.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ProductFilter } from '../../domain/filter/filter.ts';
import type { Engine } from '../engines/engine.ts';
import type { ListBounds } from './list-bounds.ts';
import { listSource } from './list-conditions.ts';

/** Lists that are one SELECT: they differ only in their parent and bounds. */
export interface ListGroup {
  readonly releaseId: number;
  readonly filter: ProductFilter;
  readonly from: 'start' | 'end';
  /** Rows at the most for each list; one more than the page, to see whether there are more. */
  readonly limit: number;
  readonly skip: number;
  readonly withTotal: boolean;
  /** Parents' matrices too, which may be large. */
  readonly withMatrix: boolean;
  /** Of a parent's children, or else of all products. */
  readonly isOfParent: boolean;
  /** Of lists that may look at more rows than a page has. */
  readonly isWalk: boolean;
  readonly lists: readonly ListBounds[];
}

/** The list's facts, repeated for each product of it; a list without products is one row whose `document` is null. */
export interface ListRow {
  readonly position: number;
  readonly parent_is_live: number | null;
  readonly parent_is_base: number | null;
  readonly total: number | string | null;
  readonly has_at_or_before: number | boolean;
  readonly has_at_or_after: number | boolean;
  readonly sort_key: string | null;
  readonly product_id: string | null;
  readonly live_child_count: number | null;
  readonly locales: string | null;
  readonly matrix: string | null;
  readonly document: string | null;
}

/** Sort keys start with a digit: both bounds lie outside of all keys, so that an open end is a bound like any other. */
const lowest = sql.lit('');
const highest = sql.lit(':');

/** In no order: sorting the documents would take the engines as long as finding them. */
export function listSql(engine: Engine, groups: readonly ListGroup[]): RawBuilder<ListRow> {
  const selects = groups.map((group) => groupSql(engine, group));
  return sql<ListRow>`${sql.join(selects, sql` union all `)}`;
}

function groupSql(engine: Engine, group: ListGroup): RawBuilder<unknown> {
  const parentId = group.isOfParent ? sql`wanted.parent_id` : null;
  const { from, where, sortKey } = listSource(engine, { ...group, parentId });
  const direction = group.from === 'start' ? sql`asc` : sql`desc`;
  const offset = group.skip === 0 ? sql`` : sql` offset ${group.skip}`;
  return sql`select * from (
    with wanted as materialized (
      select wanted.position, wanted.parent_id, wanted.after_key, wanted.before_key,
        parent.is_live as parent_is_live, parent.is_base as parent_is_base,
        ${totalSql(group, sql`${from} where ${where}`)} as total,
        wanted.after_key is not null and exists (
          select 1 from ${from} where ${where} and ${sortKey} <= wanted.after_key) as has_at_or_before,
        wanted.before_key is not null and exists (
          select 1 from ${from} where ${where} and ${sortKey} >= wanted.before_key) as has_at_or_after
      from ${engine.wantedLists(group.lists)} as wanted
      left join release_product parent
        on parent.release_id = ${group.releaseId} and parent.product_id = wanted.parent_id
    )
    select wanted.position, wanted.parent_is_live, wanted.parent_is_base, wanted.total, wanted.has_at_or_before,
      wanted.has_at_or_after, listed.sort_key, listed.product_id, listed.live_child_count, listed.locales,
      ${group.withMatrix ? sql`listed.matrix` : sql`cast(null as text)`} as matrix, listed.document
    from wanted ${engine.joinListed(sql`${from} where ${where}
      and ${sortKey} > coalesce(wanted.after_key, ${lowest}) and ${sortKey} < coalesce(wanted.before_key, ${highest})
      order by ${sortKey} ${direction} limit ${group.limit}${offset}`)}
  ) as list_group`;
}

/** Unfiltered totals were counted when the release was sealed. */
function totalSql({ withTotal, filter, isOfParent, releaseId }: ListGroup, listed: RawBuilder<unknown>) {
  if (!withTotal) return sql`cast(null as integer)`;
  if (filter.length > 0) return sql`(select count(*) from ${listed})`;
  return isOfParent
    ? sql`parent.live_child_count`
    : sql`(select live_product_count from release where id = ${releaseId})`;
}
