import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { abandonedBefore, whileBuilding } from '../../src/importer/abandoned-releases.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const now = () => new Date();
const minutes = 60_000;

it('releases are not abandoned while one of them is at work, however long it takes, and are when nobody is', async () => {
  const touched = new Map<string, string>();
  const releases = { touch: async (id: string, moment: string) => void touched.set(id, moment) };
  const building = whileBuilding({ releases, ids: () => ['1', '2'], now }, async () => {
    await vi.advanceTimersByTimeAsync(30 * minutes);
    return 'built';
  });
  expect(await building).toBe('built');
  const [...moments] = touched.values();
  expect(moments.map((moment) => moment > abandonedBefore(now()))).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(3 * minutes);
  expect([...touched.values()]).toEqual(moments);
});

it('a release that can not be touched for a moment is built all the same', async () => {
  const releases = { touch: () => Promise.reject(new Error('The store can not be reached.')) };
  const building = whileBuilding({ releases, ids: () => ['1'], now }, () => vi.advanceTimersByTimeAsync(minutes));
  await expect(building).resolves.toBeDefined();
});
