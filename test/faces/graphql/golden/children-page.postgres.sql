-- 6 statements on postgres

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
  "current_release_id",
  "next_release_id"
from
  "catalog"
where
  "current_release_id" is not null

select
  "format",
  "index_manifest",
  "live_product_count"
from
  "release"
where
  "id" = $1

select
  block,
  content
from
  release_index_block
where
  release_id = $1
  and "block" = any ($2::int[])

select
  block,
  content
from
  release_index_block
where
  release_id = $1
  and "block" = any ($2::int[])

select
  ordinal,
  sort_key,
  case
    when coalesce(octet_length("slots"), 0) <= $1 then "slots"
  end as "text",
  coalesce(octet_length("slots"), 0) as bytes
from
  release_ordinal
where
  release_id = $2
  and "ordinal" = any ($3::int[])
