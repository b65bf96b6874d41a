import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';
import type { Schema } from '../schema.ts';

/** What imported records hold beside the contract's members: a JSON text, null where there is nothing. */
export async function up(database: Kysely<Schema>, { text }: ColumnTypes): Promise<void> {
  for (const table of ['offering', 'custom_api', 'custom_field']) {
    await sql`alter table ${sql.table(table)} add column unknown_members ${text}`.execute(database);
  }
}
