import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRateBudget, type RateBudget } from '../../src/server/rate-budget.ts';
import { createRateLimitClient } from '../../src/storage/rate-limit-client.ts';
import { describeEachEngine } from '../support/engines.ts';
import { useOpened } from '../support/use-opened.ts';

/** So long that none ends while a busy machine spends some. */
const seconds = 60;
const settings = { name: 'test', points: 3, seconds, workers: 1 };
async function spend(budget: RateBudget, key: string, times: number): Promise<number[]> {
  const waits: number[] = [];
  for (let i = 0; i < times; i += 1) waits.push((await budget.spend(key))?.waitMs ?? 0);
  return waits;
}
const spendOne = async (budget: RateBudget, key: string) => (await spend(budget, key, 1))[0];

it('is full again after its time, by a clock whose fractions add up to more', async () => {
  const now = 31_982.372405312297;
  expect(now + 1000 - now).toBeGreaterThan(1000);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  onTestFinished(() => void clock.mockRestore());
  const budget = createRateBudget({ ...settings, seconds: 1, client: null });
  expect(await budget.spend('a')).toMatchObject({ resetMs: 1000, remaining: 2, waitMs: 0 });
});

describeEachEngine('a budget', (open, engineName) => {
  const opened = useOpened(open);
  const client = () => (engineName === 'postgres' ? createRateLimitClient(opened.engine) : null);

  it('is spent by its key alone, and says how long to wait', async () => {
    const budget = createRateBudget({ ...settings, client: client() });
    const waits = await spend(budget, 'one', 5);
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    for (const wait of waits.slice(3)) {
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(1000 * seconds);
    }
    expect(await spendOne(budget, 'other')).toBe(0);
  });

  it('is full again when its time is over', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const budget = createRateBudget({ ...settings, name: 'short', client: client() });
    expect((await spend(budget, 'a', 4)).at(-1)).toBeGreaterThan(0);
    vi.advanceTimersByTime(1000 * seconds);
    // Of the database's clock, too.
    await client()?.query({ text: `update rate_limit set expire = expire - ${1000 * seconds}`, values: [] });
    expect(await spendOne(budget, 'a')).toBe(0);
  });

  it('is not held back by a clock that was set back', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const budget = createRateBudget({ ...settings, name: 'clock', client: client() });
    expect((await spend(budget, 'a', 4)).at(-1)).toBeGreaterThan(0);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await spendOne(budget, 'a')).toBeLessThanOrEqual(1000 * seconds);
    // One that has counted nothing itself: what instances share was counted by the database's clock, which was ahead.
    await client()?.query({ text: 'update rate_limit set expire = expire + 3600000', values: [] });
    const other = createRateBudget({ ...settings, name: 'clock', client: client() });
    const waits = await spend(other, 'a', 4);
    expect(waits.map((wait) => wait > 0)).toEqual([false, false, false, true]);
    expect(waits.at(-1)).toBeLessThanOrEqual(1000 * seconds);
  });

  it('takes any key as it is', async () => {
    const budget = createRateBudget({ ...settings, name: 'keys', client: client() });
    for (const key of ["'; drop table rate_limit --", 'été 😀', '__proto__', '', 'x'.repeat(10_000)]) {
      expect((await spend(budget, key, 4)).map((wait) => wait > 0)).toEqual([false, false, false, true]);
    }
  });

  it.runIf(engineName === 'postgres')('is shared by instances', async () => {
    const [one, other] = [1, 2].map(() => createRateBudget({ ...settings, name: 'shared', client: client() }));
    expect(await spend(one as RateBudget, 'a', 2)).toEqual([0, 0]);
    expect((await spend(other as RateBudget, 'a', 2)).filter((wait) => wait > 0)).toHaveLength(1);
  });

  it.runIf(engineName === 'postgres')('is shared by instances whose clocks differ', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const own = Date.now();
    const instances = [own, own + 5000 * seconds, own - 3_600_000].map((clock) => {
      return { clock, budget: createRateBudget({ ...settings, name: 'clocks', points: 6, client: client() }) };
    });
    const waits: (number | undefined)[] = [];
    for (const { clock, budget } of [...instances, ...instances, ...instances]) {
      vi.setSystemTime(clock);
      waits.push(await spendOne(budget, 'a'));
    }
    expect(waits.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
    for (const wait of waits.slice(6)) expect(wait).toBeGreaterThan(0);
    for (const wait of waits) expect(wait).toBeLessThanOrEqual(1000 * seconds);
  });
});

it.each([
  [1, 50, 5],
  [3, 240, 2],
])(
  'the database is queried about clients that send a lot, and told of all that they sent: %i workers',
  async (workers, points, few) => {
    const asked: unknown[] = [];
    const client = {
      query: async ({ values }: { values: unknown[] }) => {
        asked.push(values[1]);
        return { rows: [{ points: values[1], expire: Date.now() + 1000 }] };
      },
    };
    const budget = createRateBudget({ ...settings, points, workers, client });
    await spend(budget, 'a', few);
    expect(asked).toEqual([]);
    await spend(budget, 'a', 3);
    expect(asked).toEqual([few + 1, 1, 1]);
  },
);

it('a refusal says to wait, even when the time is just over', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const client = { query: async () => ({ rows: [{ points: 100, expire: Date.now() }] }) };
  const budget = createRateBudget({ ...settings, points: 10, client });
  expect(await spend(budget, 'a', 2)).toEqual([0, 1]);
});

it('who has spent what is shared waits until that is full again, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const spent = { points: 100, expire: Date.now() + 300 };
  const budget = createRateBudget({ ...settings, points: 10, client: { query: async () => ({ rows: [spent] }) } });
  expect(await spend(budget, 'a', 2)).toEqual([0, 300]);
  vi.advanceTimersByTime(299);
  expect(await budget.spend('a')).toMatchObject({ waitMs: 1, remaining: 0 });
  vi.advanceTimersByTime(1);
  expect(await budget.spend('a')).toMatchObject({ waitMs: 0, remaining: 9 });
});

describe('a budget in memory', () => {
  it('without points has no limit', async () => {
    const budget = createRateBudget({ ...settings, points: 0, client: null });
    expect((await spend(budget, 'a', 100)).every((wait) => wait === 0)).toBe(true);
  });

  it('remembers no more keys than it may, and those that were used last', async () => {
    const budget = createRateBudget({ ...settings, client: null, maxKeys: 100 });
    await spend(budget, 'first', 4);
    for (let i = 0; i < 99; i += 1) await budget.spend(`key-${i}`);
    expect(await spendOne(budget, 'first')).toBeGreaterThan(0);
    for (let i = 0; i < 100; i += 1) await budget.spend(`other-${i}`);
    expect(await spendOne(budget, 'first')).toBe(0);
  });

  it('takes over while the database is away', async () => {
    const away = { query: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    const budget = createRateBudget({ ...settings, client: away });
    expect((await spend(budget, 'a', 4)).map((wait) => wait > 0)).toEqual([false, false, false, true]);
  });
});

/** A process or database whose stretches end late, since timers do where there is much to do. */
function openLateCounter(lateMs: number) {
  const counted = { points: 0, expire: 0 };
  return {
    query: async ({ values }: { values: unknown[] }) => {
      const now = Date.now();
      if (counted.expire <= now) Object.assign(counted, { points: 0, expire: now + 1000 + lateMs });
      counted.points += values[1] as number;
      return { rows: [{ ...counted }] };
    },
  };
}

it.each([1, 2, 3])('is spent in full by whoever goes on sending to %i of 3 workers', async (used) => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const [lateMs, stretches, points] = [50, 20, 100];
  const options = { ...settings, points, seconds: 1, client: openLateCounter(lateMs), workers: 3 };
  const budgets = Array.from({ length: used }, () => createRateBudget(options));
  let allowed = 0;
  for (let at = 0; at < stretches * (1000 + lateMs); at += 1) {
    if ((await spendOne(budgets[at % used] as RateBudget, 'a')) === 0) allowed += 1;
    vi.advanceTimersByTime(1);
  }
  expect(allowed / (stretches * points)).toBeGreaterThanOrEqual(0.95);
  expect(allowed / (stretches * points)).toBeLessThanOrEqual(1.05);
});

it('a database that is away is queried no more about a key that has spent everything', async () => {
  const query = vi.fn(async () => Promise.reject(new Error('away')));
  const budget = createRateBudget({ ...settings, points: 20, client: { query } });
  const waits = await spend(budget, 'a', 50);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(20);
  expect(query.mock.calls.length).toBeLessThan(20);
});
