/**
 * A thread beside the import's own, which does with lines of products what that does (`product-lines.ts`): parsing, checking and
 * formatting are most of what an import takes, and its own thread has the keys of all products, the database and the index to work at. It
 * is started with the first lines of large files, and whatever it has no time for is done here.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type AnsweringThread, createAnsweringThread } from '../lib/answering-thread.ts';
import { type LineResults, type LineTask, runLineTask } from './product-lines.ts';
import type { ThreadAnswer, ThreadTask } from './product-thread-worker.ts';

export interface ProductThread {
  /** One result for each line; null: it is to be read by itself. At once where it is not done elsewhere. */
  run<Kind extends LineTask['kind']>(
    task: Extract<LineTask, { kind: Kind }>,
    lines: readonly Buffer[],
  ): LineAnswers<LineResults[Kind]>;
  /** What it works at is lost. More lines start another one. */
  close(): Promise<void>;
}

export type LineAnswers<Result> = Promise<readonly (Result | null)[]> | readonly (Result | null)[];

/** Starting it takes as much as a few thousand products do. */
const largeBytes = 2 ** 23;
/** That wait for it, or for being taken from it: with fewer it would have to wait itself. */
const maxWaiting = 8;
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

/** `bytes`: how large the files are. Null: they are small, or there is no second processor. */
export function createProductThread(bytes: number): ProductThread | null {
  return bytes >= largeBytes && availableParallelism() > 1 ? openProductThread() : null;
}

/** Started by the first task. */
export function openProductThread(): ProductThread {
  let thread: ReturnType<typeof startThread> | null = null;
  return {
    run<Kind extends LineTask['kind']>(task: Extract<LineTask, { kind: Kind }>, lines: readonly Buffer[]) {
      thread ??= startThread();
      const hasRoom = thread.isReady() && thread.waiting < maxWaiting;
      return (hasRoom ? send(thread, task, lines) : runLineTask(task, lines)) as LineAnswers<LineResults[Kind]>;
    },
    async close() {
      const closed = thread;
      thread = null;
      await closed?.close();
    },
  };
}

function startThread(): AnsweringThread<ThreadTask, ThreadAnswer> {
  const worker = new Worker(new URL('./product-thread-worker.ts', import.meta.url), { resourceLimits });
  return createAnsweringThread(worker, 'reads products');
}

function send(
  thread: AnsweringThread<ThreadTask, ThreadAnswer>,
  task: LineTask,
  lines: readonly Buffer[],
): Promise<ThreadAnswer> {
  const bytes = new Uint8Array(lines.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  const ends = lines.map((line) => {
    bytes.set(line, end);
    end += line.length;
    return end;
  });
  return thread.run({ task, bytes, ends }, [bytes.buffer]);
}
