import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CallLimits,
  type CallState,
  emptyCallState,
  enter,
  leave,
  slowDown,
} from '../../../src/upstream/limits/call-rules.ts';

const limits = { requestsPerSecond: 4, concurrency: 2 };
const leaseMs = 5000;

interface Call extends Partial<CallLimits> {
  readonly id?: string;
  readonly patienceMs?: number;
}

function callAt(state: CallState, now: number, { id = String(now), patienceMs = 10_000, ...changed }: Call = {}) {
  return enter(state, { ...limits, ...changed, id, now, latest: now + patienceMs, leaseMs });
}

/** Begins and ends at once. */
function passAt(state: CallState, now: number) {
  const entered = callAt(state, now);
  leave(state, String(now));
  return entered;
}

describe('calls', () => {
  it('do not wait for a clock that was ahead, and has been set right', () => {
    const ahead = 10 * 3_600_000;
    const state = emptyCallState();
    for (const id of ['a', 'b']) callAt(state, ahead, { id });
    slowDown(state, ahead, 3600);
    expect(callAt(state, 0, { id: 'c' })).toEqual({ freeAt: 3_600_000 });
    expect(callAt(state, 3_600_000, { id: 'd' })).toEqual({ startsAt: 3_600_000 });
  });

  it('are paused by a clock that was ahead for as long as was said, and then become more again', () => {
    const ahead = 1_800_000;
    const state = emptyCallState();
    slowDown(state, ahead, 1);
    expect(callAt(state, 0, { id: 'a', concurrency: 2 })).toEqual({ startsAt: 1000 });
    expect(callAt(state, 1000, { id: 'b', concurrency: 2 })).toBe('full');
    for (const id of ['c', 'd']) {
      expect(callAt(state, 15_000, { id, concurrency: 2 })).toEqual({ startsAt: 15_000 });
    }
  });

  it('are paused for as long as was said last, though a clock that was ahead has paused them before', () => {
    const state = emptyCallState();
    slowDown(state, 1_800_000, 1);
    slowDown(state, 0, 8);
    expect(callAt(state, 0)).toEqual({ startsAt: 8000 });
  });

  it('begin at once up to the rate, and then a second after those before', () => {
    const state = emptyCallState();
    expect([0, 1, 2, 3, 4, 5].map((now) => passAt(state, now))).toEqual([
      { startsAt: 0 },
      { startsAt: 1 },
      { startsAt: 2 },
      { startsAt: 3 },
      { startsAt: 1050 },
      { startsAt: 1051 },
    ]);
  });

  it('are remembered as far as the rate looks back, and no longer', () => {
    const state = emptyCallState();
    for (let now = 0; now < 100_000; now += 1000) passAt(state, now);
    expect(state).toMatchObject({ starts: [96_000, 97_000, 98_000, 99_000], running: [] });
  });

  it('begin in the order in which they came, also while the rate grows again', () => {
    const state = emptyCallState();
    slowDown(state, 0, 0);
    const many = { requestsPerSecond: 1000, concurrency: 10_000 };
    const begin = (now: number, id: string) => callAt(state, now, { ...many, id });
    for (let call = 0; call < 500; call += 1) expect(begin(0, `${call}`)).toEqual({ startsAt: 0 });
    expect(begin(0, 'one too many')).toEqual({ startsAt: 1050 });
    expect(begin(100, 'later')).toEqual({ startsAt: 1050 });
  });

  it('wait while as many run as may, until one leaves or must be dead', () => {
    const state = emptyCallState();
    callAt(state, 0);
    callAt(state, 1);
    expect(callAt(state, 2)).toBe('full');
    leave(state, '0');
    expect(callAt(state, 2)).toEqual({ startsAt: 2 });
    expect(callAt(state, 3)).toBe('full');
    expect(callAt(state, 1 + leaseMs)).toEqual({ startsAt: 1 + leaseMs });
  });

  it('that would begin too late take nothing', () => {
    const state = emptyCallState();
    for (const now of [0, 1, 2, 3]) passAt(state, now);
    const before = structuredClone(state);
    expect(callAt(state, 4, { patienceMs: 1045 })).toEqual({ freeAt: 1050 });
    expect(state).toEqual(before);
    expect(callAt(state, 4, { patienceMs: 1046 })).toEqual({ startsAt: 1050 });
  });

  it('after a 429 pause as long as it says, and begin half as often, then gradually as before', () => {
    const state = emptyCallState();
    slowDown(state, 0, 2);
    // Of several that were sent at once, all may be refused.
    slowDown(state, 10, null);
    expect([20, 21, 22].map((now) => passAt(state, now))).toEqual([
      { startsAt: 2000 },
      { startsAt: 2000 },
      { startsAt: 3050 },
    ]);
    callAt(state, 4000);
    expect(callAt(state, 4001)).toBe('full');
    expect([40_000, 40_001, 40_002, 40_003, 40_004].map((now) => passAt(state, now))).toEqual(
      [40_000, 40_001, 40_002, 40_003, 41_050].map((startsAt) => ({ startsAt })),
    );
  });

  it('after each 429 that is no echo of another begin half as often as before it', () => {
    const state = emptyCallState();
    for (const now of [0, 1001]) slowDown(state, now, null);
    expect([1002, 1003].map((now) => passAt(state, now))).toEqual([{ startsAt: 2001 }, { startsAt: 3051 }]);
  });

  it('are never stopped for good, whatever a platform says', () => {
    const state = emptyCallState();
    for (let now = 0; now < 100_000; now += 1001) slowDown(state, now, 999_999);
    expect(callAt(state, 100_000, { patienceMs: 3_700_000 })).toMatchObject({ startsAt: expect.any(Number) });
  });

  it('are never more than the limits, in any second and at any moment', () => {
    const event = fc.record({
      after: fc.integer({ min: 0, max: 400 }),
      takes: fc.integer({ min: 0, max: 900 }),
      isRefused: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 200 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 4 }),
        (events, rate, concurrency) => {
          const state = emptyCallState();
          const calls: { start: number; end: number; id: string }[] = [];
          let now = 0;
          for (const [index, { after, takes, isRefused }] of events.entries()) {
            now += after;
            for (const { end, id } of calls) if (end <= now) leave(state, id);
            if (isRefused && index % 20 === 0) slowDown(state, now, null);
            const entered = callAt(state, now, { id: String(index), requestsPerSecond: rate, concurrency });
            if (entered !== 'full' && 'startsAt' in entered) {
              calls.push({ start: entered.startsAt, end: entered.startsAt + takes, id: String(index) });
            }
          }
          for (const { start } of calls) {
            expect(
              calls.filter((other) => other.start >= start && other.start < start + 1000).length,
            ).toBeLessThanOrEqual(rate);
            expect(calls.filter((other) => other.start <= start && start < other.end).length).toBeLessThanOrEqual(
              concurrency,
            );
          }
        },
      ),
    );
  });
});
