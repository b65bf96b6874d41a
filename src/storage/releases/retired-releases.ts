/** What a retired release held goes after its retirement is written: whoever dies in between leaves it to others. */
import type { Engine } from '../engines/engine.ts';
import { removeReleaseRows } from './release-rows.ts';

/** Of those that were retired before that moment, what is left; nothing is known to be where `touched_at` is null. */
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
