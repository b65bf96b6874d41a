import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/**
 * What was read from releases, parsed once and shared: a release never changes, so there is nothing to invalidate. The
 * sizes are in whatever unit the values are measured in. Pages of 100 products are made 1.5 to 2.8 times as often with it
 * (`bench/baseline.md`, fast paths).
 */
export interface ReleaseCache<Value, Id extends string | number = string> {
  get(releaseId: string, id: Id): Value | undefined;
  set(releaseId: string, id: Id, value: Value, size: number): void;
}

/** By ids, or by ordinals. */
export function createReleaseCache<Value extends object, Id extends string | number = string>(
  maxSize: number,
): ReleaseCache<Value, Id> {
  const cache = new LRUCache<string | number, Value>({ maxSize });
  return {
    get: (releaseId, id) => cache.get(keyOf(releaseId, id)),
    set: (releaseId, id, value, size) => void cache.set(keyOf(releaseId, id), value, { size: Math.max(1, size) }),
  };
}

/** More than any release has. */
const maxOrdinals = 2 ** 30;

/** A page looks a hundred ordinals up: as numbers none of them is made a text of. */
function keyOf(releaseId: string, id: string | number): string | number {
  return typeof id === 'number' ? Number(releaseId) * maxOrdinals + id : `${releaseId}/${id}`;
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
