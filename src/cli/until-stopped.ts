import { exitCodes } from './end-by-signals.ts';

export interface UntilStoppedOptions {
  readonly onStop: (reason: string) => void;
  /** With whom the process ends; null: it outlives whoever started it. */
  readonly parents: Parents | null;
}

/** The processes that started this one. */
export interface Parents {
  areThere(): boolean;
}

/** npm hands on a signal that the terminal has sent to both already; a person's second one takes longer. */
const oneWishMs = 1000;
const parentCheckMs = 500;

/**
 * Resolves at the first SIGTERM, SIGINT or SIGHUP, after `onStop` was told of it; one that comes later ends the process at once, for
 * people who do not want to wait for running requests.
 */
export function untilStopped({ onStop, parents }: UntilStoppedOptions): Promise<void> {
  return new Promise((resolve) => {
    let stoppedAt: number | null = null;
    const stop = (reason: string) => {
      if (stoppedAt === null) {
        stoppedAt = performance.now();
        onStop(reason);
        resolve();
      } else if (performance.now() - stoppedAt > oneWishMs) process.exit(1);
    };
    for (const signal of Object.keys(exitCodes)) process.on(signal, stop);
    if (parents) onParentsGone(parents, () => stop('the parent has ended'));
  });
}

function onParentsGone(parents: Parents, tell: () => void): void {
  const check = setInterval(() => {
    if (parents.areThere()) return;
    clearInterval(check);
    tell();
  }, parentCheckMs);
  check.unref();
}
