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

export interface Entries {
  get(key: string): CachedResponse | null;
  set(place: Place, response: KeptResponse): void;
  /** Says how many bytes the encodings of the response take that is there. */
  noteEncoded(place: Place, encodedBytes: number): void;
  /** Says what came of making the response ahead, if there is one, and if that was not said yet. */
  noteAhead(key: string, ahead: Ahead): void;
  /** The same, of what was made last. */
  findAhead(key: string): Ahead | null;
  /** Removes what was made from anything else, but carries over what is the same for one of these. */
  keepOnly(directories: readonly (CatalogDirectory | null)[]): void;
  readonly count: number;
  readonly bytes: number;
}

/** Where a response is: it changes when the response is carried over. */
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
  readonly place: Place;
  readonly encodedBytes: number;
  readonly ahead: Ahead | null;
  /** Called when it is an entry no more. */
  readonly letGo: () => void;
}

type Cache = LRUCache<string, Entry>;

export function openEntries(maxBytes: number): Entries {
  bodyMemory.willKeep(maxBytes);
  const entries: Cache = new LRUCache({ maxSize: maxBytes, dispose: ({ letGo }) => letGo() });

  return {
    get: (key) => entries.get(key)?.cached ?? null,
    set: (place, response) => put(entries, { ...response, place, encodedBytes: 0, ahead: null }),

    noteEncoded(place, encodedBytes) {
      const entry = entries.peek(place.key);
      if (entry?.place === place) put(entries, { ...entry, encodedBytes });
    },

    noteAhead(key, ahead) {
      const entry = entries.peek(key);
      if (entry && entry.ahead?.directory !== ahead.directory) put(entries, { ...entry, ahead });
    },

    findAhead: (key) => entries.peek(key)?.ahead ?? null,

    keepOnly(directories) {
      // What was used last is put last.
      for (const [key, entry] of [...entries.rentries()] as [string, Entry][]) {
        if (directories.includes(entry.directory)) continue;
        const { directory, same } = entry.ahead ?? {};
        if (directory && same && directories.includes(directory)) carryOver(entries, { ...entry, directory }, same);
        entries.delete(key);
      }
    },

    get count() {
      return entries.size;
    },
    get bytes() {
      return entries.calculatedSize;
    },
  };
}

/** In the place of the one that is there. */
function put(entries: Cache, { place, cached, directory, memory, encodedBytes, ahead }: Omit<Entry, 'letGo'>): void {
  const entry = { place, cached, directory, memory, encodedBytes, ahead, letGo: bodyMemory.keep(memory) };
  const { key } = place;
  entries.set(key, entry, { size: memory.buffer.byteLength + encodedBytes + bytesInMemory(key) + entryBytes });
  // What is larger than all that may be kept is not taken.
  if (entries.peek(key) !== entry) entry.letGo();
}

function carryOver(entries: Cache, entry: Entry, { key, ...validity }: NonNullable<Ahead['same']>): void {
  const { place, cached } = entry;
  place.key = key;
  put(entries, { ...entry, cached: { ...cached, ...validity }, ahead: null });
}

/** V8 stores a text in one byte a character if each fits into one. */
function bytesInMemory(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
