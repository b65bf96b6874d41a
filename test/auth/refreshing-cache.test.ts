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

it('while loading fails, who misses something waits for one attempt, and the next one comes after an interval', async () => {
  let now = 0;
  const loads: PromiseWithResolvers<string[]>[] = [];
  const load = () => {
    const one = Promise.withResolvers<string[]>();
    loads.push(one);
    return one.promise;
  };
  const cache = createRefreshingCache({ load, maxAgeMs: 60_000, retryMs: 5000, monotonicNow: () => now });
  const first = cache.get();
  loads[0]?.resolve(['old']);
  await first;
  const missed = Promise.allSettled([cache.getNewer(), cache.getNewer()]);
  now = 3000;
  loads[1]?.reject(new Error('It hung.'));
  expect(await missed).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  await expect(cache.getNewer()).rejects.toThrow('It hung.');
  expect(await cache.get()).toEqual(['old']);
  expect(loads).toHaveLength(2);
  now = 5000;
  const again = cache.getNewer();
  loads[2]?.resolve(['new']);
  expect(await again).toEqual(['new']);
});

it('what many miss while it is being loaded is loaded once more for all of them', async () => {
  const loads: PromiseWithResolvers<number>[] = [];
  const load = () => {
    const one = Promise.withResolvers<number>();
    loads.push(one);
    return one.promise;
  };
  const cache = createRefreshingCache({ load, maxAgeMs: 100, retryMs: 1000, monotonicNow: () => 0 });
  const first = cache.get();
  const newer = Promise.all(Array.from({ length: 20 }, () => cache.getNewer()));
  loads[0]?.resolve(1);
  await first;
  await expect.poll(() => loads.length).toBe(2);
  loads[1]?.resolve(2);
  await newer;
  expect(loads).toHaveLength(2);
});

it('what is kept is answered at once while it is being loaded again, and where the load before has failed', async () => {
  let now = 0;
  const loads: PromiseWithResolvers<string>[] = [];
  const load = () => {
    const one = Promise.withResolvers<string>();
    loads.push(one);
    return one.promise;
  };
  const cache = createRefreshingCache({ load, maxAgeMs: 60_000, retryMs: 5000, monotonicNow: () => now });
  const first = cache.get();
  loads[0]?.resolve('old');
  await first;
  now = 60_000;
  const renewing = cache.get();
  // Neither waits for a load that has no end yet.
  expect(await cache.get()).toBe('old');
  loads[1]?.reject(new Error('It hung.'));
  expect(await renewing).toBe('old');
  now = 65_000;
  expect(await cache.get()).toBe('old');
  expect(loads).toHaveLength(3);
  loads[2]?.resolve('new');
  await expect.poll(() => cache.get()).toBe('new');
});
