/**
 * Something that is kept in memory and changes elsewhere, as the keys that sign tokens do. It is loaded when it is first
 * needed, again when it has grown old, and again when somebody misses something in it, which anybody can cause: so
 * that happens a few times at once, and then once an interval. A load that fails leaves what was there.
 */
export interface RefreshingCache<Value> {
  /** Rejects only when there is nothing yet: what is kept goes on being answered when it can't be loaded again. */
  get(): Promise<Value>;
  /** After something was missed. Rejects when it can't be known whether it is there by now. */
  getNewer(): Promise<Value>;
}

export interface RefreshingCacheOptions<Value> {
  readonly load: () => Promise<Value>;
  readonly maxAgeMs: number;
  /** A miss in this interval loads again; of more, the first few do. After a failure the next attempt waits as long. */
  readonly retryMs: number;
  readonly monotonicNow: () => number;
}

const missBurst = 5;

export function createRefreshingCache<Value>(options: RefreshingCacheOptions<Value>): RefreshingCache<Value> {
  const { load, maxAgeMs, retryMs, monotonicNow } = options;
  let kept: { readonly value: Value } | null = null;
  let failure: { readonly error: unknown } | null = null;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  const mayMiss = createMissBudget(options);
  const isRecent = (intervalMs: number) => monotonicNow() - attemptedAt < intervalMs;

  /** One at a time, for all who wait. Never rejects. */
  function attempt(): Promise<void> {
    if (running) return running;
    attemptedAt = monotonicNow();
    running = load()
      .then(
        (value) => {
          kept = { value };
          failure = null;
        },
        (error: unknown) => {
          failure = { error };
        },
      )
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    async get() {
      if (!kept && running) await running;
      else if (!isRecent(failure ? retryMs : maxAgeMs)) {
        const attempted = attempt();
        // Where the last one failed, this one may too, and may take long: nobody waits for it who need not.
        if (!kept || !failure) await attempted;
      }
      return keptOrThrown(kept, failure);
    },

    async getNewer() {
      // One that runs may have read before what is missed was there: its end is waited for, and what comes then is newer.
      if (running) await running;
      // The next attempt would fail like it, and take as long: a source that hangs is waited for once, however often it is missed.
      if (failure && isRecent(retryMs)) throw failure.error;
      if (!kept || running !== null || mayMiss()) await attempt();
      return keptOrThrown(failure ? null : kept, failure);
    },
  };
}

function keptOrThrown<Value>(
  kept: { readonly value: Value } | null,
  failure: { readonly error: unknown } | null,
): Value {
  if (kept) return kept.value;
  throw failure?.error;
}

/** Whether one more miss may load again. */
function createMissBudget({
  retryMs,
  monotonicNow,
}: Pick<RefreshingCacheOptions<unknown>, 'retryMs' | 'monotonicNow'>) {
  let misses = missBurst;
  let missedAt = monotonicNow();
  return (): boolean => {
    const now = monotonicNow();
    misses = Math.min(missBurst, misses + (now - missedAt) / retryMs);
    missedAt = now;
    if (misses < 1) return false;
    misses -= 1;
    return true;
  };
}
