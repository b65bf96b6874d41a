import { describe, expect, it } from 'vitest';
import type { HttpProblem } from '../../src/http/http-problem.ts';
import { createFailedLogins } from '../../src/server/failed-logins.ts';

function start(points: number) {
  let now = 0;
  const failedLogins = createFailedLogins({ points, seconds: 60, monotonicNow: () => now });
  const checked: PromiseWithResolvers<boolean>[] = [];
  const check = () => {
    const one = Promise.withResolvers<boolean>();
    checked.push(one);
    return one.promise;
  };
  return {
    checked,
    /** A try that ends when its check is resolved: with whether it was right. */
    attempt: (address = 'a') => failedLogins.attempt(address, check, (isRight) => !isRight),
    attemptNow: (isRight: boolean, address = 'a') =>
      failedLogins.attempt(
        address,
        async () => isRight,
        (right) => !right,
      ),
    pass: (ms: number) => (now += ms),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const refused = { name: 'HttpProblem', status: 429 };

it('whoever waits is let in when the time of the failures is over, whatever those before it were', async () => {
  const { attempt, attemptNow, checked, pass } = start(2);
  await attemptNow(false);
  const running = attempt();
  const waiting = [attemptNow(false), attemptNow(true), attemptNow(true)];
  await settled();
  pass(60_001);
  checked[0]?.resolve(true);
  expect(await Promise.all([running, ...waiting])).toEqual([true, false, true, true]);
});

describe('of a burst', () => {
  it('no more are checked than may be wrong', async () => {
    const { attempt, checked } = start(20);
    const attempts = Array.from({ length: 400 }, () => attempt().catch((error: HttpProblem) => error.status));
    await settled();
    expect(checked.length).toBe(20);
    for (const one of checked) one.resolve(false);
    const outcomes = await Promise.all(attempts);
    expect(checked.length).toBe(20);
    expect(outcomes.filter((outcome) => outcome === false).length).toBe(20);
    expect(outcomes.filter((outcome) => outcome === 429).length).toBe(380);
  });

  it('all that are right are let in, a few at a time', async () => {
    const { attempt, checked } = start(3);
    const attempts = Array.from({ length: 50 }, () => attempt());
    let atOnce = 0;
    for (let done = 0; done < 50; done += 1) {
      await settled();
      atOnce = Math.max(atOnce, checked.length - done);
      checked[done]?.resolve(true);
    }
    expect(await Promise.all(attempts)).toEqual(Array.from({ length: 50 }, () => true));
    expect(atOnce).toBe(3);
  });

  it('wrong ones among right ones are counted, in whatever order they end', async () => {
    const { attempt, checked } = start(5);
    const attempts = Array.from({ length: 200 }, () => attempt().catch(() => 'refused'));
    let wrong = 0;
    for (let done = 0; done < checked.length || done === 0; done += 1) {
      await settled();
      const isRight = done % 3 !== 0;
      wrong += Number(!isRight);
      checked[done]?.resolve(isRight);
      await settled();
    }
    await Promise.all(attempts);
    expect(wrong).toBe(5);
  });
});

it('a check that fails for another reason is not counted, and its place is free again', async () => {
  const { attempt, attemptNow, checked } = start(1);
  const first = attempt();
  await settled();
  const second = attemptNow(true);
  checked[0]?.reject(new Error('down'));
  await expect(first).rejects.toThrow('down');
  expect(await second).toBe(true);
});

it('who has spent the budget waits until the minute is over, from the first that was wrong', async () => {
  const { attemptNow, pass } = start(2);
  await attemptNow(false);
  pass(20_000);
  await attemptNow(false);
  await expect(attemptNow(true)).rejects.toMatchObject({ ...refused, headers: { 'Retry-After': '40' } });
  pass(39_999);
  await expect(attemptNow(true)).rejects.toMatchObject({ ...refused, headers: { 'Retry-After': '1' } });
  pass(1);
  expect(await attemptNow(true)).toBe(true);
});

it('a wrong one that ends when the minute is over is the first of the next', async () => {
  const { attempt, attemptNow, checked, pass } = start(2);
  await attemptNow(false);
  const running = attempt();
  await settled();
  pass(60_001);
  checked[0]?.resolve(false);
  await running;
  await attemptNow(false);
  await expect(attemptNow(true)).rejects.toMatchObject(refused);
});

it('each address has a budget of its own', async () => {
  const { attemptNow } = start(1);
  await attemptNow(false, 'a');
  await expect(attemptNow(true, 'a')).rejects.toMatchObject(refused);
  expect(await attemptNow(true, 'b')).toBe(true);
});

it('without a limit everything is checked', async () => {
  const { attempt, checked } = start(0);
  for (let i = 0; i < 100; i += 1) void attempt();
  await settled();
  expect(checked.length).toBe(100);
});
