/**
 * Responses to queries, as the bytes that were sent. They are valid as long as the same things are published and neither a sale
 * nor a rule's schedule begins or ends: a response from before a publish is never sent once the publish has been seen.
 *
 * With it a page of 100 products is answered 7 to 10 times as often (`bench/baseline.md`, fast paths).
 */
import { LRUCache } from 'lru-cache';
import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import { nextScheduleChange } from '../domain/catalog/select-catalog.ts';
import { detached } from '../domain/detached.ts';
import type { RequestContext } from '../domain/request-context.ts';
import { isLent, keep, type TakeMemory, willKeep } from '../http/body-memory.ts';
import { BodyPieces } from '../http/body-pieces.ts';
import { compress } from '../http/compress.ts';
import { createEncodedBody, ownBytes } from '../http/encoded-body.ts';
import type { CachedResponse } from './cached-response.ts';
import { shopperClass } from './shopper-class.ts';

export interface NewResponse {
  readonly key: string;
  readonly body: Uint8Array | BodyPieces;
  /** For the body, where it stands in none yet. */
  readonly takeMemory: TakeMemory;
  readonly contentType: string;
  /** The names of the headers that it depends on. */
  readonly vary: string;
  /** As in `RequestNotes`. */
  readonly operation: string | null;
  /** What was published when the request began; null: not known. */
  readonly directory: CatalogDirectory | null;
  /** When the request began. */
  readonly now: Date;
  /** The end of its lifetime. */
  readonly until: number;
}

/** What responses are made from. */
export interface ResponseSource {
  /** What is published: while it is the same object, cached responses are valid until the end of their lifetime. */
  getDirectory(): Promise<CatalogDirectory>;
  /** Equal for those who get the same responses; absent: as our own releases and rules say. */
  readonly classOf?: (directory: CatalogDirectory, requestContext: RequestContext) => string;
}

export interface CacheSize {
  readonly entries: number;
  readonly bytes: number;
}

export interface ResponseCache {
  /** What is published: read it before a response is looked up or made, and pass it on. Null: nothing is cached. */
  getDirectory(): Promise<CatalogDirectory | null>;
  /** Whose responses a request may get, and its response is for. */
  classOf(directory: CatalogDirectory, requestContext: RequestContext): string;
  /** Null, too, when something else was published when `getDirectory` last read it: the key was made from `directory`. */
  find(key: string, directory: CatalogDirectory, now: Date): CachedResponse | null;
  /** Caches the response, if what it was made from is still published. */
  add(response: NewResponse): Promise<CachedResponse>;
  /** What it holds now. */
  size(): CacheSize;
}

/**
 * What an entry takes beside the bytes of its body, in each encoding, and its key: 400 of V8's heap (the entry, its place in the cache, the
 * Buffer), 200 of the allocator, and what lies unused between them. Measured by `bench/response-cache-memory.ts`.
 */
const entryBytes = 1000;

/** `maxBytes`: what all entries may take together; 0: nothing is cached. */
export function createResponseCache(source: ResponseSource, maxBytes: number): ResponseCache {
  const { classOf = shopperClass } = source;
  const responses = maxBytes > 0 ? openEntries(maxBytes) : null;
  let published: CatalogDirectory | null = null;

  /** Responses that were made from anything else are of no use any more. */
  async function getDirectory(): Promise<CatalogDirectory | null> {
    if (!responses) return null;
    // While it can't be read, nothing is cached: whoever needs it reports it.
    const current = await source.getDirectory().catch(() => null);
    if (current !== published) responses.clear();
    published = current;
    return current;
  }

  /** Its size is that of all its memory. */
  function set(
    key: string,
    { cached, kept }: Pick<Entry, 'cached'> & { readonly kept: Buffer },
    encodedBytes = 0,
  ): void {
    const size = kept.buffer.byteLength + encodedBytes + bytesInMemory(key) + entryBytes;
    const entry = { cached, letGo: keep(kept) };
    responses?.set(key, entry, { size });
    // What is larger than all that may be kept is not taken.
    if (responses?.peek(key) !== entry) entry.letGo();
  }

  return {
    getDirectory,
    classOf,
    size: () => ({ entries: responses?.size ?? 0, bytes: responses?.calculatedSize ?? 0 }),

    find(key, directory, now) {
      const cached = published === directory ? responses?.get(key)?.cached : undefined;
      const time = now.getTime();
      return cached && cached.from <= time && time < cached.until ? cached : null;
    },

    async add({ key, body, takeMemory, contentType, vary, operation, directory: madeFrom, now, until }) {
      const changes = madeFrom ? nextScheduleChange(madeFrom, now) : 0;
      const isKept = madeFrom !== null && (await getDirectory()) === madeFrom;
      const kept = isKept ? toKept(body, takeMemory) : null;
      // It is put together from pieces, and would hold on to the longer texts that they were cut from.
      const ownKey = detached(key);
      const cached: CachedResponse = {
        body: createEncodedBody(kept ?? (body instanceof BodyPieces ? body : toBuffer(body)), {
          compress,
          hash: hashOf(body),
          onKept(encodedBytes) {
            if (kept && responses?.peek(ownKey)?.cached === cached) set(ownKey, { cached, kept }, encodedBytes);
          },
        }),
        ...{ contentType, vary, operation, from: now.getTime(), until: Math.min(until, changes) },
      };
      if (kept) set(ownKey, { cached, kept });
      return cached;
    },
  };
}

interface Entry {
  readonly cached: CachedResponse;
  /** Called when it is an entry no more. */
  readonly letGo: () => void;
}

function openEntries(maxBytes: number): LRUCache<string, Entry> {
  willKeep(maxBytes);
  return new LRUCache({ maxSize: maxBytes, dispose: ({ letGo }) => letGo() });
}

/** Its bytes in memory that nobody else writes into while they are kept. */
function toKept(body: NewResponse['body'], takeMemory: TakeMemory): Buffer {
  const bytes = body instanceof BodyPieces ? body.join(takeMemory) : body;
  return isLent(bytes) ? toBuffer(bytes) : ownBytes(bytes);
}

/** Of the pieces that its bytes are joined from: the same whether they are cached or not. */
function hashOf(body: NewResponse['body']): string | undefined {
  return body instanceof BodyPieces ? body.hash : undefined;
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** V8 stores a text in one byte a character if each fits into one. */
function bytesInMemory(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
