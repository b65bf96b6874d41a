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

/** How many use each block. One that is never let go of, since its client went away, is left to V8. */
const users = new WeakMap<ArrayBufferLike, number>();
const free = new Map<number, ArrayBufferLike[]>();
let freeBytes = 0;
let keptBytes = 0;
let keepableBytes = 0;

export function memoryUntilSent(request: Sending): TakeMemory {
  return (bytes) => {
    if (bytes < leastBytes) return Buffer.allocUnsafe(bytes);
    const size = sizeFor(bytes);
    if (size > mostBytes) return Buffer.allocUnsafeSlow(bytes);
    const block = takeBlock(size);
    request.onSent(use(block));
    // NOTE: never all of it, so that nobody takes it for memory of their own (`ownBytes`).
    return Buffer.from(block, 0, bytes);
  };
}

/** Whether it will be used again. */
export function isLent(memory: Uint8Array): boolean {
  return users.has(memory.buffer);
}

/** What stands in lent memory stays until the response has been sent, too. */
export function holdUntilSent(memory: Uint8Array, request: Sending): void {
  if (isLent(memory)) request.onSent(use(memory.buffer));
}

/** A cache says once how much it may keep: as much waits to be used again when it keeps nothing. */
export function willKeep(mostKeptBytes: number): void {
  keepableBytes += mostKeptBytes;
}

/** The same for a cache: what stands in lent memory stays until that is called which is returned, once. */
export function keep(memory: Uint8Array): () => void {
  if (!isLent(memory)) return () => undefined;
  const { buffer: block } = memory;
  const letGo = use(block);
  keptBytes += block.byteLength;
  while (freeBytes > 0 && !isWithinBounds()) dropFree();
  return () => {
    keptBytes -= block.byteLength;
    letGo();
  };
}

function use(block: ArrayBufferLike): () => void {
  users.set(block, (users.get(block) ?? 0) + 1);
  return () => {
    const others = (users.get(block) ?? 1) - 1;
    if (others > 0) {
      users.set(block, others);
      return;
    }
    users.delete(block);
    giveBack(block);
  };
}

/** One of eight between a power of two and the next, larger than that. */
function sizeFor(bytes: number): number {
  const step = 2 ** (28 - Math.clz32(bytes));
  return (Math.floor(bytes / step) + 1) * step;
}

function takeBlock(size: number): ArrayBufferLike {
  const block = free.get(size)?.pop();
  if (!block) return Buffer.allocUnsafeSlow(size).buffer;
  freeBytes -= size;
  return block;
}

function giveBack(block: ArrayBufferLike): void {
  const size = block.byteLength;
  if (!isWithinBounds(size)) return;
  const known = free.get(size);
  if (known) known.push(block);
  else free.set(size, [block]);
  freeBytes += size;
}

function dropFree(): void {
  for (const [size, blocks] of free) {
    if (blocks.pop()) freeBytes -= size;
    else free.delete(size);
    return;
  }
}

/** With so many bytes more. */
function isWithinBounds(more = 0): boolean {
  return freeBytes + more <= mostFreeBytes + Math.max(0, keepableBytes - keptBytes);
}
