/**
 * One part of what products show, as it was read from the database, within a number of bytes: what was read first is forgotten first. Found by
 * release and ordinal, so that nothing is kept of a product but its bytes. A page of 100 takes 1.4 to 1.7 times the processor's time
 * without it (`bench/baseline.md`, fast paths).
 */
import { LRUCache } from 'lru-cache';
import { PackedSlots, roomOf } from '../../domain/product/packed-slots.ts';
import { ownLines } from '../../domain/product/product-slots.ts';
import { countLines, type ShownPart, type ShownProduct } from '../../domain/product/shown-product.ts';
import { type ChunkMemory, createChunkMemory } from './chunk-memory.ts';
import { RunningReads } from './running-reads.ts';
import { checksumOfPacked } from './slot-checksums.ts';

/** Some 400 products. */
const chunkBytes = 256_000;
/** That wait to be used again beside as many as there is room for: while memory is full, one is given up for each that is begun. */
const spareChunks = 8;
/** Of neighbours, whose places stand together. */
const ordinalsOfPage = 4096;
/** 16 MB at the most: two numbers for each ordinal. */
const maxPages = 500;
/** More than any release has. */
const maxPagesOfRelease = 2 ** 20;
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

export interface SlotRow {
  readonly ordinal: number;
  readonly sortKey: string;
  readonly text: string;
  /** Absent: there is none to compare with. */
  readonly checksum?: number | undefined;
}

/** `maxBytes` 0: nothing is kept. */
export function createSlotMemory(part: ShownPart, maxBytes: number, reads = new RunningReads()): SlotMemory {
  const chunks = createChunks(maxBytes, createChunkMemory(chunkBytes, reads));
  /** Of each ordinal of a page the number of its chunk, 0 where there is none, and its place there. */
  const pages = new LRUCache<number, Int32Array>({ max: maxPages });

  function note(releaseId: number, ordinal: number, { number, at }: Added): void {
    const pageNumber = pageOf(releaseId, ordinal);
    const page = pages.peek(pageNumber) ?? new Int32Array(2 * ordinalsOfPage);
    pages.set(pageNumber, page);
    const index = 2 * (ordinal % ordinalsOfPage);
    page[index] = number;
    page[index + 1] = at;
  }

  function forgetIf(isForgotten: (releaseId: number) => boolean): void {
    for (const page of pages.keys()) {
      if (isForgotten(Math.floor(page / maxPagesOfRelease))) pages.delete(page);
    }
    chunks.forgetIf(isForgotten);
  }

  return {
    find(releaseId, ordinal) {
      const page = pages.peek(pageOf(releaseId, ordinal));
      if (!page) return null;
      const index = 2 * (ordinal % ordinalsOfPage);
      const slots = chunks.find(page[index] as number);
      return slots ? toShown(releaseId, slots, page[index + 1] as number) : null;
    },

    add(releaseId, row) {
      const { ordinal, sortKey, text } = row;
      const added = chunks.add(releaseId, sortKey, text);
      const { slots, at } = added;
      if ('checksum' in row && checksumOfPacked(slots.packedAt(at)) !== row.checksum) return null;
      if (countLines(added) < fewestLines[part]) return null;
      if (maxBytes > 0) note(releaseId, ordinal, added);
      return toShown(releaseId, slots, at);
    },

    noteRead: () => reads.noteRead(),
    forget: (releaseId) => forgetIf((id) => id === releaseId),
    forgetOthers: (releaseIds) => forgetIf((id) => !releaseIds.has(id)),
    hasRoom: chunks.haveRoom,
  };
}

/** Of one release. */
interface Chunk {
  readonly releaseId: number;
  readonly slots: PackedSlots;
}

interface Added {
  /** Of its chunk. */
  readonly number: number;
  readonly slots: PackedSlots;
  readonly at: number;
}

/** Numbered from 1 on; those that were begun first go first. */
function createChunks(maxBytes: number, memory: ChunkMemory) {
  const chunks = new Map<number, Chunk>();
  /** Of each release the one that is added to. */
  const newest = new Map<number, number>();
  let count = 0;
  let bytes = 0;

  function drop(number: number, { releaseId, slots }: Chunk): void {
    chunks.delete(number);
    bytes -= slots.bytes.length;
    if (slots.bytes.length === chunkBytes)
      memory.giveBack(slots, spareChunks + Math.max(0, (maxBytes - bytes) / chunkBytes));
    if (newest.get(releaseId) === number) newest.delete(releaseId);
  }

  function begin(releaseId: number, room: number): void {
    const begun = { releaseId, slots: room > chunkBytes ? new PackedSlots(room) : memory.take() };
    count += 1;
    chunks.set(count, begun);
    newest.set(releaseId, count);
    bytes += begun.slots.bytes.length;
    for (const [number, chunk] of chunks) {
      if (bytes <= maxBytes || chunk === begun) return;
      drop(number, chunk);
    }
  }

  function addToNewest(releaseId: number, sortKey: string, text: string): Added | null {
    const number = newest.get(releaseId) ?? 0;
    const slots = chunks.get(number)?.slots;
    const at = slots?.add(sortKey, text) ?? null;
    return slots && at !== null ? { number, slots, at } : null;
  }

  return {
    find: (number: number) => chunks.get(number)?.slots,
    haveRoom: () => bytes + chunkBytes <= maxBytes,
    add(releaseId: number, sortKey: string, text: string): Added {
      const added = addToNewest(releaseId, sortKey, text);
      if (added) return added;
      begin(releaseId, roomOf(sortKey, text));
      return addToNewest(releaseId, sortKey, text) as Added;
    },
    forgetIf(isForgotten: (releaseId: number) => boolean): void {
      for (const [number, chunk] of chunks) {
        if (isForgotten(chunk.releaseId)) drop(number, chunk);
      }
    },
  };
}

function toShown(releaseId: number, slots: PackedSlots, at: number): ShownProduct {
  return { releaseId: String(releaseId), slots, at, translation: 0, details: null };
}

function pageOf(releaseId: number, ordinal: number): number {
  return releaseId * maxPagesOfRelease + Math.floor(ordinal / ordinalsOfPage);
}
