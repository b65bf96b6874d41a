import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';
import type { Schema } from '../schema.ts';

/** What else a list may show of each product (`domain/product/product-details.ts`). Of releases of before, it is read from documents. */
export async function up(database: Kysely<Schema>, { text }: ColumnTypes): Promise<void> {
  await sql`alter table release_ordinal add column details ${text}`.execute(database);
}
