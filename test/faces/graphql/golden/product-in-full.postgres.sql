-- 5 statements on postgres

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
  and "next"."state" <> $1
  left join (
    select
      catalog_id,
      cast(
        coalesce(
          json_agg(
            json_build_array(
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
          ),
          '[]'
        ) as text
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
  release_id = $1
  and "node_id" = any ($2::text[])

select
  o.ordinal,
  x.product_id,
  x.sort_key,
  x.live_child_count,
  x.combination_count,
  null as matrix,
  case
    when coalesce(octet_length("x"."document"), 0) + coalesce(octet_length("x"."locales"), 0) <= $1 then "x"."document"
  end as "document",
  case
    when coalesce(octet_length("x"."document"), 0) + coalesce(octet_length("x"."locales"), 0) <= $2 then "x"."locales"
  end as "locales",
  coalesce(octet_length("x"."document"), 0) + coalesce(octet_length("x"."locales"), 0) as bytes
from
  release_ordinal o
  cross join release_product x
where
  o.release_id = $3
  and "o"."ordinal" = any ($4::int[])
  and x.release_id = o.release_id
  and x.sort_key = o.sort_key
  and x.is_live = 1

select
  product_id,
  live_child_count,
  combination_count,
  case
    when coalesce(octet_length("document"), 0) + coalesce(octet_length("locales"), 0) <= $1 then "document"
  end as "document",
  case
    when coalesce(octet_length("document"), 0) + coalesce(octet_length("locales"), 0) <= $2 then "locales"
  end as "locales",
  coalesce(octet_length("document"), 0) + coalesce(octet_length("locales"), 0) as bytes
from
  "release_product"
where
  release_id = $3
  and "product_id" = any ($4::text[])

select
  product_id,
  live_child_count,
  combination_count,
  case
    when coalesce(octet_length("document"), 0) + coalesce(octet_length("locales"), 0) <= $1 then "document"
  end as "document",
  case
    when coalesce(octet_length("document"), 0) + coalesce(octet_length("locales"), 0) <= $2 then "locales"
  end as "locales",
  coalesce(octet_length("document"), 0) + coalesce(octet_length("locales"), 0) as bytes
from
  "release_product"
where
  release_id = $3
  and "product_id" = any ($4::text[])
