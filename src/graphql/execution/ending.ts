const reason = 'The operation was ended.';

/** Whether an operation is still running. The AbortController is made when its signal is needed: making one takes longer than all else here. */
export class Ending {
  #hasEnded = false;
  #listener: ((reason: Error) => void) | null = null;
  #controller: AbortController | null = null;

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** For graphql-js. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#hasEnded) this.#controller.abort();
    return this.#controller.signal;
  }

  readonly end = (): void => {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#controller?.abort();
    this.#listener?.(new Error(reason));
  };

  expectGoingOn(): void {
    if (this.#hasEnded) throw new Error(reason);
  }

  /** What comes of the work, or the end before it: what is made then is left alone. */
  orEnd<Value>(work: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) reject(new Error(reason));
      this.#listener = reject;
      work.then(resolve, reject);
    });
  }
}
