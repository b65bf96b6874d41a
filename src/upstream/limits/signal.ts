/** Something that happens now and then, and that one may wait for without missing it. */
export interface Signal {
  /** How often it has happened. */
  readonly count: number;
  readonly raise: () => void;
  /** Resolves when it has happened more often than `seen`, or after that time. */
  next(seen: number, maxMs: number): Promise<void>;
}

export function createSignal(): Signal {
  let count = 0;
  let wake = () => {};
  return {
    get count() {
      return count;
    },
    raise: () => {
      count += 1;
      wake();
    },
    next: (seen, maxMs) =>
      new Promise((resolve) => {
        if (count > seen) return resolve();
        const timer = setTimeout(resolve, Math.max(1, maxMs));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
