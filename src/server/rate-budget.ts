/** A number of requests in a stretch of time, for each key: in memory, or in the database that instances share. */
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';

export interface RateBudget {
  /** Takes one. Answers how many milliseconds to wait where there is none left; or else 0. */
  spend(key: string): Promise<number>;
  /** The same answer, without taking one. */
  waitOf(key: string): Promise<number>;
}

export interface RateBudgetOptions {
  readonly name: string;
  /** 0: no limit. */
  readonly points: number;
  readonly seconds: number;
  /** Null: in memory. */
  readonly client: object | null;
  /** Keys that are remembered in memory, the last used ones. */
  readonly maxKeys?: number;
}

const unlimited: RateBudget = { spend: async () => 0, waitOf: async () => 0 };

export function createRateBudget({ name, points, seconds, client, maxKeys = 50_000 }: RateBudgetOptions): RateBudget {
  if (points === 0) return unlimited;
  const memory = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  const limiter: RateLimiterAbstract = client
    ? new RateLimiterPostgres({
        storeClient: client,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
        // Who has spent everything is refused without asking the database.
        inMemoryBlockOnConsumed: points,
        // While the database is away, each instance counts for itself.
        insuranceLimiter: memory,
      })
    : memory;
  const keys = new Set<string>();

  function remember(key: string): void {
    keys.delete(key);
    keys.add(key);
    if (keys.size <= maxKeys) return;
    for (const oldest of keys) {
      keys.delete(oldest);
      void memory.delete(oldest);
      return;
    }
  }

  return {
    async spend(key) {
      remember(key);
      try {
        await limiter.consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(refusal.msBeforeNext, 1);
        throw refusal;
      }
    },
    async waitOf(key) {
      const spent = await limiter.get(key);
      return spent && spent.consumedPoints >= points ? Math.max(spent.msBeforeNext, 1) : 0;
    },
  };
}
