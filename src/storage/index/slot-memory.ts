/**
 * What products show, as it was read from the database, within a number of bytes: what was read first is forgotten first. Found by
 * release and ordinal, so that nothing is kept of a product but its bytes. A page of 100 takes 1.4 to 1.7 times the processor's time
 * without it (`bench/baseline.md`, fast paths).
 */
import { LRUCache } from 'lru-cache';
import { PackedSlots, roomOf } from '../../domain/product/packed-slots.ts';
import { type ShownProduct, toShownProduct } from '../../domain/product/shown-product.ts';
import { checksumOfPacked } from './slot-checksums.ts';

/** Some 400 products. */
const chunkBytes = 256_000;
/** Of neighbours, whose places stand together. */
const ordinalsOfPage = 4096;
/** 16 MB at the most: two numbers for each ordinal. */
const maxPages = 500;
/** More than any release has. */
const maxPagesOfRelease = 2 ** 20;

export interface SlotMemory {
  find(releaseId: number, ordinal: number): ShownProduct | null;
  /** Null: the text is none of slots, or not the one that was written. */
  add(releaseId: number, row: SlotRow): ShownProduct | null;
  forget(releaseId: number): void;
}

export interface SlotRow {
  readonly ordinal: number;
  readonly sortKey: string;
  readonly text: string;
  /** Absent: there is none to compare with. */
  readonly checksum?: number | undefined;
}

/** `maxBytes` 0: nothing is kept. */
export function createSlotMemory(maxBytes: number): SlotMemory {
  const chunks = createChunks(maxBytes);
  /** Of each ordinal of a page the number of its chunk, 0 where there is none, and its place there. */
  const pages = new LRUCache<number, Int32Array>({ max: maxPages });

  function note(releaseId: number, ordinal: number, at: number): void {
    const number = pageOf(releaseId, ordinal);
    const page = pages.peek(number) ?? new Int32Array(2 * ordinalsOfPage);
    pages.set(number, page);
    const index = 2 * (ordinal % ordinalsOfPage);
    page[index] = chunks.newestNumber;
    page[index + 1] = at;
  }

  return {
    find(releaseId, ordinal) {
      const page = pages.peek(pageOf(releaseId, ordinal));
      if (!page) return null;
      const index = 2 * (ordinal % ordinalsOfPage);
      const slots = chunks.find(page[index] as number);
      return slots ? { releaseId: String(releaseId), slots, at: page[index + 1] as number, translation: 0 } : null;
    },

    add(releaseId, row) {
      const { ordinal, sortKey, text } = row;
      const { slots, at } = chunks.add(sortKey, text);
      if ('checksum' in row && checksumOfPacked(slots.packedAt(at)) !== row.checksum) return null;
      const shown = toShownProduct({ releaseId: String(releaseId), slots, at, translation: 0 });
      if (shown && maxBytes > 0) note(releaseId, ordinal, at);
      return shown;
    },

    forget(releaseId) {
      for (const page of pages.keys()) {
        if (Math.floor(page / maxPagesOfRelease) === releaseId) pages.delete(page);
      }
    },
  };
}

/** Numbered from 1 on; those that were begun first go first. */
function createChunks(maxBytes: number) {
  const chunks = new Map<number, PackedSlots>();
  let newest = new PackedSlots(0);
  let newestNumber = 0;
  let bytes = 0;

  function begin(room: number): void {
    newest = new PackedSlots(Math.max(room, chunkBytes));
    newestNumber += 1;
    chunks.set(newestNumber, newest);
    bytes += newest.bytes.length;
    for (const [number, chunk] of chunks) {
      if (bytes <= maxBytes || chunk === newest) return;
      chunks.delete(number);
      bytes -= chunk.bytes.length;
    }
  }

  return {
    get newestNumber() {
      return newestNumber;
    },
    find: (number: number) => chunks.get(number),
    add(sortKey: string, text: string): { readonly slots: PackedSlots; readonly at: number } {
      const at = newest.add(sortKey, text);
      if (at !== null) return { slots: newest, at };
      begin(roomOf(sortKey, text));
      return { slots: newest, at: newest.add(sortKey, text) as number };
    },
  };
}

function pageOf(releaseId: number, ordinal: number): number {
  return releaseId * maxPagesOfRelease + Math.floor(ordinal / ordinalsOfPage);
}
