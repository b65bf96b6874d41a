import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/**
 * Releases that answer variants, price ranges and languages. Before this version nothing but the demo store could be
 * loaded, so its releases are dropped instead of being converted: the next start loads it anew.
 */
export function statements({ text }: ColumnTypes) {
  return [
    sql`drop table release_product`,
    sql`drop table release_product_label`,
    sql`drop table release_node`,
    sql`delete from release`,
    sql`delete from catalog_rule`,
    sql`delete from catalog`,
    sql`alter table release add column touched_at ${text}`,
    sql`alter table release add column digest ${text}`,
    sql`alter table release add column languages ${text}`,
    sql`create table release_product (
      release_id integer not null,
      product_id ${text} not null,
      parent_id ${text},
      sort_key ${text} not null,
      is_live integer not null,
      is_base integer not null,
      live_child_count integer not null,
      name ${text},
      sku ${text},
      slug ${text},
      mpn ${text},
      upc_ean ${text},
      digest ${text} not null,
      price_points ${text},
      locales ${text},
      matrix ${text},
      unavailable_children ${text},
      document ${text} not null,
      constraint release_product_pkey primary key (release_id, product_id)
    )`,
    // In the order of the lists, and of live rows only: a page is one stretch of an index, wherever it lies.
    sql`create index release_product_child on release_product (release_id, parent_id, sort_key) where is_live = 1`,
    sql`create index release_product_list on release_product (release_id, sort_key) where is_live = 1`,
    sql`create index release_product_name on release_product (release_id, name)`,
    sql`create index release_product_sku on release_product (release_id, sku)`,
    sql`create index release_product_slug on release_product (release_id, slug)`,
    sql`create index release_product_mpn on release_product (release_id, mpn)`,
    sql`create index release_product_upc_ean on release_product (release_id, upc_ean)`,
    sql`create table release_product_label (
      release_id integer not null,
      kind ${text} not null check (kind in ('type', 'tag')),
      value ${text} not null,
      product_id ${text} not null,
      sort_key ${text} not null,
      constraint release_product_label_pkey primary key (release_id, product_id, kind, value)
    )`,
    sql`create index release_product_label_list on release_product_label (release_id, kind, value, sort_key)`,
    sql`create table release_price_range (
      release_id integer not null,
      product_id ${text} not null,
      currency ${text} not null,
      valid_from ${text} not null,
      valid_until ${text} not null,
      min_amount int8 not null,
      min_includes_tax integer not null,
      max_amount int8 not null,
      max_includes_tax integer not null,
      constraint release_price_range_pkey primary key (release_id, product_id, currency, valid_until)
    )`,
    sql`create table release_node (
      release_id integer not null,
      node_id ${text} not null,
      sort_key ${text} not null,
      digest ${text} not null,
      document ${text} not null,
      constraint release_node_pkey primary key (release_id, node_id)
    )`,
  ];
}
