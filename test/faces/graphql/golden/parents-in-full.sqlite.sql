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
  sort_key
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
  product_id,
  currency,
  valid_until,
  min_includes_tax,
  max_includes_tax,
  cast(min_amount as text) as min_amount,
  cast(max_amount as text) as max_amount
from
  (
    select
      value
    from
      json_each(?)
  ) as product
  cross join (
    select
      value
    from
      json_each(?)
  ) as wanted
  join release_price_range on release_id = ?
  and product_id = product.value
  and currency = wanted.value
  and valid_until = (
    select
      min(later.valid_until)
    from
      release_price_range later
    where
      later.release_id = ?
      and later.product_id = product.value
      and later.currency = wanted.value
      and later.valid_until > ?
  )
where
  valid_from <= ?

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

select
  product_id,
  matrix,
  unavailable_children
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

select
  wanted.value,
  (
    select
      ordinal
    from
      release_ordinal
    where
      release_id = ?
      and sort_key <= wanted.value
    order by
      sort_key desc
    limit
      1
  ) as last,
  (
    select
      ordinal
    from
      release_ordinal
    where
      release_id = ?
      and sort_key >= wanted.value
    order by
      sort_key
    limit
      1
  ) as next
from
  (
    select
      value
    from
      json_each(?)
  ) as wanted
