import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';
import type { Schema } from '../schema.ts';

/**
 * The platform's whole numbers have 64 bits: more than a column of 32, and more than a driver hands over exactly. They are kept as
 * texts of their digits.
 */
export async function up(database: Kysely<Schema>, { text }: ColumnTypes): Promise<void> {
  await sql`alter table plan add column frequency ${text}`.execute(database);
  await sql`update plan set frequency = cast(billing_frequency as text)`.execute(database);
  await sql`alter table plan drop column billing_frequency`.execute(database);
  await sql`alter table plan rename column frequency to billing_frequency`.execute(database);

  await sql`alter table application_key add column rate_limit ${text} not null default '0'`.execute(database);
  await sql`update application_key set rate_limit = cast(reserved_rate_limit as text)`.execute(database);
  await sql`alter table application_key drop column reserved_rate_limit`.execute(database);
  await sql`alter table application_key rename column rate_limit to reserved_rate_limit`.execute(database);
}
