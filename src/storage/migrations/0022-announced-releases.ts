import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** The release of each catalog that will be current in a moment. */
export async function up(database: Kysely<Schema>): Promise<void> {
  await sql`alter table catalog add column next_release_id integer`.execute(database);
}
