/**
 * Responses to queries, as the bytes that were sent. They are valid as long as the same things are published and neither a sale
 * nor a rule's schedule begins or ends: a response from before a publish is never sent once the publish has been seen.
 *
 * With it a page of 100 products is answered 7 to 10 times as often (`bench/notebook/fast-paths.md`).
 */
import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import type { RequestContext } from '../domain/request-context.ts';
import { detached } from '../lib/detached.ts';
import { memoised } from '../lib/memo.ts';
import { Admission } from './admission.ts';
import { type CachedResponse, isValidAt } from './cached-response.ts';
import { Entries } from './entries.ts';
import type { KeptResponse, Place } from './entry.ts';
import { isSame, type NewResponse, toCached, toKept } from './new-response.ts';
import { shopperClass } from './shopper-class.ts';
import { createSpareTime, type SpareTime } from './spare-time.ts';

/** What responses are made from. */
export interface ResponseSource {
  /** What is published: while it is the same object, cached responses are valid until the end of their lifetime. */
  getDirectory(): Promise<CatalogDirectory>;
  /** What will be in a moment; null, or absent: it is not known. */
  findUpcoming?(): CatalogDirectory | null;
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
  /** What will be published in a moment, as far as `getDirectory` has seen: responses may be made from it before. Null: not known. */
  findUpcoming(): CatalogDirectory | null;
  /** Whose responses a request may get, and its response is for: other ones for each directory. */
  classOf(directory: CatalogDirectory, requestContext: RequestContext): string;
  /**
   * Null, too, when something else was published, or announced, when `getDirectory` last read it: the key was made from `directory`. Each call counts
   * as a request, by which `add` knows what is worth keeping.
   */
  find(key: string, directory: CatalogDirectory, now: Date): CachedResponse | null;
  /** Caches the response, if what it was made from is still published, or announced, and if it is worth keeping. */
  add(response: NewResponse): Promise<CachedResponse>;
  /** Says that the response of this key was made from what is announced, whatever came of it. */
  noteAhead(key: string, directory: CatalogDirectory): void;
  isMadeAhead(key: string, directory: CatalogDirectory): boolean;
  /** What it holds now. */
  size(): CacheSize;
  /** For responses that nobody waits for. */
  readonly spareTime: SpareTime;
}

/** `maxBytes`: what all entries may take together; 0: nothing is cached. */
export function createResponseCache(source: ResponseSource, maxBytes: number): ResponseCache {
  const { classOf = shopperClass } = source;
  const entries = maxBytes > 0 ? new Entries(maxBytes) : null;
  const admission = new Admission();
  const numberOf = createNumbering();
  // Responses that were made from anything else are of no use any more.
  const served = createServed(source, (directories) => entries?.keepOnly(directories));
  const getDirectory = async () => (entries ? await served.read() : null);

  return {
    getDirectory,
    spareTime: createSpareTime(),
    findUpcoming: served.findUpcoming,
    classOf: (directory, requestContext) => `${numberOf(directory)} ${classOf(directory, requestContext)}`,
    size: () => ({ entries: entries?.count ?? 0, bytes: entries?.bytes ?? 0 }),

    find(key, directory, now) {
      const cached = served.has(directory) ? entries?.get(key) : null;
      const found = cached && isValidAt(cached, now) ? cached : null;
      if (found) admission.noteFound();
      else admission.noteMissed(key);
      return found;
    },

    async add(response) {
      // HTTP caches want to know when rules change all the same.
      if (!entries) return toCached({ ...response, directory: await readDirectory(source) }, null, () => {});
      const { key, directory: madeFrom, earlierKey } = response;
      await getDirectory();
      const isKept = earlierKey !== undefined || admission.isWorthKeeping(key);
      const directory = isKept && madeFrom && served.has(madeFrom) ? madeFrom : null;
      if (!directory) return toCached(response, null, () => {});
      const memory = toKept(response.body, response.takeMemory);
      // It is put together from pieces, and would hold on to the longer texts that they were cut from.
      const place = { key: detached(key) };
      const cached = toCached(response, memory, (encodedBytes) => entries.noteEncoded(place, encodedBytes));
      keep(entries, place, { cached, directory, memory, earlierKey });
      return cached;
    },

    isMadeAhead: (key, directory) => entries?.findAhead(key)?.directory === directory,
    noteAhead: (key, directory) => entries?.noteAhead(key, { directory, same: null }),
  };
}

/** What responses may be sent that were made from it: what was published and announced when it was last read. `onChanged` is told of other ones. */
function createServed(source: ResponseSource, onChanged: (directories: readonly (CatalogDirectory | null)[]) => void) {
  let published: CatalogDirectory | null = null;
  let upcoming: CatalogDirectory | null = null;
  return {
    async read(): Promise<CatalogDirectory | null> {
      const current = await readDirectory(source);
      const next = current && (source.findUpcoming?.() ?? null);
      // Of what can't be read nobody knows that it is another one.
      if (current && (current !== published || next !== upcoming)) onChanged([current, next]);
      published = current;
      upcoming = next;
      return current;
    },
    findUpcoming: () => upcoming,
    has: (directory: CatalogDirectory) => directory === published || directory === upcoming,
  };
}

/** Null: it can't be read, and nothing is cached meanwhile. Whoever needs it reports it. */
function readDirectory(source: ResponseSource): Promise<CatalogDirectory | null> {
  return source.getDirectory().catch(() => null);
}

interface Kept extends KeptResponse, Pick<NewResponse, 'earlierKey'> {}

/** Of one that was made ahead, and is the same as the one that is sent until then, only that. */
function keep(entries: Entries, place: Place, { earlierKey, ...response }: Kept): void {
  const { cached, directory, memory } = response;
  const earlier = earlierKey === undefined ? null : entries.get(earlierKey);
  if (earlierKey !== undefined && earlier && isSame(earlier, cached, memory)) {
    const { from, until } = cached;
    entries.noteAhead(earlierKey, { directory, same: { key: place.key, from, until } });
  } else if (earlierKey !== undefined) entries.setAhead(place, response);
  else entries.set(place, response);
}

/** A number for each directory, which no other one has had. */
function createNumbering(): (directory: CatalogDirectory) => number {
  const known = new WeakMap<CatalogDirectory, number>();
  let last = 0;
  return (directory) => memoised(known, directory, () => ++last);
}
