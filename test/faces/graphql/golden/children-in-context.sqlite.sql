-- 2 statements on sqlite

select
  "catalog"."id",
  "catalog"."name",
  "catalog"."created_at",
  "release"."id" as "release_id",
  "release"."published_at",
  "release"."product_count",
  "release"."languages",
  "rule"."id" as "rule_id",
  "rule"."name" as "rule_name",
  "rule"."channels",
  "rule"."tags",
  "rule"."account_ids",
  "rule"."account_tag_ids",
  "rule"."customer_ids",
  "rule"."unknown_criteria",
  "rule"."schedules",
  "rule"."created_at" as "rule_created_at"
from
  "catalog"
  left join "release" on "release"."id" = "catalog"."current_release_id"
  left join "catalog_rule" as "rule" on "rule"."catalog_id" = "catalog"."id"
order by
  "catalog"."created_at",
  "catalog"."id",
  "rule"."created_at",
  "rule"."id"

select
  *
from
  (
    with
      wanted as materialized (
        select
          wanted.position,
          wanted.parent_id,
          wanted.after_key,
          wanted.before_key,
          parent.is_live as parent_is_live,
          parent.is_base as parent_is_base,
          (
            select
              count(*)
            from
              release_product x
            where
              within_time ("x".rowid)
              and x.release_id = ?
              and x.parent_id = wanted.parent_id
              and x.is_live = 1
              and exists (
                select
                  1
                from
                  release_product_label label
                where
                  label.release_id = x.release_id
                  and label.product_id = x.product_id
                  and label.kind = 'tag'
                  and coalesce(label.value, '') in (
                    select
                      value
                    from
                      json_each(?)
                  )
                limit
                  1
                offset
                  0
              )
          ) as total,
          wanted.after_key is not null
          and exists (
            select
              1
            from
              release_product x
            where
              within_time ("x".rowid)
              and x.release_id = ?
              and x.parent_id = wanted.parent_id
              and x.is_live = 1
              and exists (
                select
                  1
                from
                  release_product_label label
                where
                  label.release_id = x.release_id
                  and label.product_id = x.product_id
                  and label.kind = 'tag'
                  and coalesce(label.value, '') in (
                    select
                      value
                    from
                      json_each(?)
                  )
                limit
                  1
                offset
                  0
              )
              and x.sort_key <= wanted.after_key
          ) as has_at_or_before,
          wanted.before_key is not null
          and exists (
            select
              1
            from
              release_product x
            where
              within_time ("x".rowid)
              and x.release_id = ?
              and x.parent_id = wanted.parent_id
              and x.is_live = 1
              and exists (
                select
                  1
                from
                  release_product_label label
                where
                  label.release_id = x.release_id
                  and label.product_id = x.product_id
                  and label.kind = 'tag'
                  and coalesce(label.value, '') in (
                    select
                      value
                    from
                      json_each(?)
                  )
                limit
                  1
                offset
                  0
              )
              and x.sort_key >= wanted.before_key
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
          left join release_product parent on parent.release_id = ?
          and parent.product_id = wanted.parent_id
      )
    select
      wanted.position,
      wanted.parent_is_live,
      wanted.parent_is_base,
      wanted.total,
      wanted.has_at_or_before,
      wanted.has_at_or_after,
      listed.sort_key,
      listed.product_id,
      listed.live_child_count,
      listed.locales,
      cast(null as text) as matrix,
      listed.document
    from
      wanted
      left join release_product listed on listed.rowid in (
        select
          x.rowid
        from
          release_product x
        where
          within_time ("x".rowid)
          and x.release_id = ?
          and x.parent_id = wanted.parent_id
          and x.is_live = 1
          and exists (
            select
              1
            from
              release_product_label label
            where
              label.release_id = x.release_id
              and label.product_id = x.product_id
              and label.kind = 'tag'
              and coalesce(label.value, '') in (
                select
                  value
                from
                  json_each(?)
              )
            limit
              1
            offset
              0
          )
          and x.sort_key > coalesce(wanted.after_key, '')
          and x.sort_key < coalesce(wanted.before_key, ':')
        order by
          x.sort_key desc
        limit
          ?
      )
  ) as list_group
