/**
 * A thread beside the import's own, which does with lines of products what that does (`product-lines.ts`): parsing, checking and
 * formatting are most of what an import takes, and its own thread has the keys of all products, the database and the index to work at. It
 * is started with the first lines of large files, and whatever it has no time for is done here.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type LineResults, type LineTask, runLineTask } from './product-lines.ts';
import type { ThreadAnswer, ThreadTask } from './product-thread-worker.ts';

export interface ProductThread {
  /** One result for each line; null: it is to be read by itself. At once where it is not done elsewhere. */
  run<Kind extends LineTask['kind']>(
    task: Extract<LineTask, { kind: Kind }>,
    lines: readonly Buffer[],
  ): LineAnswers<LineResults[Kind]>;
  /** What it works at is lost. */
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
  let thread: StartedThread | null = null;
  return {
    run<Kind extends LineTask['kind']>(task: Extract<LineTask, { kind: Kind }>, lines: readonly Buffer[]) {
      thread ??= startThread();
      const answers = thread.hasRoom() ? thread.send(task, lines) : runLineTask(task, lines);
      return answers as LineAnswers<LineResults[Kind]>;
    },
    close: async () => thread?.end(),
  };
}

type StartedThread = ReturnType<typeof startThread>;

function startThread() {
  const worker = new Worker(new URL('./product-thread-worker.ts', import.meta.url), { resourceLimits });
  const waiting: PromiseWithResolvers<ThreadAnswer['results']>[] = [];
  let isReady = false;
  let ended: Error | null = null;

  worker.on('message', ({ results }: ThreadAnswer) => {
    if (isReady) waiting.shift()?.resolve(results);
    isReady = true;
  });
  worker.on('error', (cause) => end(cause));
  worker.on('exit', () => end());

  function end(cause?: unknown): void {
    ended ??= new Error('The thread that reads products has ended.', { cause });
    for (const { reject } of waiting.splice(0)) reject(ended);
  }

  return {
    hasRoom(): boolean {
      if (ended) throw ended;
      return isReady && waiting.length < maxWaiting;
    },

    send(task: LineTask, lines: readonly Buffer[]): Promise<ThreadAnswer['results']> {
      const answer = Promise.withResolvers<ThreadAnswer['results']>();
      // It is awaited in its turn. Should something else fail before, that failure is the one to tell.
      answer.promise.catch(() => undefined);
      waiting.push(answer);
      const message = toMessage(task, lines);
      worker.postMessage(message, [message.bytes.buffer]);
      return answer.promise;
    },

    async end(): Promise<void> {
      await worker.terminate();
    },
  };
}

function toMessage(task: LineTask, lines: readonly Buffer[]): ThreadTask {
  const bytes = new Uint8Array(lines.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  const ends = lines.map((line) => {
    bytes.set(line, end);
    end += line.length;
    return end;
  });
  return { task, bytes, ends };
}
