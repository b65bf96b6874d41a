import { LRUCache } from 'lru-cache';
import { inTurns } from '../in-turns.ts';

/**
 * What was read from releases, parsed once and shared: a release never changes, so there is nothing to invalidate. The
 * sizes are in whatever unit the values are measured in. Pages of 100 products are made 1.5 to 2.8 times as often with it
 * (`bench/notebook/fast-paths.md`).
 */
export interface ReleaseCache<Value> {
  get(releaseId: string, id: string): Value | undefined;
  set(releaseId: string, id: string, value: Value, size: number): void;
  /** Those that are known, and the others from one call of `load` for so many of them. */
  getMany(releaseId: string, ids: readonly string[], load: LoadMany<Value>): Promise<Map<string, Value>>;
}

type LoadMany<Value> = (
  missing: readonly string[],
) => Promise<readonly (readonly [id: string, value: Value, size: number])[]>;

/** What is read and parsed in one turn. */
const idsAtATime = 500;

export function createReleaseCache<Value extends object>(maxSize: number): ReleaseCache<Value> {
  const cache = new LRUCache<string, Value>({ maxSize });
  const keyOf = (releaseId: string, id: string) => `${releaseId}/${id}`;
  const get = (releaseId: string, id: string) => cache.get(keyOf(releaseId, id));
  function set(releaseId: string, id: string, value: Value, size: number): void {
    cache.set(keyOf(releaseId, id), value, { size: Math.max(1, size) });
  }
  return {
    get,
    set,
    async getMany(releaseId, ids, load) {
      const found = new Map<string, Value>();
      for (const id of ids) {
        const value = get(releaseId, id);
        if (value !== undefined) found.set(id, value);
      }
      const missing = ids.filter((id) => !found.has(id));
      await inTurns(missing, idsAtATime, async (some) => {
        for (const [id, value, size] of await load(some)) {
          set(releaseId, id, value, size);
          found.set(id, value);
        }
      });
      return found;
    },
  };
}
