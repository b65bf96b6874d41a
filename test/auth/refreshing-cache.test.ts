import { expect, it } from 'vitest';
import { createRefreshingCache } from '../../src/auth/refreshing-cache.ts';

it('what came while it was being loaded is found by who misses it', async () => {
  let now = 0;
  let keys = ['old'];
  const loads: PromiseWithResolvers<string[]>[] = [];
  const load = () => {
    const one = Promise.withResolvers<string[]>();
    loads.push(one);
    return one.promise;
  };
  const cache = createRefreshingCache({ load, maxAgeMs: 100, retryMs: 1000, monotonicNow: () => now });
  const first = cache.get();
  loads[0]?.resolve(keys);
  expect(await first).toEqual(['old']);
  now = 200;
  const renewed = cache.get();
  const newer = cache.getNewer();
  loads[1]?.resolve(keys);
  keys = ['new', 'old'];
  expect(await renewed).toEqual(['old']);
  await expect.poll(() => loads.length).toBe(3);
  loads[2]?.resolve(keys);
  expect(await newer).toEqual(keys);
});
