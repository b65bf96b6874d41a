import { sql } from 'kysely';

/**
 * What lists by cursor need: how large a matrix is before it is read, and indexes in the order of each list. Of a release that is
 * there already the size is seen from the matrix's text, where each combination has four quotation marks or more.
 */
export function statements() {
  return [
    sql`alter table release_product add column combination_count integer not null default 0`,
    sql`update release_product set combination_count = (length(matrix) - length(replace(matrix, '"', ''))) / 4
      where matrix is not null`,
    sql`create index release_node_list on release_node (release_id, sort_key)`,
    sql`create index application_key_list on application_key ((created_at || ' ' || id))`,
    sql`create index custom_api_list on custom_api ((created_at || ' ' || id))`,
    sql`create index custom_field_list on custom_field (custom_api_id, (created_at || ' ' || id))`,
    sql`create index offering_list on offering ((created_at || ' ' || id))`,
    sql`create index plan_list on plan (offering_id, id)`,
  ];
}
