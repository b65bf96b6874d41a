/** What the response cache holds: what was used last, within a number of bytes. */
import { LRUCache } from 'lru-cache';
import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import { bodyMemory } from '../http/body-memory.ts';
import type { CachedResponse } from './cached-response.ts';

/**
 * What an entry takes beside the memory of its body, in each encoding, and its key: 400 of V8's heap (the entry, its place in the cache, the
 * Buffer), 200 of the allocator, and what lies unused between them. Measured by `bench/response-cache-memory.ts`.
 */
const entryBytes = 1000;

/** Where a response is: its key changes when it is carried over. */
export interface Place {
  key: string;
}

export interface KeptResponse {
  readonly cached: CachedResponse;
  /** What it was made from. */
  readonly directory: CatalogDirectory;
  /** Its body's: nobody else uses it until it has been removed here, and sent. */
  readonly memory: Buffer;
}

/** What came of making the response to the same request from what is announced. */
export interface Ahead {
  readonly directory: CatalogDirectory;
  /** Its key and how long it is valid, where it is the same; null: it is another one, or none is kept. */
  readonly same: (Pick<CachedResponse, 'from' | 'until'> & { readonly key: string }) | null;
}

interface Entry extends KeptResponse {
  readonly encodedBytes: number;
  readonly ahead: Ahead | null;
  /** Called when it is an entry no more. */
  readonly letGo: () => void;
}

export class Entries {
  readonly #entries: LRUCache<Place, Entry>;
  /** By its key, and by the one that it gets when it is carried over. */
  readonly #places = new Map<string, Place>();

  constructor(maxBytes: number) {
    bodyMemory.willKeep(maxBytes);
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      dispose: (entry, place, reason) => {
        if (reason !== 'set') this.#end(place, entry);
      },
    });
  }

  get(key: string): CachedResponse | null {
    const place = this.#findPlace(key);
    return (place && this.#entries.get(place)?.cached) ?? null;
  }

  set(place: Place, response: KeptResponse): void {
    const earlier = this.#findPlace(place.key);
    if (earlier) this.#entries.delete(earlier);
    this.#places.set(place.key, place);
    this.#put(place, { ...response, encodedBytes: 0, ahead: null, letGo: bodyMemory.keep(response.memory) });
  }

  /** Says how many bytes the encodings of the response take that is there. */
  noteEncoded(place: Place, encodedBytes: number): void {
    const entry = this.#entries.peek(place);
    if (entry) this.#put(place, { ...entry, encodedBytes });
  }

  /** Says what came of making the response ahead, if there is one, and if that was not said yet. */
  noteAhead(key: string, { directory, same: found }: Ahead): void {
    const place = this.#findPlace(key);
    const entry = place && this.#entries.peek(place);
    if (!entry || entry.ahead?.directory === directory) return;
    this.#forgetKey(entry.ahead?.same?.key, place);
    // Where another response has that key already, this one ends with what it was made from.
    const same = found && this.#findPlace(found.key) ? null : found;
    if (same) this.#places.set(same.key, place);
    this.#put(place, { ...entry, ahead: { directory, same } });
  }

  /** The same, of what was made last. */
  findAhead(key: string): Ahead | null {
    const place = this.#findPlace(key);
    return (place && this.#entries.peek(place)?.ahead) ?? null;
  }

  /** Removes what was made from anything else, but carries over what is the same for one of these. */
  keepOnly(directories: readonly (CatalogDirectory | null)[]): void {
    // What was used last is put last.
    for (const [place, entry] of [...this.#entries.rentries()] as [Place, Entry][]) {
      if (directories.includes(entry.directory)) continue;
      const { directory, same } = entry.ahead ?? {};
      const isSame = same && this.#places.get(same.key) === place;
      if (directory && isSame && directories.includes(directory)) this.#carryOver(place, { ...entry, directory }, same);
      else this.#entries.delete(place);
    }
  }

  get count(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  #carryOver(place: Place, entry: Entry, { key, ...validity }: NonNullable<Ahead['same']>): void {
    this.#forgetKey(place.key, place);
    place.key = key;
    this.#put(place, { ...entry, cached: { ...entry.cached, ...validity }, ahead: null });
  }

  #findPlace(key: string): Place | null {
    const place = this.#places.get(key);
    return place?.key === key ? place : null;
  }

  /** In the place of the one that is there. */
  #put(place: Place, entry: Entry): void {
    this.#entries.set(place, entry, { size: sizeOf(place, entry) });
    // What is larger than all that may be kept is not taken.
    if (this.#entries.peek(place) !== entry) this.#end(place, entry);
  }

  #end(place: Place, { ahead, letGo }: Entry): void {
    letGo();
    this.#forgetKey(place.key, place);
    this.#forgetKey(ahead?.same?.key, place);
  }

  #forgetKey(key: string | undefined, place: Place): void {
    if (key !== undefined && this.#places.get(key) === place) this.#places.delete(key);
  }
}

function sizeOf({ key }: Place, { memory, encodedBytes, ahead }: Entry): number {
  const keyBytes = bytesInMemory(key) + (ahead?.same ? bytesInMemory(ahead.same.key) : 0);
  return memory.buffer.byteLength + encodedBytes + keyBytes + entryBytes;
}

/** V8 stores a text in one byte a character if each fits into one. */
function bytesInMemory(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
