/**
 * What products show, as it was read from the database, within a number of bytes: what was read first is forgotten first. Found by
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
const maxPagesOfTexts = 2 ** 20;
/** What a text of each has at the least. Details that are too long for one are an empty line. */
const fewestLines: Readonly<Record<ShownPart, number>> = { slots: ownLines, details: 1 };

export interface SlotMemory {
  /** To be called before what is found is passed on. */
  noteRead(): void;
  textsOf(releaseId: number, part: ShownPart): KeptTexts;
  forget(releaseId: number): void;
  forgetOthers(releaseIds: ReadonlySet<number>): void;
  /** Whether more can be added, and nothing is forgotten for it. */
  hasRoom(): boolean;
}

/** Of one part of what the products of a release show. */
export interface KeptTexts {
  find(ordinal: number): ShownProduct | null;
  /** Null: the text is none of that part, or not the one that was written. */
  add(row: SlotRow): ShownProduct | null;
}

export interface SlotRow {
  readonly ordinal: number;
  readonly sortKey: string;
  readonly text: string;
  /** Absent: there is none to compare with. */
  readonly checksum?: number | undefined;
}

/** `maxBytes` 0: nothing is kept. */
export function createSlotMemory(maxBytes: number, reads = new RunningReads()): SlotMemory {
  const chunks = createChunks(maxBytes, createChunkMemory(chunkBytes, reads));
  const places = createPlaces();

  function forgetIf(isForgotten: (releaseId: number) => boolean): void {
    const areForgotten = (texts: number) => isForgotten(releaseOf(texts));
    places.forgetIf(areForgotten);
    chunks.forgetIf(areForgotten);
  }

  return {
    textsOf(ofRelease, part) {
      const texts = numberOf(ofRelease, part);
      const shown = { releaseId: String(ofRelease), translation: 0, details: null };
      return {
        find(ordinal) {
          const page = places.pageOf(texts, ordinal);
          if (!page) return null;
          const index = indexOf(ordinal);
          const slots = chunks.find(page[index] as number);
          return slots ? { ...shown, slots, at: page[index + 1] as number } : null;
        },

        add({ ordinal, sortKey, text, ...given }) {
          const added = chunks.add(texts, sortKey, text);
          const { slots, at } = added;
          if ('checksum' in given && checksumOfPacked(slots.packedAt(at)) !== given.checksum) return null;
          if (countLines(added) < fewestLines[part]) return null;
          if (maxBytes > 0) places.note(texts, ordinal, added);
          return { ...shown, slots, at };
        },
      };
    },

    noteRead: () => reads.noteRead(),
    forget: (releaseId) => forgetIf((id) => id === releaseId),
    forgetOthers: (releaseIds) => forgetIf((id) => !releaseIds.has(id)),
    hasRoom: chunks.haveRoom,
  };
}

/** Where each text lies. */
function createPlaces() {
  /** Of each ordinal of a page the number of its chunk, 0 where there is none, and its place there. */
  const pages = new LRUCache<number, Int32Array>({ max: maxPages });
  return {
    pageOf: (texts: number, ordinal: number) => pages.peek(pageNumberOf(texts, ordinal)),
    note(texts: number, ordinal: number, { number, at }: Added): void {
      const pageNumber = pageNumberOf(texts, ordinal);
      const page = pages.peek(pageNumber) ?? new Int32Array(2 * ordinalsOfPage);
      pages.set(pageNumber, page);
      page[indexOf(ordinal)] = number;
      page[indexOf(ordinal) + 1] = at;
    },
    forgetIf(areForgotten: (texts: number) => boolean): void {
      for (const page of pages.keys()) {
        if (areForgotten(Math.floor(page / maxPagesOfTexts))) pages.delete(page);
      }
    },
  };
}

/** In its page. */
function indexOf(ordinal: number): number {
  return 2 * (ordinal % ordinalsOfPage);
}

interface Chunk {
  /** Whose it holds (`numberOf`). */
  readonly texts: number;
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
  /** Of each texts' the one that is added to. */
  const newest = new Map<number, number>();
  let count = 0;
  let bytes = 0;

  function drop(number: number, { texts, slots }: Chunk): void {
    chunks.delete(number);
    bytes -= slots.bytes.length;
    if (slots.bytes.length === chunkBytes)
      memory.giveBack(slots, spareChunks + Math.max(0, (maxBytes - bytes) / chunkBytes));
    if (newest.get(texts) === number) newest.delete(texts);
  }

  function begin(texts: number, room: number): void {
    const begun = { texts, slots: room > chunkBytes ? new PackedSlots(room) : memory.take() };
    count += 1;
    chunks.set(count, begun);
    newest.set(texts, count);
    bytes += begun.slots.bytes.length;
    for (const [number, chunk] of chunks) {
      if (bytes <= maxBytes || chunk === begun) return;
      drop(number, chunk);
    }
  }

  function addToNewest(texts: number, sortKey: string, text: string): Added | null {
    const number = newest.get(texts) ?? 0;
    const slots = chunks.get(number)?.slots;
    const at = slots?.add(sortKey, text) ?? null;
    return slots && at !== null ? { number, slots, at } : null;
  }

  return {
    find: (number: number) => chunks.get(number)?.slots,
    haveRoom: () => bytes + chunkBytes <= maxBytes,
    add(texts: number, sortKey: string, text: string): Added {
      const added = addToNewest(texts, sortKey, text);
      if (added) return added;
      begin(texts, roomOf(sortKey, text));
      return addToNewest(texts, sortKey, text) as Added;
    },
    forgetIf(isForgotten: (texts: number) => boolean): void {
      for (const [number, chunk] of chunks) {
        if (isForgotten(chunk.texts)) drop(number, chunk);
      }
    },
  };
}

function pageNumberOf(texts: number, ordinal: number): number {
  return texts * maxPagesOfTexts + Math.floor(ordinal / ordinalsOfPage);
}

/** Of one part of what the products of a release show. */
function numberOf(releaseId: number, part: ShownPart): number {
  return 2 * releaseId + (part === 'details' ? 1 : 0);
}

function releaseOf(texts: number): number {
  return Math.floor(texts / 2);
}
