import { expect, it, vi } from 'vitest';
import type { MirrorState } from '../../src/domain/mirror/ports.ts';
import { createMirrorHealth } from '../../src/mirror/mirror-health.ts';

it('looks once for all who check at once, and again for who checks then', async () => {
  const state = { currentAt: '2026-11-22T06:00:00.000Z', problem: null } as MirrorState;
  const getState = vi.fn(async () => state);
  const health = createMirrorHealth({ getState }, () => new Date('2026-11-22T06:01:00.000Z'));
  const check = () => Promise.all([health.expectFilled(), health.describe()]);
  const checked = await Promise.all(Array.from({ length: 100 }, check));
  expect(checked[99]?.[1]).toMatchObject({ mirror: { ageSeconds: 60 } });
  expect(getState).toHaveBeenCalledTimes(1);
  getState.mockRejectedValue(new Error('down'));
  const late = await Promise.allSettled([health.expectFilled(), health.describe()]);
  expect(late).toEqual([expect.objectContaining({ status: 'rejected' }), { status: 'fulfilled', value: {} }]);
  expect(getState).toHaveBeenCalledTimes(2);
});
