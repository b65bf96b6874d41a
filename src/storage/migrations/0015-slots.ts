import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** What each listed product shows by itself (`domain/product/product-slots.ts`). Releases of before have a lower format and are rebuilt. */
export function statements({ text }: ColumnTypes) {
  return [sql`alter table release_ordinal add column slots ${text}`];
}
