/**
 * Where the numbered pages of lists start, in one statement for all of them. Near pages are found from the current one, the
 * last page from the end; only counting what stands before costs more in a longer list.
 */
import { type RawBuilder, sql } from 'kysely';
import type { PageStarts, PageStartsQuery } from '../domain/stores.ts';
import type { Engine } from './engine.ts';
import { listConditions } from './list-conditions.ts';

interface Row {
  readonly position: number;
  readonly rank: number | string | null;
  readonly sort_key: string | null;
  readonly before: number | string;
  readonly total: number | string;
}

export async function selectPageStarts(engine: Engine, queries: readonly PageStartsQuery[]): Promise<PageStarts[]> {
  if (queries.length === 0) return [];
  const selects = queries.map(
    (query, position) => sql`select * from (${startsSql(engine, query, position)}) as starts`,
  );
  const { rows } = await sql<Row>`${sql.join(selects, sql` union all `)}`.execute(engine.reader);
  const byPosition = Map.groupBy(rows, ({ position }) => position);
  return queries.map((_, position) => toPageStarts(byPosition.get(position) ?? []));
}

function startsSql(engine: Engine, query: PageStartsQuery, position: number): RawBuilder<unknown> {
  const { releaseId, parentId, filter, pageSize, firstKey, reach } = query;
  const parent = parentId === null ? null : sql`${parentId}`;
  const listed = listConditions(engine, { releaseId: Number(releaseId), parentId: parent, filter });
  const size = sql.lit(pageSize);
  const keys = (bound: RawBuilder<unknown>, direction: 'asc' | 'desc', limit: number) =>
    sql`(select x.sort_key from release_product x where ${listed} ${bound}
      order by x.sort_key ${sql.raw(direction)} limit ${sql.lit(limit)}) as near`;
  return sql`with facts as materialized (select
      (select count(*) from release_product x where ${listed} and x.sort_key < ${firstKey}) as before,
      (select count(*) from release_product x where ${listed}) as total),
    ranked as (
      select facts.before + 1 - row_number() over (order by near.sort_key desc) as rank, near.sort_key
        from ${keys(sql`and x.sort_key < ${firstKey}`, 'desc', reach * pageSize)}, facts
      union
      select facts.before + row_number() over (order by near.sort_key) as rank, near.sort_key
        from ${keys(sql`and x.sort_key >= ${firstKey}`, 'asc', reach * pageSize)}, facts
      union
      select facts.total + 1 - row_number() over (order by near.sort_key desc) as rank, near.sort_key
        from ${keys(sql``, 'desc', pageSize + 1)}, facts)
    select cast(${sql.lit(position)} as integer) as position, ranked.rank, ranked.sort_key, facts.before, facts.total
    from facts left join ranked on ranked.rank % ${size} = 0 and ranked.rank > 0 and ranked.rank < facts.total`;
}

function toPageStarts(rows: readonly Row[]): PageStarts {
  const ends = rows.flatMap(({ rank, sort_key }) => {
    return rank === null || sort_key === null ? [] : [[Number(rank), sort_key] as const];
  });
  const [facts] = rows;
  return { before: Number(facts?.before ?? 0), total: Number(facts?.total ?? 0), keysByRank: new Map(ends) };
}
