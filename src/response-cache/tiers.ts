/**
 * Entries within a number of bytes. Those that were used last lie as they are sent; those before them that some request was answered with lie packed,
 * an eighth as large, in up to half of the room. What was requested once leaves nothing behind.
 */
import { LRUCache } from 'lru-cache';
import { bodyMemory } from '../http/body-memory.ts';
import { type Entry, type Place, sizeOf } from './entry.ts';
import { packEntry, unpackEntry } from './packed-entry.ts';

/** Of the entries that a new one displaces, so many are packed for the first time; others are dropped, so that nobody waits for it. */
const packedAtOnce = 4;

export class Tiers {
  readonly #plain: LRUCache<Place, Entry>;
  readonly #packed: LRUCache<Place, Entry>;
  readonly #onGone: (place: Place, entry: Entry) => void;
  readonly #maxBytes: number;
  #packedNow = 0;
  #notedBytes = 0;

  /** `onGone` is told of each entry that is deleted, and of each for which there is no room. */
  constructor(maxBytes: number, onGone: (place: Place, entry: Entry) => void) {
    this.#onGone = onGone;
    this.#maxBytes = maxBytes;
    bodyMemory.willKeep(maxBytes);
    const toTier = (onEvicted: (place: Place, entry: Entry) => void) =>
      new LRUCache<Place, Entry>({
        maxSize: maxBytes,
        dispose: (entry, place, reason) => {
          if (reason === 'evict') onEvicted(place, entry);
        },
      });
    this.#plain = toTier((place, entry) => this.#setAside(place, entry));
    this.#packed = toTier(onGone);
  }

  /** For a request: it is the one that was used last. */
  use(place: Place): Entry | null {
    const plain = this.#plain.get(place);
    if (plain) {
      plain.isWanted = true;
      return plain;
    }
    const packed = this.#packed.get(place);
    if (!packed) return null;
    const unpacked = unpackEntry(packed);
    // NOTE: what is put without room is let go of, and would be sent all the same.
    if (sizeOf(place, unpacked) > this.#maxBytes) return packEntry(unpacked);
    this.put(place, unpacked);
    return unpacked;
  }

  peek(place: Place): Entry | null {
    return this.#plain.peek(place) ?? this.#packed.peek(place) ?? null;
  }

  /** In the place of the one that is there. */
  put(place: Place, entry: Entry): void {
    const [tier, other] = entry.memory ? [this.#plain, this.#packed] : [this.#packed, this.#plain];
    other.delete(place);
    this.#packedNow = 0;
    tier.set(place, entry, { size: sizeOf(place, entry) });
    // What is larger than all that may be kept is not taken.
    if (tier.peek(place) !== entry) this.#onGone(place, entry);
    while (this.bytes > this.#maxBytes) this.#lastOfMost().pop();
    this.#noteBytes();
  }

  delete(place: Place): void {
    const entry = this.peek(place);
    this.#plain.delete(place);
    this.#packed.delete(place);
    if (entry) this.#onGone(place, entry);
    this.#noteBytes();
  }

  /** All of now, from the one that was used longest ago to the one that was used last. */
  list(): Place[] {
    return [...this.#packed.rkeys(), ...this.#plain.rkeys()];
  }

  get count(): number {
    return this.#plain.size + this.#packed.size;
  }

  get bytes(): number {
    return this.#plain.calculatedSize + this.#packed.calculatedSize;
  }

  /** NOTE: never the newest one of those that lie as they are sent: it is being used. */
  #lastOfMost(): LRUCache<Place, Entry> {
    const isPackedFull = this.#packed.calculatedSize > this.#maxBytes / 2;
    return isPackedFull || this.#plain.size <= 1 ? this.#packed : this.#plain;
  }

  #noteBytes(): void {
    bodyMemory.noteKept(this.bytes - this.#notedBytes);
    this.#notedBytes = this.bytes;
  }

  #setAside(place: Place, entry: Entry): void {
    const isNew = entry.packed === null;
    const mayPack = entry.isWanted && (!isNew || this.#packedNow < packedAtOnce);
    const packed = mayPack ? packEntry(entry) : null;
    if (!packed) {
      this.#onGone(place, entry);
      return;
    }
    if (isNew) this.#packedNow += 1;
    this.#packed.set(place, packed, { size: sizeOf(place, packed) });
  }
}
