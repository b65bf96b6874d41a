import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { removeInSteps } from '../remove-in-steps.ts';

/** A statement's, which nobody may have to wait for. */
const removedAtATime = { release_ordinal: 1000, release_index_block: 100 } as const;

export const indexTables = ['release_ordinal', 'release_index_block'] as const;

export interface RemoveIndexOptions {
  /** A condition, of each statement; absent: nobody else makes the index. Where it is not met any more, the rest stays. */
  readonly whileOurs?: () => RawBuilder<unknown>;
  /** Called again and again: throws when it is not to go on. */
  readonly onProgress?: () => Promise<void>;
}

/** Whatever there is of a release's index. */
export async function removeIndex(
  engine: Pick<Engine, 'writer'>,
  releaseId: number,
  { whileOurs = () => sql`true`, onProgress }: RemoveIndexOptions = {},
): Promise<void> {
  for (const table of indexTables) {
    const key = table === 'release_ordinal' ? 'ordinal' : 'block';
    const atATime = removedAtATime[table];
    await removeInSteps(engine, { table, key, releaseId, atATime, where: whileOurs, onProgress });
  }
}
