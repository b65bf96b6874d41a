import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';
import type { Schema } from '../schema.ts';

/** How many requests each client and address has sent, for instances that share a database. Worth nothing after a crash. */
export async function up(database: Kysely<Schema>, { text, unlogged }: ColumnTypes): Promise<void> {
  await sql`create ${unlogged} table rate_limit (
    key ${text} primary key,
    points integer not null,
    expire bigint
  )`.execute(database);
}
