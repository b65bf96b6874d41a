/**
 * Which responses are worth keeping. While hardly any request is answered from the cache, as where a client walks through a whole catalog, only
 * what is requested a second time is kept (docs/decisions/0038-a-walk-leaves-the-cache-alone.md).
 */
import { hash } from 'node:crypto';

/** How many of the last requests say what share is answered from the cache: an older one counts less and less. */
const countedRequests = 32;
/** A smaller share is hardly any. */
const leastShare = 1 / 8;
/** As many as two bytes number. Each remembers the last request that fell to it and was not found: 5 bytes. */
const places = 65_536;

export class Admission {
  #shareFound = 1;
  readonly #prints = new Uint32Array(places);
  /** 1: it had been requested before. */
  readonly #isAgain = new Uint8Array(places);

  noteFound(): void {
    this.#shareFound += (1 - this.#shareFound) / countedRequests;
  }

  noteMissed(key: string): void {
    this.#shareFound -= this.#shareFound / countedRequests;
    const { place, print } = markOf(key);
    this.#isAgain[place] = this.#prints[place] === print ? 1 : 0;
    this.#prints[place] = print;
  }

  /** Of a response that was not found. */
  isWorthKeeping(key: string): boolean {
    if (this.#shareFound >= leastShare) return true;
    const { place, print } = markOf(key);
    return this.#prints[place] === print && this.#isAgain[place] === 1;
  }
}

function markOf(key: string): { readonly place: number; readonly print: number } {
  const digest = hash('sha1', key, 'buffer');
  return { place: digest.readUInt16LE(0), print: digest.readUInt32LE(2) };
}
