import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CountedPage, OffsetPage } from '../../domain/paging/page.ts';
import type { Schema } from '../schema.ts';

/** Rows of a table in the order of their creation; `from` may say which ones: `custom_field where …`. */
export async function selectCountedPage<Row>(
  reader: Kysely<Schema>,
  from: RawBuilder<unknown>,
  { limit, offset }: OffsetPage,
): Promise<CountedPage<Row>> {
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`select * from ${from} order by created_at, id limit ${limit} offset ${offset}`.execute(reader),
    sql<{ total: number | string }>`select count(*) as total from ${from}`.execute(reader),
  ]);
  return { items: rows, total: Number(counted.rows[0]?.total) };
}
