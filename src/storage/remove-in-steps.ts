/** Rows of a release are removed some at a time, in the order of their keys: nobody waits for a long statement. */
import { type RawBuilder, sql } from 'kysely';
import { compareCodePoints } from '../domain/paging/sort-key.ts';
import type { Engine } from './engines/engine.ts';

export interface RemovalOptions {
  /** A condition, of each statement; absent: nobody else makes or removes these rows. Where it is not met any more, the rest stays. */
  readonly whileOurs?: () => RawBuilder<unknown>;
  /** Called again and again: throws when it is not to go on. */
  readonly onProgress?: () => Promise<void>;
}

interface Removal extends RemovalOptions {
  readonly table: string;
  /** After `release_id` in its primary key; whole numbers from 0, or texts that are not empty. */
  readonly key: string;
  readonly releaseId: number;
  readonly atATime: number;
}

type Key = string | number;

function compareKeys(a: Key, b: Key): number {
  return typeof a === 'number' ? a - Number(b) : compareCodePoints(a, String(b));
}

/** Ends when it has found nothing from the beginning: others may have added some meanwhile. */
export async function removeInSteps(engine: Pick<Engine, 'writer' | 'isAmong'>, removal: Removal): Promise<void> {
  for (let after: Key | null = null; ; ) {
    const keys: Key[] = await removeSome(engine, removal, after);
    await removal.onProgress?.();
    if (keys.length === 0 && after === null) return;
    after = keys.sort(compareKeys).at(-1) ?? null;
  }
}

/**
 * NOTE: PostgreSQL takes a range whose end it does not know for a third of the release, and reads the whole table to find it; and so it does for a join
 * with the next keys, while the table is of some ten thousand rows. What was removed stands in its index until that is vacuumed, or for as long as a
 * backup takes: whoever looks for the next ones goes past it.
 */
async function removeSome(
  { writer, isAmong }: Pick<Engine, 'writer' | 'isAmong'>,
  { table, key, releaseId, atATime, whileOurs = () => sql`true` }: Removal,
  after: Key | null,
) {
  const [rowsOf, column] = [sql.table(table), sql.ref(key)];
  const isNext = after === null ? sql`` : sql` and ${column} > ${after}`;
  const next = sql`select ${column} from ${rowsOf} where release_id = ${releaseId}${isNext} order by ${column} limit ${sql.lit(atATime)}`;
  const { rows } = await sql<{ key: Key }>`delete from ${rowsOf} where release_id = ${releaseId}
    and ${isAmong(column, next)} and ${whileOurs()} returning ${column} as key`.execute(writer);
  return rows.map((row) => row.key);
}
