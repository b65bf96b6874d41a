/**
 * Who reads at the moment what lies in memory, so that it is used again when nobody can read it any more: when all who read when it was given up
 * have ended (epoch-based reclamation; K. Fraser, Practical lock-freedom, 2004, section 5.2.3).
 */
export class RunningReads {
  /** In the order in which they began. Only the last one is begun in. */
  readonly #epochs: Epoch[] = [{ running: 0, atEnd: [] }];
  #areAllKnown = true;

  /** Runs what may read until its promise settles. */
  async during<Result>(run: () => Promise<Result>): Promise<Result> {
    const epoch = this.#epochs.at(-1) as Epoch;
    epoch.running += 1;
    try {
      return await run();
    } finally {
      epoch.running -= 1;
      this.#endEpochs();
    }
  }

  /** To be called by what reads. Where none is known that runs, it is not known either when this one ends, and nothing is given up from then on. */
  noteRead(): void {
    if (!this.#epochs.some(({ running }) => running > 0)) this.#areAllKnown = false;
  }

  /** Calls it when all have ended that run now; never where some are not known. */
  afterThose(run: () => void): void {
    if (!this.#areAllKnown) return;
    const [before, last] = this.#epochs.slice(-2) as [Epoch, Epoch?];
    // Nobody has begun since.
    if (last?.running === 0) before.atEnd.push(run);
    else {
      (last ?? before).atEnd.push(run);
      this.#epochs.push({ running: 0, atEnd: [] });
    }
    this.#endEpochs();
  }

  #endEpochs(): void {
    while (this.#epochs.length > 1 && this.#epochs[0]?.running === 0) {
      for (const run of this.#epochs.shift()?.atEnd ?? []) run();
    }
  }
}

interface Epoch {
  running: number;
  readonly atEnd: (() => void)[];
}
