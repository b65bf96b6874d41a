import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';
import type { Schema } from '../schema.ts';

/** Where the platform keeps files and pictures, and when their records last changed. */
export async function up(database: Kysely<Schema>, { text }: ColumnTypes): Promise<void> {
  for (const statement of [
    sql`create table file (id ${text} not null, document ${text} not null, constraint file_pkey primary key (id))`,
    sql`alter table catalog add column files_published_at ${text}`,
  ]) {
    await statement.execute(database);
  }
}
