import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** Every table of the first version, in SQL that both engines take; `text` compares by code point on both. */
export function statements({ text, serial }: ColumnTypes) {
  return [
    sql`create table catalog (
      id ${text} primary key,
      name ${text} not null,
      created_at ${text} not null,
      current_release_id integer
    )`,
    sql`create table catalog_rule (
      id ${text} primary key,
      catalog_id ${text} not null references catalog (id),
      name ${text} not null,
      channels ${text} not null,
      tags ${text} not null,
      account_ids ${text} not null,
      schedules ${text} not null,
      created_at ${text} not null
    )`,
    sql`create table release (
      id ${serial},
      catalog_id ${text} not null,
      state ${text} not null check (state in ('building', 'published', 'retired')),
      created_at ${text} not null,
      published_at ${text},
      product_count integer not null,
      live_product_count integer not null
    )`,
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
      constraint release_product_label_pkey primary key (release_id, product_id, kind, value)
    )`,
    sql`create table release_node (
      release_id integer not null,
      node_id ${text} not null,
      sort_key ${text} not null,
      document ${text} not null,
      constraint release_node_pkey primary key (release_id, node_id)
    )`,
    sql`create table offering (
      id ${text} primary key,
      external_ref ${text},
      name ${text} not null,
      description ${text},
      external_product_refs ${text} not null,
      owner ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null
    )`,
    sql`create table plan (
      id ${text} primary key,
      offering_id ${text} not null references offering (id),
      name ${text} not null,
      description ${text},
      billing_interval_type ${text},
      billing_frequency integer,
      prices ${text} not null
    )`,
    sql`create table subscription (
      id ${text} primary key,
      external_ref ${text},
      account_id ${text} not null,
      offering_id ${text} not null,
      offering ${text} not null,
      plan_id ${text} not null,
      currency ${text} not null,
      name ${text} not null,
      email ${text} not null,
      payment_authority_type ${text},
      payment_customer_id ${text},
      payment_card_id ${text},
      owner ${text} not null,
      status ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      canceled_at ${text},
      paused_at ${text},
      resumed_at ${text},
      end_date ${text},
      state ${text}
    )`,
    sql`create table application_key (
      id ${text} primary key,
      name ${text} not null,
      client_id ${text} not null constraint application_key_client_id_key unique,
      secret_hash ${text},
      reserved_rate_limit integer not null,
      last_used_at ${text},
      created_at ${text} not null,
      updated_at ${text} not null
    )`,
    sql`create table custom_api (
      id ${text} primary key,
      name ${text} not null,
      description ${text} not null,
      slug ${text} not null,
      api_type ${text} not null constraint custom_api_api_type_key unique,
      created_at ${text} not null,
      updated_at ${text} not null
    )`,
    sql`create table custom_field (
      id ${text} primary key,
      custom_api_id ${text} not null constraint custom_field_custom_api_fkey references custom_api (id),
      name ${text} not null,
      description ${text} not null,
      slug ${text} not null,
      field_type ${text} not null,
      validation ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      constraint custom_field_slug_key unique (custom_api_id, slug)
    )`,
    sql`create table signing_key (
      id ${text} primary key,
      algorithm ${text} not null,
      private_jwk ${text} not null,
      created_at ${text} not null
    )`,
  ];
}
