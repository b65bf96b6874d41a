import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';
import type { Schema } from '../schema.ts';

/** What an import added to each record, and in which place the record stood. Of releases of before, nobody knows. */
export async function up(database: Kysely<Schema>, { text }: ColumnTypes): Promise<void> {
  for (const table of ['release_product', 'release_node']) {
    await sql`alter table ${sql.table(table)} add column added_members ${text}`.execute(database);
    await sql`alter table ${sql.table(table)} add column position bigint`.execute(database);
  }
}
