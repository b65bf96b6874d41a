import { exitCodes } from './end-by-signals.ts';

/** Thrown by what was interrupted. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Runs until it is done, or a first SIGINT or SIGTERM aborts its signal: then it cleans up, and the process's exit code says
 * so. A second one ends the process at once.
 */
export async function untilInterrupted<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => {
    if (controller.signal.aborted) process.exit(exitCodes[signal as keyof typeof exitCodes]);
    process.exitCode = exitCodes[signal as keyof typeof exitCodes];
    controller.abort(new Interrupted(`Interrupted (${signal}). Nothing was changed.`));
  };
  for (const signal of Object.keys(exitCodes)) process.on(signal, interrupt);
  try {
    return await run(controller.signal);
  } finally {
    for (const signal of Object.keys(exitCodes)) process.off(signal, interrupt);
  }
}
