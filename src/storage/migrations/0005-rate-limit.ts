import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** How many requests each client and address has sent, for instances that share a database. Worth nothing after a crash. */
export function statements({ text, unlogged }: ColumnTypes) {
  return [
    sql`create ${unlogged} table rate_limit (
    key ${text} primary key,
    points integer not null,
    expire bigint
  )`,
  ];
}
