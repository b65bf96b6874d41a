-- 21 statements on postgres

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
  *
from
  "file"
where
  "id" = any ($1::text[])

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

select
  wanted.value as keys,
  (
    select
      n0.document
    from
      release_node n0
    where
      n0.release_id = $1
      and n0.slug_key = substr(wanted.value, 1, 22)
    order by
      n0.depth,
      n0.sort_key
    limit
      1
  ) as document
from
  (
    select
      unnest($2::text[]) as value
  ) wanted

with
  wanted as materialized (
    select
      wanted.position,
      wanted.parent_id,
      wanted.after_key,
      wanted.before_key,
      cast(null as integer) as total,
      wanted.after_key is not null
      and exists (
        select
          1
        from
          "release_node" x
        where
          x.release_id = $1
          and "x"."parent_id" = wanted.parent_id
          and "x"."sort_key" <= wanted.after_key
      ) as has_at_or_before,
      wanted.before_key is not null
      and exists (
        select
          1
        from
          "release_node" x
        where
          x.release_id = $2
          and "x"."parent_id" = wanted.parent_id
          and "x"."sort_key" >= wanted.before_key
      ) as has_at_or_after
    from
      (
        select
          *
        from
          unnest($3::int[], $4::text[], $5::text[], $6::text[]) as wanted (position, parent_id, after_key, before_key)
      ) as wanted
  )
select
  listed.*,
  wanted.position,
  wanted.total,
  wanted.has_at_or_before,
  wanted.has_at_or_after,
  "listed"."sort_key" as sort_key
from
  wanted
  left join lateral (
    select
      x.*
    from
      "release_node" x
    where
      x.release_id = $7
      and "x"."parent_id" = wanted.parent_id
      and "x"."sort_key" > coalesce(wanted.after_key, '')
      and "x"."sort_key" < coalesce(wanted.before_key, '~')
    order by
      "x"."sort_key" asc
    limit
      $8
  ) listed on true
