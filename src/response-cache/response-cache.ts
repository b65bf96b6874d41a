/**
 * Responses to queries, as the bytes that were sent. They are valid as long as the same things are published and neither a sale
 * nor a rule's schedule begins or ends: a response from before a publish is never sent once the publish has been seen.
 *
 * With it a page of 100 products is answered 7 to 10 times as often (`bench/baseline.md`, fast paths).
 */
import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import { nextScheduleChange } from '../domain/catalog/select-catalog.ts';
import { detached } from '../domain/detached.ts';
import type { RequestContext } from '../domain/request-context.ts';
import { bodyMemory, type TakeMemory } from '../http/body-memory.ts';
import { BodyPieces } from '../http/body-pieces.ts';
import { compress } from '../http/compress.ts';
import { createEncodedBody, ownBytes } from '../http/encoded-body.ts';
import type { CachedResponse } from './cached-response.ts';
import { openEntries } from './entries.ts';
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

/** `maxBytes`: what all entries may take together; 0: nothing is cached. */
export function createResponseCache(source: ResponseSource, maxBytes: number): ResponseCache {
  const { classOf = shopperClass } = source;
  const entries = maxBytes > 0 ? openEntries(maxBytes) : null;
  let published: CatalogDirectory | null = null;

  /** Responses that were made from anything else are of no use any more. */
  async function getDirectory(): Promise<CatalogDirectory | null> {
    if (!entries) return null;
    // While it can't be read, nothing is cached: whoever needs it reports it.
    const current = await source.getDirectory().catch(() => null);
    if (current !== published) entries.clear();
    published = current;
    return current;
  }

  return {
    getDirectory,
    classOf,
    size: () => ({ entries: entries?.count ?? 0, bytes: entries?.bytes ?? 0 }),

    find(key, directory, now) {
      const cached = published === directory ? entries?.get(key) : null;
      const time = now.getTime();
      return cached && cached.from <= time && time < cached.until ? cached : null;
    },

    async add({ key, body, takeMemory, contentType, vary, operation, directory: madeFrom, now, until }) {
      const changes = madeFrom ? nextScheduleChange(madeFrom, now) : 0;
      const isKept = madeFrom !== null && (await getDirectory()) === madeFrom;
      const memory = isKept ? toKept(body, takeMemory) : null;
      // It is put together from pieces, and would hold on to the longer texts that they were cut from.
      const ownKey = detached(key);
      const cached: CachedResponse = {
        body: createEncodedBody(memory ?? (body instanceof BodyPieces ? body : toBuffer(body)), {
          compress,
          hash: hashOf(body),
          onKept(encodedBytes) {
            if (memory && entries?.holds(ownKey, cached)) entries.set(ownKey, { cached, memory }, encodedBytes);
          },
        }),
        ...{ contentType, vary, operation, from: now.getTime(), until: Math.min(until, changes) },
      };
      if (memory) entries?.set(ownKey, { cached, memory });
      return cached;
    },
  };
}

/** Its bytes in memory that nobody else writes into while they are kept. */
function toKept(body: NewResponse['body'], takeMemory: TakeMemory): Buffer {
  const bytes = body instanceof BodyPieces ? body.join(takeMemory) : body;
  return bodyMemory.isLent(bytes) ? toBuffer(bytes) : ownBytes(bytes);
}

/** Of the pieces that its bytes are joined from: the same whether they are cached or not. */
function hashOf(body: NewResponse['body']): string | undefined {
  return body instanceof BodyPieces ? body.hash : undefined;
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
