import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** What imported records hold beside the contract's members: a JSON text, null where there is nothing. */
export function statements({ text }: ColumnTypes) {
  return ['offering', 'custom_api', 'custom_field'].map(
    (table) => sql`alter table ${sql.table(table)} add column unknown_members ${text}`,
  );
}
