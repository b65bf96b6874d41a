import { sql } from 'kysely';
import type { CountedPage, OffsetPage } from '../../domain/paging/page.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { Engine } from '../engines/engine.ts';
import { makeOfRows } from '../make-of-rows.ts';
import type { TableList, TableQuery } from './table-pages.ts';

/** By number. `parentId`: where the list has parents. */
export async function selectCountedPage<Row, Item>(
  engine: Engine,
  requestContext: RequestContext,
  { table, sortKey, parentColumn, toItem }: Omit<TableList<Row, Item>, 'where' | 'isWalk'>,
  { limit, offset, parentId }: OffsetPage & Pick<TableQuery, 'parentId'>,
): Promise<CountedPage<Item>> {
  const ofParent = parentColumn ? sql`${sql.ref(`x.${parentColumn}`)} = ${parentId}` : sql`true`;
  const from = sql`${sql.table(table)} x where ${engine.whileInTime('x')}${ofParent}`;
  const [rows, counted] = await Promise.all([
    engine.walk(
      sql<Row>`select * from ${from} order by ${sortKey('x')} limit ${limit} offset ${offset}`,
      requestContext,
    ),
    engine.walk(sql<{ total: number | string }>`select count(*) as total from ${from}`, requestContext),
  ]);
  return { items: await makeOfRows(rows, toItem), total: Number(counted[0]?.total) };
}
