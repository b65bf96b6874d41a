-- 3 statements on sqlite

select
  *
from
  "application_key"
where
  "id" in (
    select
      value
    from
      json_each(?)
  )

select
  *
from
  "custom_api"
where
  "id" in (
    select
      value
    from
      json_each(?)
  )

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
          value ->> 'position' as position,
          value ->> 'parentId' as parent_id,
          value ->> 'after' as after_key,
          value ->> 'before' as before_key
        from
          json_each(?)
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
  left join "custom_field" listed on listed.rowid in (
    select
      x.rowid
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
      ?
  )
