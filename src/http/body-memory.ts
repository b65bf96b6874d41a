/**
 * Memory for bodies, which is used again once nobody reads them any more: they have been sent, and no cache has kept them. Fresh memory lies
 * outside of V8's heap, all of which V8 marks each time that some 20 MB of it were taken (docs/decisions/0031-memory-of-bodies-is-used-again.md).
 */
import type { HttpRequest } from './http-exchange.ts';

/** Gives memory for the response's body, in which anything may stand. Whoever keeps some of it for longer than that holds or copies it. */
export type TakeMemory = (bytes: number) => Buffer;

type Sending = Pick<HttpRequest, 'onSent'>;

/** A smaller piece is cut from a slab of Node's own. */
const leastBytes = 4096;
const mostBytes = 1_048_576;
/** Of all that waits to be used again, beside what caches might keep and do not. */
const mostFreeBytes = 8_388_608;

export class BodyMemory {
  /** How many use each block. One that is never released, because its client went away, is left to V8. */
  readonly #users = new WeakMap<ArrayBufferLike, number>();
  readonly #free = new Map<number, ArrayBufferLike[]>();
  #freeBytes = 0;
  #keptBytes = 0;
  #keepableBytes = 0;

  untilSent(request: Sending): TakeMemory {
    return (bytes) => {
      if (bytes < leastBytes) return Buffer.allocUnsafe(bytes);
      const size = sizeFor(bytes);
      if (size > mostBytes) return Buffer.allocUnsafeSlow(bytes);
      const block = this.#takeBlock(size);
      request.onSent(this.#use(block));
      // NOTE: never all of it, so that nobody takes it for memory of their own (`ownBytes`).
      return Buffer.from(block, 0, bytes);
    };
  }

  /** Whether it will be used again. */
  isLent(memory: Uint8Array): boolean {
    return this.#users.has(memory.buffer);
  }

  /** What stands in lent memory stays until this response has been sent, too. */
  holdUntilSent(memory: Uint8Array, request: Sending): void {
    if (this.isLent(memory)) request.onSent(this.#use(memory.buffer));
  }

  /** A cache says once how much it may keep: as much waits to be used again while it keeps nothing. */
  willKeep(mostKeptBytes: number): void {
    this.#keepableBytes += mostKeptBytes;
  }

  /** A cache keeps so many bytes more than before, or less, in lent memory or elsewhere. */
  noteKept(moreBytes: number): void {
    this.#keptBytes += moreBytes;
    while (this.#freeBytes > 0 && !this.#isWithinBounds()) this.#dropFree();
  }

  /** The same for a cache: what stands in lent memory stays until the returned function is called, once. */
  keep(memory: Uint8Array): () => void {
    return this.isLent(memory) ? this.#use(memory.buffer) : () => undefined;
  }

  /** Memory for what a cache has in another form so far. It stays the cache's until `letGo` is called, once. */
  takeToKeep(bytes: number): { readonly memory: Buffer; readonly letGo: () => void } {
    if (bytes < leastBytes) return { memory: Buffer.allocUnsafeSlow(bytes), letGo: () => undefined };
    let letGo = () => {};
    const onSent = (release: () => void) => {
      letGo = release;
    };
    const memory = this.untilSent({ onSent })(bytes);
    return { memory, letGo };
  }

  #use(block: ArrayBufferLike): () => void {
    this.#users.set(block, (this.#users.get(block) ?? 0) + 1);
    return () => {
      const others = (this.#users.get(block) ?? 1) - 1;
      if (others > 0) {
        this.#users.set(block, others);
        return;
      }
      this.#users.delete(block);
      this.#giveBack(block);
    };
  }

  #takeBlock(size: number): ArrayBufferLike {
    const block = this.#free.get(size)?.pop();
    if (!block) return Buffer.allocUnsafeSlow(size).buffer;
    this.#freeBytes -= size;
    return block;
  }

  #giveBack(block: ArrayBufferLike): void {
    const size = block.byteLength;
    if (!this.#isWithinBounds(size)) return;
    const known = this.#free.get(size);
    if (known) known.push(block);
    else this.#free.set(size, [block]);
    this.#freeBytes += size;
  }

  #dropFree(): void {
    for (const [size, blocks] of this.#free) {
      if (blocks.pop()) this.#freeBytes -= size;
      else this.#free.delete(size);
      return;
    }
  }

  /** With so many bytes more. */
  #isWithinBounds(more = 0): boolean {
    return this.#freeBytes + more <= mostFreeBytes + Math.max(0, this.#keepableBytes - this.#keptBytes);
  }
}

/** Of the process: what one face has sent, another uses again. */
export const bodyMemory = new BodyMemory();

/** Larger than that: the next of eight steps from one power of two to the next. */
function sizeFor(bytes: number): number {
  const step = 2 ** (28 - Math.clz32(bytes));
  return (Math.floor(bytes / step) + 1) * step;
}
