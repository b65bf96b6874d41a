/**
 * Statements that copy rows within the embedded database, in a thread of their own: SQLite copies in the thread that calls it, for seconds
 * altogether where a release is large, and whoever builds the release has its index to make meanwhile. The thread is started by the first
 * of them, and ends when none has come for a while.
 *
 * A change of one product in a hundred of 100,000, `import --into current` on a busy machine: 10.4 of 47 s were these statements (2026-11-22).
 */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import { type AnsweringThread, createAnsweringThread } from '../../lib/answering-thread.ts';
import type { WriterAnswer, WriterQuery, WriterThreadData } from './writer-thread-worker.ts';

export interface WriterThread {
  /** One after the other; resolves to how many rows were written. An error has the driver's code. */
  run(query: CompiledQuery): Promise<number>;
  close(): Promise<void>;
}

const idleMs = 5000;
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** `onChange`: told when the thread begins, and when it ends. */
export function createWriterThread(file: string, onChange: (isThere: boolean) => void): WriterThread {
  let thread: AnsweringThread<WriterQuery, WriterAnswer> | null = null;
  let idleTimer: NodeJS.Timeout | undefined;

  function start(): AnsweringThread<WriterQuery, WriterAnswer> {
    onChange(true);
    const workerData: WriterThreadData = { file };
    const worker = new Worker(new URL('./writer-thread-worker.ts', import.meta.url), { workerData, resourceLimits });
    const started = createAnsweringThread<WriterQuery, WriterAnswer>(worker, 'copies');
    worker.on('exit', () => {
      if (thread === started) forget();
    });
    return started;
  }

  function forget(): void {
    thread = null;
    onChange(false);
  }

  async function end(): Promise<void> {
    clearTimeout(idleTimer);
    const ended = thread;
    if (ended === null) return;
    forget();
    await ended.close();
  }

  return {
    async run({ sql, parameters }) {
      clearTimeout(idleTimer);
      thread ??= start();
      const used = thread;
      const { rows, error } = await used.run({ sql, parameters });
      if (used.waiting === 0) idleTimer = setTimeout(end, idleMs).unref();
      if (error) throw Object.assign(new Error(error.message), error);
      return rows;
    },
    close: end,
  };
}
