import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** What each idempotency key was answered with. */
export function statements({ text }: ColumnTypes) {
  return [
    sql`create table idempotency_key (
    actor ${text} not null,
    operation ${text} not null,
    key_hash ${text} not null,
    fingerprint ${text} not null,
    answer ${text} not null,
    created_at ${text} not null,
    constraint idempotency_key_pkey primary key (actor, operation, key_hash)
  )`,
    sql`create index idempotency_key_age on idempotency_key (created_at)`,
  ];
}
