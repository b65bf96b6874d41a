/**
 * Memory for bodies that are sent to one client, which is used again once they have gone. Fresh memory lies outside of V8's heap, all of which V8
 * marks each time that some 20 MB of it were taken (`bench/baseline.md`, uncached).
 */
import type { HttpRequest } from './http-exchange.ts';

/** Gives memory for the response's body, in which anything may stand. Whoever keeps some of it for longer than that copies it. */
export type TakeMemory = (bytes: number) => Buffer;

/** A smaller piece is cut from a slab of Node's own. */
const leastBytes = 4096;
const mostBytes = 1_048_576;
/** Of all that waits to be used again. */
const mostFreeBytes = 8_388_608;

const free = new Map<number, ArrayBuffer[]>();
let freeBytes = 0;

export function memoryUntilSent(request: Pick<HttpRequest, 'onSent'>): TakeMemory {
  return (bytes) => {
    if (bytes < leastBytes) return Buffer.allocUnsafe(bytes);
    const size = sizeFor(bytes);
    if (size > mostBytes) return Buffer.allocUnsafeSlow(bytes);
    const block = takeBlock(size);
    request.onSent(() => giveBack(block));
    // NOTE: never all of it, so that nobody takes it for memory of their own (`ownBytes`).
    return Buffer.from(block, 0, bytes);
  };
}

/** One of four between a power of two and the next, larger than that. */
function sizeFor(bytes: number): number {
  const step = 2 ** (29 - Math.clz32(bytes));
  return (Math.floor(bytes / step) + 1) * step;
}

function takeBlock(size: number): ArrayBuffer {
  const block = free.get(size)?.pop();
  if (!block) return Buffer.allocUnsafeSlow(size).buffer;
  freeBytes -= size;
  return block;
}

function giveBack(block: ArrayBuffer): void {
  const size = block.byteLength;
  if (freeBytes + size > mostFreeBytes) return;
  const known = free.get(size);
  if (known) known.push(block);
  else free.set(size, [block]);
  freeBytes += size;
}
