/** What a process that ends on a signal answers: 128 and the signal's number. A terminal that closes sends SIGHUP. */
export const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Until somebody else listens for a signal, it ends the process. The kernel does so for all but the first process of a container,
 * which would start to its end, and be killed in the midst of requests when the grace period is over.
 */
export function endBySignals({ pid }: { readonly pid: number } = process): void {
  if (pid !== 1) return;
  for (const [signal, code] of Object.entries(exitCodes)) {
    // A program of several files calls it before it loads them, and its command again.
    if (process.listenerCount(signal) > 0) continue;
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(code);
    });
  }
}
