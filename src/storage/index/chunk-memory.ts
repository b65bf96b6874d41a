import { PackedSlots } from '../../domain/product/packed-slots.ts';
import type { RunningReads } from './running-reads.ts';

export interface ChunkMemory {
  take(): PackedSlots;
  /** `most`: of all that are kept to be used again. */
  giveBack(slots: PackedSlots, most: number): void;
}

interface Waiting {
  /** Null: left to the collector. */
  slots: PackedSlots | null;
}

/**
 * Memory of one size, which is used again when nobody reads it any more. Fresh memory lies outside of V8's heap, all of which V8 marks each time that
 * some 20 MB of it were taken: after each publication for as long as its products are read (docs/decisions/0032-slots-are-read-ahead.md).
 */
export function createChunkMemory(bytes: number, reads: RunningReads): ChunkMemory {
  const free: PackedSlots[] = [];
  const waiting = new Set<Waiting>();

  return {
    take() {
      const known = free.pop();
      if (known) return known.emptied();
      // What is read for long would be kept beside what is used instead of it.
      for (const oldest of waiting) {
        waiting.delete(oldest);
        oldest.slots = null;
        break;
      }
      return new PackedSlots(bytes);
    },

    giveBack(slots, most) {
      if (free.length + waiting.size >= most) return;
      const one: Waiting = { slots };
      waiting.add(one);
      reads.afterThose(() => {
        waiting.delete(one);
        if (one.slots) free.push(one.slots);
      });
    },
  };
}
