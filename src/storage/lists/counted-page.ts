import { type RawBuilder, sql } from 'kysely';
import type { CountedPage, OffsetPage } from '../../domain/paging/page.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { Engine } from '../engines/engine.ts';
import type { Schema } from '../schema.ts';
import { byCreation } from './table-pages.ts';

export interface CountedRows extends OffsetPage {
  readonly table: keyof Schema;
  /** Which rows; all unless said. */
  readonly where?: RawBuilder<unknown>;
  /** Of a row by that alias; of creation unless said. */
  readonly sortKey?: (row: string) => RawBuilder<unknown>;
}

/** Rows of a table, in the order of their creation unless said. */
export async function selectCountedPage<Row>(
  engine: Engine,
  requestContext: RequestContext,
  { table, where = sql`true`, sortKey = byCreation, limit, offset }: CountedRows,
): Promise<CountedPage<Row>> {
  const from = sql`${sql.table(table)} x where ${engine.whileInTime('x')}${where}`;
  const [items, counted] = await Promise.all([
    engine.walk(
      sql<Row>`select * from ${from} order by ${sortKey('x')} limit ${limit} offset ${offset}`,
      requestContext,
    ),
    engine.walk(sql<{ total: number | string }>`select count(*) as total from ${from}`, requestContext),
  ]);
  return { items, total: Number(counted[0]?.total) };
}
