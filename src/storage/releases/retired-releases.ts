/** The rows of a retired release are removed after its retirement is committed. Where the process dies in between, another one removes them. */
import type { Engine } from '../engines/engine.ts';
import { removeReleaseRows } from './release-rows.ts';

/** Removes what is left of those that were retired before that moment; where `touched_at` is null, nothing is. */
export async function removeLeftOfRetired(engine: Engine, retiredBefore: string): Promise<void> {
  const left = await engine.writer
    .selectFrom('release')
    .select('id')
    .where('state', '=', 'retired')
    .where('touched_at', '<', retiredBefore)
    .execute();
  for (const { id } of left) await removeRetired(engine, id);
}

export async function removeRetired(engine: Engine, id: number): Promise<void> {
  await removeReleaseRows(engine, id);
  await engine.writer.updateTable('release').set({ touched_at: null }).where('id', '=', id).execute();
}
