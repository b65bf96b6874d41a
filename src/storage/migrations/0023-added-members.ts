import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** What an import added to each record, and in which place the record stood. Of releases of before, nobody knows. */
export function statements({ text }: ColumnTypes) {
  return ['release_product', 'release_node'].flatMap((table) => [
    sql`alter table ${sql.table(table)} add column added_members ${text}`,
    sql`alter table ${sql.table(table)} add column position bigint`,
  ]);
}
