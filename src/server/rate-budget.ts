/**
 * A number of requests in a stretch of time, for each key: in memory, in that of the process that several workers share, or in the
 * database that instances share. An instance queries the database about a key only when it has itself seen a tenth of its budget, and
 * tells it of all of them then: so a client that comes now and then costs no round trip, and one that floods ten instances gets at most
 * twice the budget. Workers do so after a fortieth of it, all of them together: that is within 5 % of one process.
 */
import { LRUCache } from 'lru-cache';
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';

export interface RateBudget {
  /** Takes one. Null: there is no limit. */
  spend(key: string): Promise<Spending | null> | Spending | null;
}

/** To be called once in the process whose workers count together, before it starts them. */
export function shareRateBudgets(): void {
  new RateLimiterClusterMaster();
}

/** A budget after one was taken, as far as this instance knows. */
export interface Spending {
  /** How many milliseconds to wait, because there was none left; or else 0. */
  readonly waitMs: number;
  readonly remaining: number;
  /** In how many milliseconds it is full again. */
  readonly resetMs: number;
}

export interface RateBudgetOptions {
  readonly name: string;
  /** 0: no limit. */
  readonly points: number;
  readonly seconds: number;
  /** The database that instances share; null: they share nothing. */
  readonly client: object | null;
  /** How many processes count together. */
  readonly workers: number;
  /** Keys that are remembered in memory, the last used ones. */
  readonly maxKeys?: number;
}

const unlimited: RateBudget = { spend: () => null };

export function createRateBudget(options: RateBudgetOptions): RateBudget {
  const { points, seconds, workers, maxKeys = 50_000 } = options;
  if (points === 0) return unlimited;
  const memory = countInMemory(points, seconds, maxKeys);
  const shared = openShared(options);
  const unshared = Math.floor(points / (workers > 1 ? 40 * workers : 10));

  async function takeShared(limiter: RateLimiterAbstract, key: string, own: Taken): Promise<Spending> {
    // It is away, which whoever needs the database will report: each instance counts for itself, and has counted already.
    const taken = await take(limiter, key, own.count === unshared + 1 ? own.count : 1).catch(() => own);
    if (taken.waitMs > 0) memory.refuse(key, taken.waitMs);
    return taken;
  }

  return {
    spend(key) {
      const own = memory.take(key);
      return !shared || own.isRefused || own.count <= unshared ? own : takeShared(shared, key, own);
    },
  };
}

/** A stretch of time that began with the first request in it. */
interface Stretch {
  count: number;
  readonly endsAt: number;
  /** Nothing is left of the budget, whoever spent it: nobody needs to be queried. */
  readonly isRefused: boolean;
}

/** By a clock that nobody sets. Not the library's memory, which has no bound of keys and sets a timer for each. */
function countInMemory(points: number, seconds: number, maxKeys: number) {
  // NOTE: `max` would take the memory of all of them at the start.
  const stretches = new LRUCache<string, Stretch>({ maxSize: maxKeys, sizeCalculation: () => 1 });
  // Whole milliseconds: of fractions, a stretch that was added may be longer than it by a rounding, and the header said a second more.
  const clock = () => Math.floor(performance.now());
  return {
    take(key: string): Own {
      const now = clock();
      let stretch = stretches.get(key);
      if (!stretch || stretch.endsAt <= now) {
        stretch = { count: 0, endsAt: now + 1000 * seconds, isRefused: false };
        stretches.set(key, stretch);
      }
      stretch.count += 1;
      const { count, endsAt, isRefused } = stretch;
      const resetMs = endsAt - now;
      const waitMs = count > points ? resetMs : 0;
      return { waitMs, remaining: Math.max(points - count, 0), resetMs, count, isRefused };
    },

    /** Until the stretch that is shared ends. One of its own would end at another time, and of each shared one less or more would be spent. */
    refuse(key: string, forMs: number): void {
      stretches.set(key, { count: points, endsAt: clock() + forMs, isRefused: true });
    },
  };
}

/** In milliseconds. */
const databaseNow = '(extract(epoch from now()) * 1000)::bigint';

/** By the database's clock: those of instances may differ by more than a stretch takes, and each would begin anew what the other counts. */
class CountedByDatabase extends RateLimiterPostgres {
  declare _query: (query: { readonly text: string; readonly values: readonly unknown[] }) => Promise<unknown>;

  /** What the library calls to count. It is told the end by its own clock. */
  _upsert(key: string, points: number, forMs: number): Promise<unknown> {
    const text = `insert into rate_limit as counted values ($1, $2, ${databaseNow} + $3)
      on conflict (key) do update set
        points = case when counted.expire <= ${databaseNow} then $2 else counted.points + $2 end,
        expire = case when counted.expire <= ${databaseNow} then ${databaseNow} + $3 else counted.expire end
      returning points, expire - ${databaseNow} + $4 as expire`;
    return this._query({ text, values: [key, points, forMs, Date.now()] });
  }
}

/** How long the first process may take to answer. */
const answerMs = 1000;

/** Where others count, too; null: nowhere. */
function openShared({ name, points, seconds, client, workers }: RateBudgetOptions): RateLimiterAbstract | null {
  const budget = { keyPrefix: name, points, duration: seconds };
  if (client) {
    return new CountedByDatabase({
      ...budget,
      storeClient: client,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      // Who has spent everything is refused without a query.
      inMemoryBlockOnConsumed: points,
    });
  }
  return workers > 1 ? new RateLimiterCluster({ ...budget, timeoutMs: answerMs }) : null;
}

async function take(limiter: RateLimiterAbstract, key: string, points: number): Promise<Taken> {
  const taken = await consume(limiter, key, points);
  if (taken.resetMs <= 2000 * limiter.duration) return taken;
  // Counted by a clock that was ahead: it would count until this one gets there.
  await limiter.delete(key);
  return consume(limiter, key, points);
}

async function consume(limiter: RateLimiterAbstract, key: string, points: number): Promise<Taken> {
  try {
    return toTaken(await limiter.consume(key, points), false);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return toTaken(refusal, true);
  }
}

interface Taken extends Spending {
  readonly count: number;
}

interface Own extends Taken, Pick<Stretch, 'isRefused'> {}

function toTaken(result: RateLimiterRes, isRefused: boolean): Taken {
  const { consumedPoints: count, remainingPoints: remaining, msBeforeNext } = result;
  const resetMs = Math.max(msBeforeNext, 1);
  return { waitMs: isRefused ? resetMs : 0, remaining, resetMs, count };
}
