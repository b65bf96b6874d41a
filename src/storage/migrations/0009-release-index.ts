import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/**
 * A release as its own index (`storage/index/`). Releases of before have format 1 and are rebuilt. Their labels stay where they are
 * as long as they are kept, for instances of the version before, and because the index is built from them.
 */
export function statements({ text, bytes }: ColumnTypes) {
  return [
    sql`alter table release add column format integer not null default 1`,
    sql`alter table release add column index_manifest ${text}`,
    sql`alter table release add column index_lease ${text}`,
    sql`alter table release_product add column labels ${text}`,
    sql`create table release_ordinal (
      release_id integer not null,
      ordinal integer not null,
      sort_key ${text} not null,
      constraint release_ordinal_pkey primary key (release_id, ordinal)
    )`,
    sql`create unique index release_ordinal_sort_key on release_ordinal (release_id, sort_key)`,
    sql`create table release_index_block (
      release_id integer not null,
      block integer not null,
      content ${bytes} not null,
      constraint release_index_block_pkey primary key (release_id, block)
    )`,
    // What the index finds now.
    ...['name', 'sku', 'slug', 'mpn', 'upc_ean'].map(
      (column) => sql`drop index ${sql.ref(`release_product_${column}`)}`,
    ),
  ];
}
