import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ShownProduct } from '../../domain/product/shown-product.ts';
import type { Engine } from '../engines/engine.ts';
import { DamagedIndex } from './index-manifest.ts';
import { otherSlots, type ReadSlotChecksums } from './slot-checksums.ts';
import type { SlotMemory } from './slot-memory.ts';

/** What the products of lists of one release show, in the order of their ordinals. @throws DamagedIndex */
export type ReadShown = (lists: readonly (readonly number[])[]) => Promise<readonly (readonly ShownProduct[])[]>;

export interface ReadShownOptions {
  readonly releaseId: number;
  readonly memory: SlotMemory;
  /** Null: there are none to compare with. */
  readonly readChecksums: ReadSlotChecksums | null;
}

/** That are read at once, before others get their turn. */
const rowsAtATime = 500;

/** Those that are not in memory in one statement. */
export function createReadShown(engine: Engine, { releaseId, memory, readChecksums }: ReadShownOptions): ReadShown {
  async function load(ordinals: readonly number[], found: Map<number, ShownProduct>): Promise<void> {
    const { reader, isOneOfNumbers } = engine.ofRelease(releaseId);
    const reading = reader
      .selectFrom('release_ordinal')
      .select(['ordinal', 'sort_key', 'slots'])
      .where('release_id', '=', releaseId)
      .where(isOneOfNumbers(sql.ref('ordinal'), ordinals))
      .execute();
    const [rows, checksumOf] = await Promise.all([reading, readChecksums?.(ordinals)]);
    for (const { ordinal, sort_key: sortKey, slots } of rows) {
      const row = { ordinal, sortKey, text: slots ?? '' };
      const shown = memory.add(releaseId, checksumOf ? { ...row, checksum: checksumOf(ordinal) } : row);
      if (!shown) throw otherSlots(releaseId, ordinal);
      found.set(ordinal, shown);
    }
    const lost = ordinals.find((ordinal) => !found.has(ordinal));
    if (lost === undefined) return;
    throw new DamagedIndex(releaseId, `what the product of the ordinal ${lost} shows is missing`);
  }

  return async (lists) => {
    const found = lists.map((ordinals) => ordinals.map((ordinal) => memory.find(releaseId, ordinal)));
    const missing = new Set(lists.flatMap((ordinals, at) => ordinals.filter((_, place) => !found[at]?.[place])));
    if (missing.size === 0) return found as ShownProduct[][];
    const loaded = new Map<number, ShownProduct>();
    for (let start = 0; start < missing.size; start += rowsAtATime) {
      if (start > 0) await setImmediate();
      await load([...missing].slice(start, start + rowsAtATime), loaded);
    }
    return lists.map((ordinals, at) =>
      ordinals.map((ordinal, place) => (found[at]?.[place] ?? loaded.get(ordinal)) as ShownProduct),
    );
  };
}
