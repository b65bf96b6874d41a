export interface SpareTime {
  /** To be called for each request that is answered from the cache: the more of these, the more may be done beside them. */
  earn(): void;
  /**
   * Runs it if there is time for it now, and returns whether it does: the caller may try again later. It resolves with the units that it
   * charged, and must not fail. It counts as these or as the time that it took, whichever is less: it has used no more of the processor than either.
   */
  offer(run: () => Promise<number>): boolean;
}

/** So many run at once: with a database behind a network, they wait for it together. */
const mostAtOnce = 16;
/** A unit is a microsecond at the most (`domain/work-budget.ts`). */
const longestUnitsPerMs = 1000;
const unitsPerMs = longestUnitsPerMs / 10;
/** Of a request that was answered from the cache: as long as it takes itself, or less. */
const unitsPerAnswer = 100;
/** What each is taken to need until it has ended: as much as a page of 100 products. */
const reservedUnits = 10_000;
/** After a time in which nothing was offered: few begin at once, since any of them may be slow. */
const mostUnits = 30_000;

/**
 * For work that nobody waits for, beside requests that somebody does. It gets a tenth of the time that passes, and a share of what is spent on
 * requests that are answered from the cache. `monotonicNow`: a clock that never jumps, in milliseconds.
 */
export function createSpareTime(monotonicNow = () => performance.now()): SpareTime {
  let units = mostUnits;
  let countedAt = monotonicNow();
  let running = 0;

  function earn(more: number): void {
    const now = monotonicNow();
    units = Math.min(mostUnits, units + (now - countedAt) * unitsPerMs + more);
    countedAt = now;
  }

  return {
    earn: () => earn(unitsPerAnswer),

    offer(run) {
      earn(0);
      if (units <= 0 || running >= mostAtOnce) return false;
      running += 1;
      units -= reservedUnits;
      // After the response that it came with has gone out.
      setImmediate(async () => {
        const begunAt = monotonicNow();
        const charged = await run();
        units += reservedUnits - Math.min(charged, (monotonicNow() - begunAt) * longestUnitsPerMs);
        running -= 1;
      });
      return true;
    },
  };
}
