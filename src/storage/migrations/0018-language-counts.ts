import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';
import type { Schema } from '../schema.ts';

/** In which languages how many of a release's products are written, so that an import that adds to it need not read them all. */
export async function up(database: Kysely<Schema>, { text }: ColumnTypes): Promise<void> {
  await sql`alter table release add column language_counts ${text}`.execute(database);
}
