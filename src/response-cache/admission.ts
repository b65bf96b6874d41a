/**
 * Which responses are worth keeping. While hardly any request is answered from the cache, as where a client walks through a whole catalog, only
 * what is requested a second time is kept (docs/decisions/0038-a-walk-leaves-the-cache-alone.md).
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How many of the last requests say what share is answered from the cache: an older one counts less and less. */
const countedRequests = 32;
/** A smaller share is hardly any. */
const leastShare = 1 / 8;
const rememberedKeys = 4096;

export class Admission {
  #shareFound = 1;
  /** By a hash of its key, what was requested last and not found: whether it had been requested before. */
  readonly #missed = new LRUCache<string, boolean>({ max: rememberedKeys });

  noteFound(): void {
    this.#shareFound += (1 - this.#shareFound) / countedRequests;
  }

  noteMissed(key: string): void {
    this.#shareFound -= this.#shareFound / countedRequests;
    const place = hash('sha1', key);
    this.#missed.set(place, this.#missed.has(place));
  }

  /** Of a response that was not found. */
  isWorthKeeping(key: string): boolean {
    return this.#shareFound >= leastShare || this.#missed.get(hash('sha1', key)) === true;
  }
}
