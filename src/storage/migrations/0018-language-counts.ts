import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** In which languages how many of a release's products are written, so that an import that adds to it need not read them all. */
export function statements({ text }: ColumnTypes) {
  return [sql`alter table release add column language_counts ${text}`];
}
