/**
 * Work in turns of the event loop: what does not fit into a turn any more waits for a later one, in the order in which it came,
 * so that other requests are answered in between. Measured in units, not by the clock: what is read together, and so the number
 * of statements, must not depend on how busy the machine is.
 */

/** Some ten milliseconds. */
export const unitsPerTurn = 10_000;

/** A class, since one is made for each operation: V8 compiles no code for the accessors of an object literal, and makes each of its functions anew. */
export class Turns {
  #taken = 0;
  #isScheduled = false;
  #waiting: (() => void)[] | null = null;

  /** Says that so much is done in this turn. */
  take(units: number): void {
    this.#taken += units;
  }

  /** Whether what comes now has to wait: for room, or because others are waiting. */
  get isFull(): boolean {
    return this.#taken >= unitsPerTurn || this.#waiting !== null;
  }

  /** Whether even what is small has to wait: of a thousand small things each would be done in this turn. */
  get isOverfull(): boolean {
    return this.#taken >= 2 * unitsPerTurn;
  }

  /** Runs the task in the first turn that has room for it. */
  later<Result>(task: () => Result): Promise<Result> {
    this.#schedule();
    return new Promise((resolve, reject) => {
      this.#waiting ??= [];
      this.#waiting.push(() => {
        try {
          resolve(task());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#taken = 0;
      this.#runWaiting();
    });
  }

  #runWaiting(): void {
    const waiting = this.#waiting ?? [];
    let done = 0;
    for (const task of waiting) {
      if (this.#taken >= unitsPerTurn) break;
      task();
      done += 1;
    }
    const left = waiting.slice(done);
    this.#waiting = left.length > 0 ? left : null;
    if (left.length > 0) this.#schedule();
  }
}

/** Others have theirs first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
