import { expect, it, vi } from 'vitest';
import type { KeyedWrite } from '../../../src/domain/idempotency/keyed-write.ts';
import type { IdempotencyKeyStore } from '../../../src/domain/idempotency/ports.ts';
import { createRemoveOldKeys } from '../../../src/domain/idempotency/remove-old-keys.ts';

const start = Date.parse('2026-03-01T00:00:00.000Z');
const writeAt = (ms: number) => {
  const now = new Date(start + ms).toISOString();
  return { now, forgottenBefore: `a day before ${now}` } as KeyedWrite;
};

it('old keys are removed once a minute, and when the clock is set back', async () => {
  const removeBefore = vi.fn(async (_moment: string) => {});
  const removeOldKeys = createRemoveOldKeys({ removeBefore } as unknown as IdempotencyKeyStore, undefined);
  const moments = [0, 1, 59_999, 60_000, 119_999, -3_600_000, -3_599_999];
  for (const ms of moments) await removeOldKeys(writeAt(ms));
  const removed = removeBefore.mock.calls.map(([moment]) => moment);
  expect(removed).toEqual([0, 60_000, -3_600_000].map((ms) => writeAt(ms).forgottenBefore));
});

it('that they could not be removed is told, and fails nothing', async () => {
  const failures: unknown[] = [];
  const locked = new Error('locked');
  const keys = { removeBefore: () => Promise.reject(locked) } as unknown as IdempotencyKeyStore;
  await createRemoveOldKeys(keys, (error) => void failures.push(error))(writeAt(0));
  await createRemoveOldKeys(keys, undefined)(writeAt(0));
  expect(failures).toEqual([locked]);
});
