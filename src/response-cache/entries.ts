/** What the response cache holds: what was used last, within a number of bytes. */
import { LRUCache } from 'lru-cache';
import { bodyMemory } from '../http/body-memory.ts';
import type { CachedResponse } from './cached-response.ts';

/**
 * What an entry takes beside the memory of its body, in each encoding, and its key: 400 of V8's heap (the entry, its place in the cache, the
 * Buffer), 200 of the allocator, and what lies unused between them. Measured by `bench/response-cache-memory.ts`.
 */
const entryBytes = 1000;

export interface Entries {
  get(key: string): CachedResponse | null;
  /** `encodedBytes`: of its encodings. */
  set(key: string, response: KeptResponse, encodedBytes?: number): void;
  /** Whether that very response is there. */
  holds(key: string, cached: CachedResponse): boolean;
  clear(): void;
  readonly count: number;
  readonly bytes: number;
}

export interface KeptResponse {
  readonly cached: CachedResponse;
  /** Its body's: nobody else uses it until it has been removed here, and sent. */
  readonly memory: Buffer;
}

interface Entry {
  readonly cached: CachedResponse;
  /** Called when it is an entry no more. */
  readonly letGo: () => void;
}

export function openEntries(maxBytes: number): Entries {
  bodyMemory.willKeep(maxBytes);
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, dispose: ({ letGo }) => letGo() });
  return {
    get: (key) => entries.get(key)?.cached ?? null,
    set(key, { cached, memory }, encodedBytes = 0) {
      const entry = { cached, letGo: bodyMemory.keep(memory) };
      entries.set(key, entry, { size: memory.buffer.byteLength + encodedBytes + bytesInMemory(key) + entryBytes });
      // What is larger than all that may be kept is not taken.
      if (entries.peek(key) !== entry) entry.letGo();
    },
    holds: (key, cached) => entries.peek(key)?.cached === cached,
    clear: () => entries.clear(),
    get count() {
      return entries.size;
    },
    get bytes() {
      return entries.calculatedSize;
    },
  };
}

/** V8 stores a text in one byte a character if each fits into one. */
function bytesInMemory(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
