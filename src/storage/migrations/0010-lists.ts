import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';
import type { Schema } from '../schema.ts';

/**
 * What lists by cursor need: how large a matrix is before it is read, and indexes in the order of each list. Of a release that is
 * there already the size is seen from the matrix's text, where each combination has four quotation marks or more.
 */
export async function up(database: Kysely<Schema>, _types: ColumnTypes): Promise<void> {
  for (const statement of [
    sql`alter table release_product add column combination_count integer not null default 0`,
    sql`update release_product set combination_count = (length(matrix) - length(replace(matrix, '"', ''))) / 4
      where matrix is not null`,
    sql`create index release_node_list on release_node (release_id, sort_key)`,
    sql`create index application_key_list on application_key ((created_at || ' ' || id))`,
    sql`create index custom_api_list on custom_api ((created_at || ' ' || id))`,
    sql`create index custom_field_list on custom_field (custom_api_id, (created_at || ' ' || id))`,
    sql`create index offering_list on offering ((created_at || ' ' || id))`,
    sql`create index plan_list on plan (offering_id, id)`,
  ]) {
    await statement.execute(database);
  }
}
