import { setImmediate } from 'node:timers/promises';

/** That are sorted, or merged, before others get their turn. */
const atATime = 2048;

/**
 * The numbers below `count` in the order of their keys; those of equal keys as they were. A merge sort: a key is made once for each
 * round, and few are there at a time.
 */
export async function sortInTurns<Key>(
  count: number,
  keyOf: (index: number) => Key,
  compare: (a: Key, b: Key) => number,
): Promise<Uint32Array> {
  let sorted = new Uint32Array(count);
  for (let start = 0; start < count; start += atATime) {
    const keys = Array.from({ length: Math.min(atATime, count - start) }, (_, place) => keyOf(start + place));
    const places = [...keys.keys()].sort((a, b) => compare(keys[a] as Key, keys[b] as Key));
    for (const [place, from] of places.entries()) sorted[start + place] = start + from;
    await setImmediate();
  }
  let merged = new Uint32Array(count);
  for (let length = atATime; length < count; length *= 2) {
    for (let start = 0; start < count; start += 2 * length) {
      const runs = { first: start, second: Math.min(start + length, count), end: Math.min(start + 2 * length, count) };
      await merge({ from: sorted, to: merged, keyOf, compare }, runs);
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

interface Merging<Key> {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly keyOf: (index: number) => Key;
  readonly compare: (a: Key, b: Key) => number;
}

interface Runs {
  readonly first: number;
  readonly second: number;
  readonly end: number;
}

async function merge<Key>({ from, to, keyOf, compare }: Merging<Key>, { first, second, end }: Runs): Promise<void> {
  const keyAt = (place: number, last: number) => (place < last ? keyOf(from[place] as number) : null);
  let [a, b] = [first, second];
  let [keyA, keyB] = [keyAt(a, second), keyAt(b, end)];
  for (let place = first; place < end; place += 1) {
    if (keyB === null || (keyA !== null && compare(keyA, keyB) <= 0)) {
      to[place] = from[a] as number;
      a += 1;
      keyA = keyAt(a, second);
    } else {
      to[place] = from[b] as number;
      b += 1;
      keyB = keyAt(b, end);
    }
    if (place % atATime === atATime - 1) await setImmediate();
  }
}
