/** What the response cache holds of a response. */
import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import { bytesInMemory } from '../lib/bytes-in-memory.ts';
import type { CachedResponse } from './cached-response.ts';

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

export interface Entry extends Omit<KeptResponse, 'memory'> {
  /** Of its body, unpacked; null: only the packed one is there. */
  readonly memory: Buffer | null;
  /** Its body, packed; null: it never was. */
  readonly packed: Buffer | null;
  readonly encodedBytes: number;
  readonly ahead: Ahead | null;
  /** Whether some request was answered with it, or will be, as far as is known. */
  isWanted: boolean;
  /** Called when its memory is used no more. */
  readonly letGo: () => void;
}

/**
 * What an entry takes beside the memory of its body, in each encoding, and its key: 400 of V8's heap (the entry, its place in the cache, the
 * Buffer), 200 of the allocator, and what lies unused between them. Measured by `bench/response-cache-memory.ts`.
 */
const entryBytes = 1000;

export function sizeOf({ key }: Place, { memory, packed, encodedBytes, ahead }: Entry): number {
  const keyBytes = bytesInMemory(key) + (ahead?.same ? bytesInMemory(ahead.same.key) : 0);
  return (memory?.buffer.byteLength ?? 0) + (packed?.length ?? 0) + encodedBytes + keyBytes + entryBytes;
}
