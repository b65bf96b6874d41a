import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';
import type { Schema } from '../schema.ts';

/** What each listed product shows by itself (`domain/product/product-slots.ts`). Releases of before have a lower format and are rebuilt. */
export async function up(database: Kysely<Schema>, { text }: ColumnTypes): Promise<void> {
  await sql`alter table release_ordinal add column slots ${text}`.execute(database);
}
