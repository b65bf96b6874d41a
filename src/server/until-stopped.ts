export interface UntilStoppedOptions {
  readonly onStop: (reason: string) => void;
  /**
   * Whether the process ends with its parent: under npm, which hands a SIGTERM of its own to the shell that it runs scripts in. The
   * shell ends, and tells nobody.
   */
  readonly endsWithParent: boolean;
}

/** npm hands on a signal that the terminal has sent to both already; a person's second one takes longer. */
const oneWishMs = 1000;
const parentCheckMs = 500;

/**
 * Resolves at the first SIGTERM or SIGINT, after `onStop` was told of it; one that comes later ends the process at once, for
 * people who do not want to wait for running requests.
 */
export function untilStopped({ onStop, endsWithParent }: UntilStoppedOptions): Promise<void> {
  return new Promise((resolve) => {
    let stoppedAt: number | null = null;
    const stop = (reason: string) => {
      if (stoppedAt === null) {
        stoppedAt = performance.now();
        onStop(reason);
        resolve();
      } else if (performance.now() - stoppedAt > oneWishMs) process.exit(1);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    if (endsWithParent) onParentGone(() => stop('the parent has ended'));
  });
}

/** An orphan gets another parent. */
function onParentGone(tell: () => void): void {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    tell();
  }, parentCheckMs);
  check.unref();
}
