import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';
import type { Schema } from '../schema.ts';

/** A digest of what each product of a release holds, so that two releases are compared without reading their documents. Products of before have none. */
export async function up(database: Kysely<Schema>, { text }: ColumnTypes): Promise<void> {
  await sql`alter table release_product add column content_digest ${text}`.execute(database);
}
