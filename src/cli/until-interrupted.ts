import { exitCodes } from './end-by-signals.ts';

type EndingSignal = keyof typeof exitCodes;

/** Thrown by what was interrupted. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly exitCode: number;

  constructor(signal: EndingSignal) {
    super(`Interrupted (${signal}). Nothing was changed.`);
    this.exitCode = exitCodes[signal];
  }
}

/**
 * Runs until it is done, or a first SIGINT, SIGTERM or SIGHUP aborts its signal: then it cleans up, and throws what the signal was aborted
 * with, or else it was done all the same. A second one ends the process at once.
 */
export async function untilInterrupted<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals) => {
    const signal = name as EndingSignal;
    if (controller.signal.aborted) process.exit(exitCodes[signal]);
    controller.abort(new Interrupted(signal));
  };
  for (const signal of Object.keys(exitCodes)) process.on(signal, interrupt);
  try {
    return await run(controller.signal);
  } finally {
    for (const signal of Object.keys(exitCodes)) process.off(signal, interrupt);
  }
}
