/**
 * The memory of slots, in chunks. A release's texts lie one after the other in chunks of its own, but for those that an earlier release has as well
 * and that are in memory: of a release that differs from the one before in one product of a hundred, one of a hundred is written.
 */
import { PackedSlots, roomOf } from '../../domain/product/packed-slots.ts';
import type { ChunkMemory } from './chunk-memory.ts';
import { PlacesByChecksum, type TextPlace } from './places-by-checksum.ts';

/** Some 400 products. */
export const chunkBytes = 256_000;
/** Kept to be used again, beside as many as there is room for: while memory is full, one is given up for each that is begun. */
const spareChunks = 8;
/** Assumed of a text, to decide how many are known by their checksums. */
const bytesOfText = 512;
/** A chunk is shared only while one release uses at least this part of what was written into it: the rest is garbage. */
const leastUse = 0.75;

export interface SlotText {
  readonly sortKey: string;
  readonly text: string;
}

export interface Added extends TextPlace {
  readonly slots: PackedSlots;
}

interface Chunk {
  readonly slots: PackedSlots;
  /** Of each release that has something in it, how many bytes. */
  readonly uses: Map<number, number>;
  written: number;
}

/** Numbered from 1 on; those that were begun first go first. */
export class SlotChunks {
  readonly #maxBytes: number;
  readonly #memory: ChunkMemory;
  readonly #chunks = new Map<number, Chunk>();
  /** Of each release the one that is added to. */
  readonly #newest = new Map<number, number>();
  readonly #places: PlacesByChecksum;
  #count = 0;
  #bytes = 0;

  constructor(maxBytes: number, memory: ChunkMemory) {
    this.#maxBytes = maxBytes;
    this.#memory = memory;
    this.#places = new PlacesByChecksum(maxBytes / bytesOfText);
  }

  find(number: number): PackedSlots | undefined {
    return this.#chunks.get(number)?.slots;
  }

  /** Whether another chunk can be begun, and none is forgotten for it. */
  hasRoom(): boolean {
    return this.#bytes + chunkBytes <= this.#maxBytes;
  }

  add(releaseId: number, text: SlotText): Added {
    const added = this.#addToNewest(releaseId, text);
    if (added) return added;
    this.#begin(releaseId, roomOf(text.sortKey, text.text));
    return this.#addToNewest(releaseId, text) as Added;
  }

  /** The same text, which is the release's from then on, too; null: it is not known, or lies among much that nobody reads. */
  share(releaseId: number, { sortKey, text }: SlotText, checksum: number): Added | null {
    const place = this.#places.find(checksum);
    const chunk = place && this.#chunks.get(place.number);
    if (!chunk || Math.max(...chunk.uses.values()) < leastUse * chunk.written) return null;
    const { slots } = chunk;
    if (!slots.hasAt(place.at, sortKey, text)) return null;
    noteUse(chunk, releaseId, text.length);
    return { ...place, slots };
  }

  /** Says what its checksum is, so that others may share it. */
  noteChecksum(place: TextPlace, checksum: number): void {
    this.#places.set(checksum, place);
  }

  /** Forgets what is in use of none but these. */
  forgetIf(isForgotten: (releaseId: number) => boolean): void {
    for (const [number, chunk] of this.#chunks) {
      const { uses } = chunk;
      const forgotten = [...uses.keys()].filter(isForgotten);
      if (forgotten.length === uses.size) this.#drop(number, chunk);
      else for (const releaseId of forgotten) uses.delete(releaseId);
    }
    for (const releaseId of this.#newest.keys()) if (isForgotten(releaseId)) this.#newest.delete(releaseId);
  }

  #drop(number: number, { slots, uses }: Chunk): void {
    this.#chunks.delete(number);
    this.#bytes -= slots.bytes.length;
    if (slots.bytes.length === chunkBytes)
      this.#memory.giveBack(slots, spareChunks + Math.max(0, (this.#maxBytes - this.#bytes) / chunkBytes));
    for (const releaseId of uses.keys()) if (this.#newest.get(releaseId) === number) this.#newest.delete(releaseId);
  }

  #begin(releaseId: number, room: number): void {
    const slots = room > chunkBytes ? new PackedSlots(room) : this.#memory.take();
    const begun = { slots, uses: new Map([[releaseId, 0]]), written: 0 };
    this.#count += 1;
    this.#chunks.set(this.#count, begun);
    this.#newest.set(releaseId, this.#count);
    this.#bytes += slots.bytes.length;
    for (const [number, chunk] of this.#chunks) {
      if (this.#bytes <= this.#maxBytes || chunk === begun) return;
      this.#drop(number, chunk);
    }
  }

  #addToNewest(releaseId: number, { sortKey, text }: SlotText): Added | null {
    const number = this.#newest.get(releaseId) ?? 0;
    const chunk = this.#chunks.get(number);
    const at = chunk?.slots.add(sortKey, text) ?? null;
    if (!chunk || at === null) return null;
    chunk.written += text.length;
    noteUse(chunk, releaseId, text.length);
    return { number, slots: chunk.slots, at };
  }
}

function noteUse({ uses }: Chunk, releaseId: number, bytes: number): void {
  uses.set(releaseId, (uses.get(releaseId) ?? 0) + bytes);
}
