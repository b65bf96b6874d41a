/**
 * Statements that copy rows within the embedded database, in a thread of their own: SQLite copies in the thread that calls it, for seconds
 * altogether where a release is large, and whoever builds the release has its index to make meanwhile. The thread is started by the first
 * of them, and ends when none has come for a while.
 *
 * A change of one product in a hundred of 100,000, `import --into current` on a busy machine: 10.4 of 47 s were these statements (2026-11-22).
 */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import type { WriterAnswer, WriterQuery, WriterThreadData } from './writer-thread-worker.ts';

export interface WriterThread {
  /** One after the other. */
  run(query: CompiledQuery): Promise<void>;
  close(): Promise<void>;
}

const idleMs = 5000;
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** `onChange`: told when the thread begins, and when it ends. */
export function createWriterThread(file: string, onChange: (isThere: boolean) => void): WriterThread {
  let waiting: PromiseWithResolvers<void>[] = [];
  let worker: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;

  function start(): Worker {
    onChange(true);
    const started = startWorker(file, settleNext, (cause) => {
      if (worker !== started) return;
      worker = null;
      onChange(false);
      rejectAll(cause);
    });
    return started;
  }

  function rejectAll(cause?: unknown): void {
    const ended = waiting;
    waiting = [];
    for (const { reject } of ended) reject(new Error('The thread that copies has ended.', { cause }));
  }

  function settleNext(answer: WriterAnswer): void {
    settle(waiting.shift(), answer);
    if (waiting.length === 0) idleTimer = setTimeout(end, idleMs).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(idleTimer);
    const ended = worker;
    if (ended === null) return;
    worker = null;
    onChange(false);
    await ended.terminate();
    rejectAll();
  }

  return {
    run({ sql, parameters }) {
      clearTimeout(idleTimer);
      worker ??= start();
      const answer = Promise.withResolvers<void>();
      waiting.push(answer);
      worker.postMessage({ sql, parameters } satisfies WriterQuery);
      return answer.promise;
    },
    close: end,
  };
}

/** `onEnd`: told why, where it was an error. */
function startWorker(file: string, onAnswer: (answer: WriterAnswer) => void, onEnd: (cause: unknown) => void): Worker {
  const workerData: WriterThreadData = { file };
  const worker = new Worker(new URL('./writer-thread-worker.ts', import.meta.url), { workerData, resourceLimits });
  let cause: unknown;
  worker.on('message', onAnswer);
  worker.on('error', (error) => {
    cause = error;
  });
  worker.on('exit', () => onEnd(cause));
  return worker;
}

/** An error has the driver's code. */
function settle(waiting: PromiseWithResolvers<void> | undefined, { error }: WriterAnswer): void {
  if (error) waiting?.reject(Object.assign(new Error(error.message), error));
  else waiting?.resolve();
}
