/**
 * Resolves at the end of a turn of the event loop; null: write the response at once, since in the turn before there was but one.
 */
export type EndOfTurn = () => Promise<void> | null;

/**
 * Responses that are made in one turn go out together at its end. Each write runs the kernel's code, and wakes who reads at the other end: between
 * the making of others it takes a sixth more of the processor's time for a page from the cache, and a third more for one of REST that is not
 * (`bench/notebook/requests.md`).
 */
export function createEndOfTurn(): EndOfTurn {
  let [count, countBefore] = [0, 0];
  let end: PromiseWithResolvers<void> | null = null;

  function endTurn(): void {
    [countBefore, count] = [count, 0];
    end?.resolve();
    end = null;
  }

  return () => {
    if (count === 0) setImmediate(endTurn);
    count += 1;
    if (countBefore < 2) return null;
    end ??= Promise.withResolvers<void>();
    return end.promise;
  };
}
