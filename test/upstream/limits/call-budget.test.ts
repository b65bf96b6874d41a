import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SharedState } from '../../../src/domain/shared-state.ts';
import { createCallBudget, type Permit } from '../../../src/upstream/limits/call-budget.ts';
import { type CallState, emptyCallState } from '../../../src/upstream/limits/call-rules.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pollMs = 25;
const timeoutMs = 5000;

/** Those of processes that share their limits: one call at a time. */
function openBudgets(requestsPerSecond = 1000) {
  const shared = emptyCallState();
  const state: SharedState<CallState> = { change: vi.fn(async (change) => change(shared, performance.now())) };
  const onFailed = vi.fn();
  const open = () =>
    createCallBudget({ limits: { requestsPerSecond, concurrency: 1 }, state, timeoutMs, pollMs, onFailed });
  return { state, onFailed, here: open(), elsewhere: open() };
}

/** What becomes of one that wants to begin within so many milliseconds. */
function enter(budget: ReturnType<typeof createCallBudget>, patienceMs = 60_000) {
  const call = { permit: null as Permit | null, error: null as unknown };
  budget.enter(performance.now() + patienceMs).then(
    (permit) => Object.assign(call, { permit }),
    (error: unknown) => Object.assign(call, { error }),
  );
  return call;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('one that comes too soon begins when the rate allows it', async () => {
  const { here } = openBudgets(1);
  const first = enter(here);
  await pass(0);
  first.permit?.leave();
  const second = enter(here);
  await pass(1049);
  expect(second.permit).toBeNull();
  await pass(1);
  expect(second.permit).not.toBeNull();
});

it('a place that another process has left is taken soon', async () => {
  const { here, elsewhere } = openBudgets();
  const there = enter(elsewhere);
  await pass(0);
  const waiting = enter(here);
  await pass(1000);
  expect(waiting.permit).toBeNull();
  there.permit?.leave();
  await pass(pollMs);
  expect(waiting.permit).not.toBeNull();
});

it('the place of a process that is gone is free when no call can run any more', async () => {
  const { here, elsewhere } = openBudgets();
  enter(elsewhere);
  await pass(0);
  const waiting = enter(here);
  await pass(timeoutMs + 1000 - pollMs);
  expect(waiting.permit).toBeNull();
  await pass(2 * pollMs);
  expect(waiting.permit).not.toBeNull();
});

it('at the deadline of one that has begun, nobody else who waits is forgotten', async () => {
  const { here } = openBudgets();
  const [first, second, third] = [enter(here), enter(here), enter(here, 500)];
  for (const before of [first, second]) {
    await pass(pollMs);
    before.permit?.leave();
  }
  await pass(pollMs);
  expect(third.permit).not.toBeNull();
  const last = enter(here);
  await pass(500);
  third.permit?.leave();
  await pass(pollMs);
  expect(last.permit).not.toBeNull();
});

it('one that comes after its deadline is refused, and takes no place', async () => {
  const { here } = openBudgets();
  const late = enter(here, 0);
  await pass(0);
  expect(late.error).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 });
  const next = enter(here);
  await pass(0);
  expect(next.permit).not.toBeNull();
});

it('where the limits can not be read calls fail, and a place that can not be given back is told of', async () => {
  const { state, onFailed, here } = openBudgets();
  const away = new Error('The database is away.');
  vi.mocked(state.change).mockRejectedValueOnce(away);
  const [refused, next] = [enter(here), enter(here)];
  await pass(0);
  expect(refused.error).toBe(away);
  expect(next.permit).not.toBeNull();
  vi.mocked(state.change).mockRejectedValueOnce(away);
  next.permit?.leave();
  await pass(0);
  expect(onFailed).toHaveBeenCalledWith(away);
});
