import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** A key that was rotated out verifies until then; null: it signs. */
export function statements({ text }: ColumnTypes) {
  return [sql`alter table signing_key add column expires_at ${text}`];
}
