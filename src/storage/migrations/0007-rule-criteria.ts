import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** Criteria that a rule may have beside channels, tags, accounts and schedules: JSON lists. */
export function statements({ text }: ColumnTypes) {
  return ['account_tag_ids', 'customer_ids', 'unknown_criteria'].map(
    (column) => sql`alter table catalog_rule add column ${sql.ref(column)} ${text} not null default '[]'`,
  );
}
