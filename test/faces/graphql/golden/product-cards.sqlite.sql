-- 10 statements on sqlite

select
  "catalog"."id",
  "catalog"."name",
  "catalog"."created_at",
  "catalog"."files_published_at",
  "release"."id" as "release_id",
  "release"."published_at",
  "release"."product_count",
  "release"."languages",
  "release"."format",
  "next"."id" as "next_id",
  "next"."published_at" as "next_published_at",
  "next"."product_count" as "next_product_count",
  "next"."languages" as "next_languages",
  "rule"."texts" as "rules"
from
  "catalog"
  left join "release" on "release"."id" = "catalog"."current_release_id"
  left join "release" as "next" on "next"."id" = "catalog"."next_release_id"
  and "next"."id" <> "catalog"."current_release_id"
  and "next"."state" <> ?
  left join (
    select
      catalog_id,
      json_group_array(
        json_array(
          "id",
          "name",
          "channels",
          "tags",
          "account_ids",
          "account_tag_ids",
          "customer_ids",
          "unknown_criteria",
          "schedules",
          "created_at"
        )
      ) as texts
    from
      catalog_rule
    group by
      catalog_id
  ) as "rule" on "rule"."catalog_id" = "catalog"."id"
order by
  "catalog"."created_at",
  "catalog"."id"

select
  *
from
  "file"
where
  "id" in (
    select
      value
    from
      json_each(?)
  )

select
  block,
  content
from
  release_index_block
where
  release_id = ?
  and "block" in (
    select
      value
    from
      json_each(?)
  )

select
  node_id,
  document
from
  "release_node"
where
  release_id = ?
  and "node_id" in (
    select
      value
    from
      json_each(?)
  )

select
  node_id,
  document
from
  "release_node"
where
  release_id = ?
  and "node_id" in (
    select
      value
    from
      json_each(?)
  )

select
  ordinal,
  sort_key,
  case
    when coalesce(octet_length ("details"), 0) <= ? then "details"
  end as "text",
  coalesce(octet_length ("details"), 0) as bytes
from
  release_ordinal
where
  release_id = ?
  and "ordinal" in (
    select
      value
    from
      json_each(?)
  )

select
  ordinal,
  sort_key,
  case
    when coalesce(octet_length ("details"), 0) <= ? then "details"
  end as "text",
  coalesce(octet_length ("details"), 0) as bytes
from
  release_ordinal
where
  release_id = ?
  and "ordinal" in (
    select
      value
    from
      json_each(?)
  )

select
  ordinal,
  sort_key,
  case
    when coalesce(octet_length ("slots"), 0) <= ? then "slots"
  end as "text",
  coalesce(octet_length ("slots"), 0) as bytes
from
  release_ordinal
where
  release_id = ?
  and "ordinal" in (
    select
      value
    from
      json_each(?)
  )

select
  ordinal,
  sort_key,
  case
    when coalesce(octet_length ("slots"), 0) <= ? then "slots"
  end as "text",
  coalesce(octet_length ("slots"), 0) as bytes
from
  release_ordinal
where
  release_id = ?
  and "ordinal" in (
    select
      value
    from
      json_each(?)
  )

select
  product_id,
  live_child_count,
  combination_count,
  case
    when coalesce(octet_length ("document"), 0) + coalesce(octet_length ("locales"), 0) <= ? then "document"
  end as "document",
  case
    when coalesce(octet_length ("document"), 0) + coalesce(octet_length ("locales"), 0) <= ? then "locales"
  end as "locales",
  coalesce(octet_length ("document"), 0) + coalesce(octet_length ("locales"), 0) as bytes
from
  "release_product"
where
  release_id = ?
  and "product_id" in (
    select
      value
    from
      json_each(?)
  )
