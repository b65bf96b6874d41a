import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';
import type { Schema } from '../schema.ts';

/** What instances that share a database change together, as JSON. Worth nothing after a crash. */
export async function up(database: Kysely<Schema>, { text, unlogged }: ColumnTypes): Promise<void> {
  await sql`create ${unlogged} table shared_state (
    name ${text} primary key,
    version bigint not null,
    state ${text} not null
  )`.execute(database);
}
