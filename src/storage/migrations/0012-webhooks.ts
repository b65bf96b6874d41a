import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** Addresses that are told of what happens to catalogs, what each is still to be told, and which instance tells them. */
export function statements({ text, serial }: ColumnTypes) {
  return [
    sql`create table webhook (
      id ${text} primary key,
      url ${text} not null,
      catalog_id ${text},
      secret ${text} not null,
      created_at ${text} not null
    )`,
    sql`create table webhook_delivery (
      id ${serial},
      webhook_id ${text} not null references webhook (id) on delete cascade,
      catalog_id ${text} not null,
      message_id ${text} not null,
      body ${text} not null,
      attempts integer not null,
      pending_since ${text} not null,
      next_attempt_at ${text} not null,
      failed_at ${text},
      last_error ${text}
    )`,
    sql`create index webhook_delivery_pending on webhook_delivery (webhook_id, catalog_id, id) where failed_at is null`,
    sql`create index webhook_delivery_failed on webhook_delivery (failed_at) where failed_at is not null`,
    sql`create table webhook_sender (
      id integer primary key,
      holder ${text},
      beat integer not null
    )`,
    sql`insert into webhook_sender (id, holder, beat) values (1, null, 0)`,
  ];
}
