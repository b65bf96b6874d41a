import { setImmediate } from 'node:timers/promises';
import type { ShownProduct } from '../../domain/product/shown-product.ts';
import type { SlotMemory } from './slot-memory.ts';
import type { SlotRows } from './slot-rows.ts';

/** What the products of lists of one release show, in the order of their ordinals. @throws DamagedIndex */
export type ReadShown = (lists: readonly (readonly number[])[]) => Promise<readonly (readonly ShownProduct[])[]>;

export interface ReadShownOptions {
  readonly releaseId: number;
  readonly memory: SlotMemory;
  readonly rows: SlotRows;
  /** Called when something has not been in memory. */
  readonly onMissing: () => void;
}

/** That are read at once, before others get their turn. */
const rowsAtATime = 500;

/** Those that are not in memory in one statement. */
export function createReadShown({ releaseId, memory, rows, onMissing }: ReadShownOptions): ReadShown {
  return async (lists) => {
    memory.noteRead();
    const found = lists.map((ordinals) => ordinals.map((ordinal) => memory.find(releaseId, ordinal)));
    const missing = new Set(lists.flatMap((ordinals, at) => ordinals.filter((_, place) => !found[at]?.[place])));
    if (missing.size === 0) return found as ShownProduct[][];
    const loaded = new Map<number, ShownProduct>();
    for (let start = 0; start < missing.size; start += rowsAtATime) {
      if (start > 0) await setImmediate();
      const some = await rows.load([...missing].slice(start, start + rowsAtATime));
      for (const [ordinal, shown] of some) loaded.set(ordinal, shown);
    }
    onMissing();
    return lists.map((ordinals, at) =>
      ordinals.map((ordinal, place) => (found[at]?.[place] ?? loaded.get(ordinal)) as ShownProduct),
    );
  };
}
