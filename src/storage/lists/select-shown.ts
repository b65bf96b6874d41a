import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseSlots } from '../../domain/product/product-slots.ts';
import type { Engine } from '../engines/engine.ts';
import { DamagedIndex } from '../index/index-manifest.ts';

/** What a listed product shows. */
export interface ShownRow {
  readonly sort_key: string;
  readonly lines: readonly string[];
}

/** That are read at once, before others get their turn. */
const rowsAtATime = 500;

/** By their ordinals. @throws DamagedIndex */
export async function selectShown(
  { reader, isOneOfNumbers }: Engine,
  releaseId: number,
  ordinals: readonly number[],
): Promise<Map<number, ShownRow>> {
  const found = new Map<number, ShownRow>();
  for (let start = 0; start < ordinals.length; start += rowsAtATime) {
    if (start > 0) await setImmediate();
    const rows = await reader
      .selectFrom('release_ordinal')
      .select(['ordinal', 'sort_key', 'slots'])
      .where('release_id', '=', releaseId)
      .where(isOneOfNumbers(sql.ref('ordinal'), ordinals.slice(start, start + rowsAtATime)))
      .execute();
    for (const { ordinal, sort_key, slots } of rows) {
      const lines = parseSlots(slots ?? '');
      if (lines) found.set(ordinal, { sort_key, lines });
    }
  }
  const lost = ordinals.find((ordinal) => !found.has(ordinal));
  if (lost !== undefined) throw new DamagedIndex(releaseId, `what the product of the ordinal ${lost} shows is missing`);
  return found;
}
