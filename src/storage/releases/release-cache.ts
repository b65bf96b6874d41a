import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/**
 * What was read from releases, parsed once and shared: a release never changes, so there is nothing to invalidate. The
 * sizes are in whatever unit the values are measured in. Pages of 100 products are made 1.5 to 2.8 times as often with it
 * (`bench/baseline.md`, fast paths).
 */
export interface ReleaseCache<Value> {
  get(releaseId: string, id: string): Value | undefined;
  set(releaseId: string, id: string, value: Value, size: number): void;
}

export function createReleaseCache<Value extends object>(maxSize: number): ReleaseCache<Value> {
  const cache = new LRUCache<string, Value>({ maxSize });
  const keyOf = (releaseId: string, id: string) => `${releaseId}/${id}`;
  return {
    get: (releaseId, id) => cache.get(keyOf(releaseId, id)),
    set: (releaseId, id, value, size) => void cache.set(keyOf(releaseId, id), value, { size: Math.max(1, size) }),
  };
}

/** The same, by ordinals, which mean the same as long as an index stays open (`ReleaseIndex.opening`). */
export interface OrdinalCache<Value> {
  get(opening: number, ordinal: number): Value | undefined;
  set(opening: number, ordinal: number, value: Value, size: number): void;
}

/** More than any release has. */
const maxOrdinals = 2 ** 30;

export function createOrdinalCache<Value extends object>(maxSize: number): OrdinalCache<Value> {
  const cache = new LRUCache<number, Value>({ maxSize });
  // A page looks a hundred of them up: no text is made of any.
  const keyOf = (opening: number, ordinal: number) => opening * maxOrdinals + ordinal;
  return {
    get: (opening, ordinal) => cache.get(keyOf(opening, ordinal)),
    set: (opening, ordinal, value, size) => void cache.set(keyOf(opening, ordinal), value, { size: Math.max(1, size) }),
  };
}

/** What is read and parsed at once, before others get their turn. */
const idsAtOnce = 500;

/** Those that are known, and the others from one call of `load` for so many of them. */
export async function getManyCached<Value>(
  cache: ReleaseCache<Value>,
  releaseId: string,
  ids: readonly string[],
  load: (missing: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): Promise<Map<string, Value>> {
  const found = new Map<string, Value>();
  for (const id of ids) {
    const value = cache.get(releaseId, id);
    if (value !== undefined) found.set(id, value);
  }
  const missing = ids.filter((id) => !found.has(id));
  for (let start = 0; start < missing.length; start += idsAtOnce) {
    if (start > 0) await setImmediate();
    for (const [id, value] of await load(missing.slice(start, start + idsAtOnce))) found.set(id, value);
  }
  return found;
}
