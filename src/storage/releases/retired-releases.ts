/** The rows of a retired release are removed after its retirement is committed. Where the process dies in between, another one removes them. */
import { sql } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { releaseTables, removeReleaseRows } from './release-rows.ts';

/**
 * Removes the rows of releases that were retired before that moment, and of those that are no more: a process that was stopped for long may have
 * gone on with one that others had discarded.
 */
export async function removeLeftRows(engine: Engine, retiredBefore: string): Promise<void> {
  for (const id of await releasesWithRows(engine)) {
    const release = await engine.writer
      .selectFrom('release')
      .select(['state', 'touched_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    const isLeft = !release || (release.state === 'retired' && (release.touched_at ?? '') < retiredBefore);
    if (isLeft) await removeRetired(engine, id);
  }
}

/** By the first key of each table, one step a release. */
async function releasesWithRows({ writer }: Engine): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  for (const table of releaseTables) {
    const least = sql`select min(release_id) as id from ${sql.table(table)}`;
    const { rows } = await sql<{ id: number }>`with recursive found (id) as (
        ${least}
        union all
        select (${least} where release_id > found.id) from found where found.id is not null
      ) select id from found where id is not null`.execute(writer);
    for (const { id } of rows) ids.add(id);
  }
  return ids;
}

/** What is done twice finds nothing to do. The release itself stays for ever, without what its index held: 50 kB of 100,000 products. */
export async function removeRetired(engine: Engine, id: number): Promise<void> {
  await removeReleaseRows(engine, id);
  await engine.writer
    .updateTable('release')
    .set({ touched_at: null, index_manifest: null })
    .where('id', '=', id)
    .execute();
}
