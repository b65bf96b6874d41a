import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';
import type { Schema } from '../schema.ts';

/** Criteria that a rule may have beside channels, tags, accounts and schedules: JSON lists. */
export async function up(database: Kysely<Schema>, { text }: ColumnTypes): Promise<void> {
  for (const column of ['account_tag_ids', 'customer_ids', 'unknown_criteria']) {
    await sql`alter table catalog_rule add column ${sql.ref(column)} ${text} not null default '[]'`.execute(database);
  }
}
