/**
 * Answers to queries as the bytes that were sent. They hold as long as the same things are published and neither a sale nor
 * a rule's schedule begins or ends; so whatever a publish changes, an answer of before is never sent after it is seen.
 */
import { LRUCache } from 'lru-cache';
import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import type { CatalogService } from '../domain/catalog/ports.ts';
import { nextScheduleChange } from '../domain/catalog/select-catalog.ts';

export interface CachedAnswer {
  readonly body: Buffer;
  readonly contentType: string;
  /** It holds from this moment (inclusive) to that one (exclusive), in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

export interface NewAnswer {
  readonly key: string;
  readonly body: Buffer;
  readonly contentType: string;
  /** What was published when the request began; null: not known. */
  readonly directory: CatalogDirectory | null;
  /** When the request began. */
  readonly now: Date;
  /** The end of its lifetime. */
  readonly until: number;
}

export interface ResponseCache {
  /** What is published: to be asked before an answer is made, and handed over with it. Null: nothing is kept. */
  getDirectory(): Promise<CatalogDirectory | null>;
  find(key: string, now: Date): Promise<CachedAnswer | null>;
  /** Keeps the answer, where it was made from what is still published. */
  keep(answer: NewAnswer): Promise<CachedAnswer>;
}

/** Beside the bytes: the entry itself, its headers and its place in the cache. */
const entryBytes = 500;

/** `maxBytes` 0: nothing is kept. */
export function createResponseCache(catalog: Pick<CatalogService, 'getDirectory'>, maxBytes: number): ResponseCache {
  const answers = maxBytes > 0 ? new LRUCache<string, CachedAnswer>({ maxSize: maxBytes }) : null;
  let directory: CatalogDirectory | null = null;

  /** Answers that were made from anything else are of no use any more. */
  async function getDirectory(): Promise<CatalogDirectory | null> {
    if (!answers) return null;
    // While it can't be read, nothing is kept: whoever needs it reports it.
    const current = await catalog.getDirectory().catch(() => null);
    if (current !== directory) answers.clear();
    directory = current;
    return current;
  }

  return {
    getDirectory,

    async find(key, now) {
      if (!(await getDirectory())) return null;
      const answer = answers?.get(key);
      if (!answer) return null;
      const time = now.getTime();
      return answer.from <= time && time < answer.until ? answer : null;
    },

    async keep({ key, body, contentType, directory: madeFrom, now, until }) {
      const changes = madeFrom ? nextScheduleChange(madeFrom, now) : 0;
      const answer = { body, contentType, from: now.getTime(), until: Math.min(until, changes) };
      if (madeFrom && (await getDirectory()) === madeFrom) {
        answers?.set(key, answer, { size: body.length + 2 * key.length + entryBytes });
      }
      return answer;
    },
  };
}
