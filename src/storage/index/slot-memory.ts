/**
 * One part of what products show, as it was read from the database, within a number of bytes: what was read first is forgotten first. Found by
 * release and ordinal, so that nothing is kept of a product but its bytes. A page of 100 takes 1.4 to 1.7 times the processor's time
 * without it (`bench/notebook/fast-paths.md`).
 */
import type { PackedSlots } from '../../domain/product/packed-slots.ts';
import { ownLines } from '../../domain/product/product-slots.ts';
import { countLines, type ShownPart, type ShownProduct } from '../../domain/product/shown-product.ts';
import { createChunkMemory } from './chunk-memory.ts';
import { PlacesByOrdinal } from './places-by-ordinal.ts';
import { RunningReads } from './running-reads.ts';
import { checksumOfPacked } from './slot-checksums.ts';
import { type Added, chunkBytes, SlotChunks, type SlotText } from './slot-chunks.ts';

/** What a text of each has at the least. Details that are too long for one are an empty line. */
const fewestLines: Readonly<Record<ShownPart, number>> = { slots: ownLines, details: 1 };

export interface SlotMemory {
  /** To be called before what is found is passed on. */
  noteRead(): void;
  find(releaseId: number, ordinal: number): ShownProduct | null;
  /** Null: the text is none of that part, or not the one that was written. */
  add(releaseId: number, row: SlotRow): ShownProduct | null;
  forget(releaseId: number): void;
  forgetOthers(releaseIds: ReadonlySet<number>): void;
  /** Whether more can be added, and nothing is forgotten for it. */
  hasRoom(): boolean;
}

/** Of each part. */
export type ShownMemory = Readonly<Record<ShownPart, SlotMemory>>;

export interface SlotRow extends SlotText {
  readonly ordinal: number;
  /** Absent: there is none to compare with. */
  readonly checksum?: number | undefined;
}

/** `maxBytes` 0: nothing is kept. */
export function createSlotMemory(part: ShownPart, maxBytes: number, reads = new RunningReads()): SlotMemory {
  const chunks = new SlotChunks(maxBytes, createChunkMemory(chunkBytes, reads));
  const places = new PlacesByOrdinal();

  function addNew(releaseId: number, row: SlotRow): Added | null {
    const added = chunks.add(releaseId, row);
    const { slots, at } = added;
    if ('checksum' in row && checksumOfPacked(slots.packedAt(at)) !== row.checksum) return null;
    if (countLines(added) < fewestLines[part]) return null;
    if (row.checksum !== undefined) chunks.noteChecksum(added, row.checksum);
    return added;
  }

  function forgetIf(isForgotten: (releaseId: number) => boolean): void {
    places.forgetIf(isForgotten);
    chunks.forgetIf(isForgotten);
  }

  return {
    find(releaseId, ordinal) {
      const place = places.find(releaseId, ordinal);
      const slots = place && chunks.find(place.number);
      return slots ? toShown(releaseId, slots, place.at) : null;
    },

    add(releaseId, row) {
      const { ordinal, checksum } = row;
      const shared = checksum === undefined ? null : chunks.share(releaseId, row, checksum);
      const added = shared ?? addNew(releaseId, row);
      if (!added) return null;
      if (maxBytes > 0) places.set(releaseId, ordinal, added);
      return toShown(releaseId, added.slots, added.at);
    },

    noteRead: () => reads.noteRead(),
    forget: (releaseId) => forgetIf((id) => id === releaseId),
    forgetOthers: (releaseIds) => forgetIf((id) => !releaseIds.has(id)),
    hasRoom: () => chunks.hasRoom(),
  };
}

function toShown(releaseId: number, slots: PackedSlots, at: number): ShownProduct {
  return { releaseId: String(releaseId), slots, at, translation: 0, details: null };
}
