import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** The places of nodes in their release's tree (`storage/index/node-tree.ts`). Releases of before get them when they are rebuilt. */
export function statements({ text }: ColumnTypes) {
  return [
    sql`alter table release_node add column parent_id ${text}`,
    sql`alter table release_node add column slug_key ${text}`,
    sql`alter table release_node add column depth integer not null default 0`,
    sql`create index release_node_children on release_node (release_id, parent_id, sort_key)`,
    sql`create index release_node_slug on release_node (release_id, slug_key, depth, sort_key)`,
  ];
}
