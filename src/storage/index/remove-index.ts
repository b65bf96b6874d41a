import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engines/engine.ts';

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
  { writer }: Engine,
  releaseId: number,
  { whileOurs = () => sql`true`, onProgress }: RemoveIndexOptions = {},
): Promise<void> {
  for (const table of indexTables) {
    const key = sql.ref(table === 'release_ordinal' ? 'ordinal' : 'block');
    for (;;) {
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where release_id = ${releaseId}
        and ${key} < (select min(${key}) from ${sql.table(table)} where release_id = ${releaseId})
          + ${sql.lit(removedAtATime[table])} and ${whileOurs()}`.execute(writer);
      await onProgress?.();
      if (numAffectedRows === 0n) break;
    }
  }
}
