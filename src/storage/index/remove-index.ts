import type { Engine } from '../engines/engine.ts';
import { type RemovalOptions, removeInSteps } from '../remove-in-steps.ts';

/** A statement's, which nobody may have to wait for. */
const removedAtATime = { release_ordinal: 1000, release_index_block: 100 } as const;

export const indexTables = ['release_ordinal', 'release_index_block'] as const;

/** Whatever there is of a release's index. */
export async function removeIndex(
  engine: Pick<Engine, 'writer' | 'isAmong'>,
  releaseId: number,
  options: RemovalOptions = {},
): Promise<void> {
  for (const table of indexTables) {
    const key = table === 'release_ordinal' ? 'ordinal' : 'block';
    const atATime = removedAtATime[table];
    await removeInSteps(engine, { ...options, table, key, releaseId, atATime });
  }
}
