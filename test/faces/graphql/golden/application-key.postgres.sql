-- 3 statements on postgres

select
  *
from
  "application_key"
where
  "id" = any ($1::text[])

select
  *
from
  "custom_api"
where
  "id" = any ($1::text[])

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
          "custom_field" x
        where
          true
          and "x"."custom_api_id" = wanted.parent_id
          and "x"."created_at" || ' ' || "x"."id" <= wanted.after_key
      ) as has_at_or_before,
      wanted.before_key is not null
      and exists (
        select
          1
        from
          "custom_field" x
        where
          true
          and "x"."custom_api_id" = wanted.parent_id
          and "x"."created_at" || ' ' || "x"."id" >= wanted.before_key
      ) as has_at_or_after
    from
      (
        select
          *
        from
          unnest($1::int[], $2::text[], $3::text[], $4::text[]) as wanted (position, parent_id, after_key, before_key)
      ) as wanted
  )
select
  listed.*,
  wanted.position,
  wanted.total,
  wanted.has_at_or_before,
  wanted.has_at_or_after,
  "listed"."created_at" || ' ' || "listed"."id" as sort_key
from
  wanted
  left join lateral (
    select
      x.*
    from
      "custom_field" x
    where
      true
      and "x"."custom_api_id" = wanted.parent_id
      and "x"."created_at" || ' ' || "x"."id" > coalesce(wanted.after_key, '')
      and "x"."created_at" || ' ' || "x"."id" < coalesce(wanted.before_key, '~')
    order by
      "x"."created_at" || ' ' || "x"."id" asc
    limit
      $5
  ) listed on true
