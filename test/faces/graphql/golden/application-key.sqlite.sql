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

select
  *
from
  custom_field x
where
  within_time ("x".rowid)
  and "custom_api_id" in (
    select
      value
    from
      json_each(?)
  )
order by
  created_at,
  id
limit
  ?
