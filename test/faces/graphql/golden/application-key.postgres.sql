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

select
  *
from
  custom_field x
where
  "custom_api_id" = any ($1::text[])
order by
  created_at,
  id
limit
  $2
