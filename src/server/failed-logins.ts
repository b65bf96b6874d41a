/**
 * Faulty tokens and secrets, by the address that they come from. Each try has its place in the budget before it is checked, and
 * gets it back when it was right: of a burst of guesses no more are checked than may be wrong. While the places that are left are
 * taken by tries that may be right, others wait.
 */
import { LRUCache } from 'lru-cache';
import { memoised } from '../lib/memo.ts';
import { accepted } from './counted.ts';
import type { RateBudgetOptions } from './rate-budget.ts';

export interface FailedLogins {
  /** @throws HttpProblem 429 where the address has spent its budget */
  attempt<Result>(
    address: string,
    check: () => Promise<Result>,
    isFaulty: (result: Result) => boolean,
  ): Promise<Result>;
}

export interface FailedLoginsOptions extends Pick<RateBudgetOptions, 'points' | 'seconds'> {
  readonly monotonicNow: () => number;
}

interface Budget {
  failed: number;
  running: number;
  /** When those that failed are forgotten. */
  endsAt: number;
  waiting: (() => void)[];
}

/** Addresses that are remembered, the last used ones. */
const maxAddresses = 50_000;

/** Counted by each instance: guessing is hopeless anyway. */
export function createFailedLogins({ points, seconds, monotonicNow }: FailedLoginsOptions): FailedLogins {
  if (points === 0) return { attempt: (_address, check) => check() };
  const budgets = new LRUCache<string, Budget>({ maxSize: maxAddresses, sizeCalculation: () => 1 });
  const policy = { name: 'failed-logins', points, seconds };
  const reason = 'Too many faulty tokens or secrets came from this address.';

  async function enter(budget: Budget): Promise<void> {
    for (;;) {
      const resetMs = budget.endsAt - monotonicNow();
      if (resetMs <= 0) budget.failed = 0;
      if (budget.failed >= points)
        accepted([{ ...policy, reason, spending: { waitMs: resetMs, remaining: 0, resetMs } }]);
      if (budget.failed + budget.running < points) break;
      await new Promise<void>((resolve) => void budget.waiting.push(resolve));
    }
    budget.running += 1;
  }

  function leave(budget: Budget, isFaulty: boolean): void {
    budget.running -= 1;
    if (budget.endsAt <= monotonicNow()) budget.failed = 0;
    if (isFaulty) {
      if (budget.failed === 0) budget.endsAt = monotonicNow() + seconds * 1000;
      budget.failed += 1;
    }
    // Its place is free, or gone, and those of a time that is over are free, too; with the last one, all who wait are refused.
    const free = points - budget.failed - budget.running;
    const count = budget.failed >= points ? budget.waiting.length : Math.max(0, free);
    for (const next of budget.waiting.splice(0, count)) next();
  }

  return {
    async attempt(address, check, isFaulty) {
      const budget = memoised(budgets, address, () => ({ failed: 0, running: 0, endsAt: 0, waiting: [] }));
      await enter(budget);
      let wasFaulty = false;
      try {
        const result = await check();
        wasFaulty = isFaulty(result);
        return result;
      } finally {
        leave(budget, wasFaulty);
      }
    },
  };
}
