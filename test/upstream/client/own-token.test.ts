import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createOwnToken, type IssuedToken } from '../../../src/upstream/client/own-token.ts';

/** Of 100 seconds each. */
function open() {
  const clock = { now: 0 };
  const request = vi.fn<() => Promise<IssuedToken>>();
  const issue = (authorization: string) => request.mockResolvedValueOnce({ authorization, lifetimeMs: 100_000 });
  return { clock, request, issue, token: createOwnToken({ request, monotonicNow: () => clock.now }) };
}

it('is renewed when four fifths of its life are over, and serves until then', async () => {
  const { clock, request, issue, token } = open();
  issue('first');
  issue('second');
  expect(await token.get()).toBe('first');
  clock.now = 79_999;
  expect(await token.get()).toBe('first');
  expect(request).toHaveBeenCalledTimes(1);
  clock.now = 80_000;
  expect(await token.get()).toBe('first');
  await expect.poll(() => token.get()).toBe('second');
  expect(request).toHaveBeenCalledTimes(2);
});

it('serves to its end where it can not be renewed, which is tried every five seconds', async () => {
  const { clock, request, issue, token } = open();
  issue('first');
  await token.get();
  request.mockRejectedValue(new Error('away'));
  for (const [now, calls] of [
    [80_000, 2],
    [84_999, 2],
    [85_000, 3],
    [99_999, 4],
  ] as const) {
    clock.now = now;
    expect(await token.get()).toBe('first');
    expect(request).toHaveBeenCalledTimes(calls);
    await nextTurn();
  }
  clock.now = 100_000;
  await expect(token.get()).rejects.toThrow('away');
  issue('second');
  expect(await token.get()).toBe('second');
});

it('is requested once for all who wait for it', async () => {
  const { request, issue, token } = open();
  issue('first');
  expect(await Promise.all([token.get(), token.get()])).toEqual(['first', 'first']);
  expect(request).toHaveBeenCalledTimes(1);
});

it('one that is refused is replaced once, unless it was issued within the last second', async () => {
  const { clock, request, issue, token } = open();
  issue('first');
  issue('second');
  await token.get();
  clock.now = 999;
  expect(await token.replace('first')).toBeNull();
  clock.now = 1000;
  expect(await token.replace('first')).toBe('second');
  expect(await token.replace('first')).toBe('second');
  expect(await token.replace('second')).toBeNull();
  expect(request).toHaveBeenCalledTimes(2);
});
