import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** What instances that share a database change together, as JSON. Worth nothing after a crash. */
export function statements({ text, unlogged }: ColumnTypes) {
  return [
    sql`create ${unlogged} table shared_state (
    name ${text} primary key,
    version bigint not null,
    state ${text} not null
  )`,
  ];
}
