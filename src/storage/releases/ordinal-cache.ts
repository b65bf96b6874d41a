import { LRUCache } from 'lru-cache';
import { memoised } from '../../lib/memo.ts';

/** What ordinals mean the same in: an index as long as it stays open (`ReleaseIndex.opening`), or one language of what it lists. */
type Opening = number | string;

/**
 * What was read from releases, by its ordinals. Values that were read together, and may
 * share memory, go together: those first that nothing was needed of for the longest time.
 */
export interface OrdinalCache<Value> {
  /** Null: it is not known. */
  getEach(opening: Opening, ordinals: readonly number[]): (Value | null)[];
  /** `size`: of all of them. */
  add(opening: Opening, values: ReadonlyMap<number, Value>, size: number): void;
}

interface Batch {
  readonly opening: Opening;
  readonly ordinals: readonly number[];
}

interface Placed<Value> {
  readonly value: Value;
  readonly batch: Batch;
}

export function createOrdinalCache<Value extends object>(maxSize: number): OrdinalCache<Value> {
  /** By openings and ordinals. A page looks a hundred of them up: no text is made of any, and whole numbers that are small are found soonest. */
  const places = new Map<Opening, Map<number, Placed<Value>>>();
  const batches = new LRUCache<Batch, true>({ maxSize, dispose: (_, batch) => forget(batch) });
  let lastUsed: Batch | null = null;

  function forget(batch: Batch): void {
    const ofOpening = places.get(batch.opening);
    for (const ordinal of batch.ordinals) if (ofOpening?.get(ordinal)?.batch === batch) ofOpening.delete(ordinal);
    if (ofOpening?.size === 0) places.delete(batch.opening);
    if (lastUsed === batch) lastUsed = null;
  }

  return {
    getEach(opening, ordinals) {
      const ofOpening = places.get(opening);
      return ordinals.map((ordinal) => {
        const placed = ofOpening?.get(ordinal);
        if (!placed) return null;
        if (placed.batch !== lastUsed) batches.get(placed.batch);
        lastUsed = placed.batch;
        return placed.value;
      });
    },
    add(opening, values, size) {
      if (size > maxSize) return;
      const batch = { opening, ordinals: [...values.keys()] };
      const ofOpening = memoised(places, opening, () => new Map());
      for (const [ordinal, value] of values) ofOpening.set(ordinal, { value, batch });
      batches.set(batch, true, { size: Math.max(1, size) });
    },
  };
}
