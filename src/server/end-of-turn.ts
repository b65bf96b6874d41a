/**
 * Resolves when the response is to be written: at the end of a turn of the event loop, or when as many wait as may; null: at once, since in the turn
 * before there was but one.
 */
export type EndOfTurn = () => Promise<void> | null;

/**
 * Beyond it they are written while requests still begin, which counts against the time that these have in a turn (`request-queue.ts`). Written
 * after it they made turns twice as long with 1,000 connections, and clients that connected together, one in a turn, waited for seconds.
 */
const mostWaiting = 16;

/**
 * Responses that are made in one turn go out together. Each write runs the kernel's code, and wakes who reads at the other end: between
 * the making of others it takes a sixth more of the processor's time for a page from the cache, and a third more for one of REST that is not
 * (`bench/notebook/requests.md`).
 */
export function createEndOfTurn(): EndOfTurn {
  let [count, countBefore] = [0, 0];
  let waiting = 0;
  let end: PromiseWithResolvers<void> | null = null;

  function write(): void {
    end?.resolve();
    end = null;
    waiting = 0;
  }

  function endTurn(): void {
    [countBefore, count] = [count, 0];
    write();
  }

  return () => {
    if (count === 0) setImmediate(endTurn);
    count += 1;
    if (countBefore < 2) return null;
    end ??= Promise.withResolvers<void>();
    const { promise } = end;
    waiting += 1;
    if (waiting === mostWaiting) write();
    return promise;
  };
}
