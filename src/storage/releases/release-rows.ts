/** What a release of any size holds, walked and removed some rows at a time: nobody waits for a long statement. */
import { sql } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { indexTables, removeIndex } from '../index/remove-index.ts';
import { removeInSteps } from '../remove-in-steps.ts';

/** With SQLite every request waits for a statement that removes rows, which stand in some ten pages each. */
const removedAtATime = 200;
const listedAtATime = 2000;

/** Where the records of each kind are, by their ids. */
export const recordTables = {
  products: { table: 'release_product', key: 'product_id' },
  nodes: { table: 'release_node', key: 'node_id' },
} as const;

const recordsAndOfRecords = [
  { table: 'release_product_label', key: 'product_id' },
  { table: 'release_price_range', key: 'product_id' },
  recordTables.products,
  recordTables.nodes,
] as const;

/** Each has `release_id` first in its primary key. */
export const releaseTables: readonly string[] = [...recordsAndOfRecords.map(({ table }) => table), ...indexTables];

export async function removeReleaseRows(engine: Engine, releaseId: number): Promise<void> {
  await removeIndex(engine, releaseId);
  for (const { table, key } of recordsAndOfRecords) {
    await removeInSteps(engine, { table, key, releaseId, atATime: removedAtATime });
  }
}

export async function listDigests(
  { reader }: Engine,
  releaseId: number,
  of: keyof typeof recordTables,
  after: string,
): Promise<Map<string, string>> {
  const { table, key } = recordTables[of];
  const { rows } = await sql<{ id: string; digest: string }>`select ${sql.ref(key)} as id, digest
    from ${sql.table(table)} where release_id = ${releaseId} and ${sql.ref(key)} > ${after}
    order by ${sql.ref(key)} limit ${sql.lit(listedAtATime)}`.execute(reader);
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}
