import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/**
 * The platform's whole numbers have 64 bits: more than a column of 32, and more than a driver hands over exactly. They are kept as
 * texts of their digits.
 */
export function statements({ text }: ColumnTypes) {
  return [
    sql`alter table plan add column frequency ${text}`,
    sql`update plan set frequency = cast(billing_frequency as text)`,
    sql`alter table plan drop column billing_frequency`,
    sql`alter table plan rename column frequency to billing_frequency`,
    sql`alter table application_key add column rate_limit ${text} not null default '0'`,
    sql`update application_key set rate_limit = cast(reserved_rate_limit as text)`,
    sql`alter table application_key drop column reserved_rate_limit`,
    sql`alter table application_key rename column rate_limit to reserved_rate_limit`,
  ];
}
