/**
 * Work in turns of the event loop: what does not fit into a turn any more waits for a later one, in the order in which it came,
 * so that other requests are answered in between. Measured in units, not by the clock: what is read together, and so the number
 * of statements, must not depend on how busy the machine is.
 */

/** Some ten milliseconds. */
export const unitsPerTurn = 10_000;

export interface Turns {
  /** Says that so much is done in this turn. */
  take(units: number): void;
  /** Whether what comes now has to wait: for room, or because others are waiting. */
  readonly isFull: boolean;
  /** Runs the task in the first turn that has room for it. */
  later<Result>(task: () => Result): Promise<Result>;
}

export function createTurns(): Turns {
  let taken = 0;
  let isScheduled = false;
  let waiting: (() => void)[] = [];

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      taken = 0;
      runWaiting();
    });
  }

  function runWaiting(): void {
    let done = 0;
    for (const task of waiting) {
      if (taken >= unitsPerTurn) break;
      task();
      done += 1;
    }
    waiting = waiting.slice(done);
    if (waiting.length > 0) schedule();
  }

  return {
    take(units) {
      taken += units;
    },
    get isFull() {
      return taken >= unitsPerTurn || waiting.length > 0;
    },
    later(task) {
      schedule();
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(task());
          } catch (error) {
            reject(error);
          }
        });
      });
    },
  };
}

/** Others have theirs first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
