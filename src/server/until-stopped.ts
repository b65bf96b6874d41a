/**
 * Resolves at the first SIGTERM or SIGINT, after `onSignal` was told of it; a second one ends the process at once, for
 * people who do not want to wait for running requests.
 */
export function untilStopped(onSignal: (signal: NodeJS.Signals) => void): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (signal: NodeJS.Signals) => {
      if (isStopping) process.exit(1);
      isStopping = true;
      onSignal(signal);
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}
