import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** A digest of what each product of a release holds, so that two releases are compared without reading their documents. Products of before have none. */
export function statements({ text }: ColumnTypes) {
  return [sql`alter table release_product add column content_digest ${text}`];
}
