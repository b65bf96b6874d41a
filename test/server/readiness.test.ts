import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadiness } from '../../src/server/readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isPrepared = () => true;

it('is false until all is prepared', async () => {
  let isDone = false;
  const { isReady } = createReadiness({ ping: async () => undefined, isPrepared: () => isDone });
  expect(await isReady()).toBe(false);
  isDone = true;
  expect(await isReady()).toBe(true);
});

it('follows the database', async () => {
  let isUp = true;
  const { isReady } = createReadiness({
    ping: () => (isUp ? Promise.resolve() : Promise.reject(new Error('down'))),
    isPrepared,
  });
  expect(await isReady()).toBe(true);
  isUp = false;
  expect(await isReady()).toBe(false);
  isUp = true;
  expect(await isReady()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('says why the database does not answer, once until it does again', async () => {
  let fault: Error | null = new Error('down');
  const onUnanswered = vi.fn();
  const ping = () => (fault ? Promise.reject(fault) : Promise.resolve());
  const { isReady } = createReadiness({ ping, isPrepared, onUnanswered });
  for (const next of [fault, fault, null, new Error('down again')]) {
    fault = next;
    await isReady();
  }
  expect(onUnanswered.mock.calls).toEqual([
    [new Error('down'), false],
    [new Error('down again'), false],
  ]);
});

it('is true while the catalog is shown without the database, and says so once', async () => {
  let kept = true;
  const onUnanswered = vi.fn();
  const ping = () => Promise.reject(new Error('down'));
  const { isReady } = createReadiness({ ping, isPrepared, isShown: () => kept, onUnanswered });
  expect([await isReady(), await isReady()]).toEqual([true, true]);
  kept = false;
  expect([await isReady(), await isReady()]).toEqual([false, false]);
  expect(onUnanswered.mock.calls.map(([, isShown]) => isShown)).toEqual([true, false]);
});

it('does not wait longer than a second, and a late failure hurts nobody', async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const answer = createReadiness({ ping: () => promise, isPrepared }).isReady();
  await vi.advanceTimersByTimeAsync(999);
  const early = await Promise.race([answer, Promise.resolve('waiting')]);
  await vi.advanceTimersByTimeAsync(1);
  expect([early, await answer]).toEqual(['waiting', false]);
  reject(new Error('late'));
});

it('looks once for all who ask at once, and again for who asks then', async () => {
  const ping = vi.fn(() => Promise.resolve());
  const { isReady } = createReadiness({ ping, isPrepared });
  expect(await Promise.all(Array.from({ length: 100 }, isReady))).toEqual(Array(100).fill(true));
  expect(ping).toHaveBeenCalledTimes(1);
  ping.mockRejectedValue(new Error('down'));
  expect(await Promise.all([isReady(), isReady()])).toEqual([false, false]);
  expect(ping).toHaveBeenCalledTimes(2);
});

it('is over for good once it was stopped, without asking the database', async () => {
  const ping = vi.fn(() => Promise.resolve());
  const readiness = createReadiness({ ping, isPrepared });
  readiness.stop();
  expect(await readiness.isReady()).toBe(false);
  expect(ping).not.toHaveBeenCalled();
});
