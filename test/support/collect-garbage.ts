import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** All that nobody can reach any more, at once. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}

/** Of what can be reached: V8's objects and texts. */
export function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** The same, and the memory of buffers, which stands outside of the heap. */
export function heldBytes(): number {
  return heapBytes() + process.memoryUsage().arrayBuffers;
}
