import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { abandonedAfterMs, whileBuilding } from '../../src/importer/abandoned-releases.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = 60_000;

it('releases are not abandoned while one of them is at work, however long it takes, and are when nobody is', async () => {
  const touched = new Map<string, number>();
  const releases = { touch: async (id: string) => void touched.set(id, Date.now()) };
  const building = whileBuilding({ releases, ids: () => ['1', '2'] }, async () => {
    await vi.advanceTimersByTimeAsync(30 * minutes);
    return 'built';
  });
  expect(await building).toBe('built');
  const [...moments] = touched.values();
  expect(moments.map((moment) => Date.now() - moment < abandonedAfterMs)).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(3 * minutes);
  expect([...touched.values()]).toEqual(moments);
});

it('a release that can not be touched for a moment is built all the same', async () => {
  const touch = vi.fn(() => Promise.reject(new Error('The store can not be reached.')));
  const building = whileBuilding({ releases: { touch }, ids: () => ['1'] }, () => vi.advanceTimersByTimeAsync(minutes));
  await expect(building).resolves.toBeDefined();
  // Each time that it is due, though it failed before.
  expect(touch.mock.calls).toEqual(Array.from({ length: 6 }, () => ['1']));
});
