import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** What else a list may show of each product (`domain/product/product-details.ts`). Of releases of before, it is read from documents. */
export function statements({ text }: ColumnTypes) {
  return [sql`alter table release_ordinal add column details ${text}`];
}
