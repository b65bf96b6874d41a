/** The other side of `product-thread.ts`: works at the lines that it sends, some at a time. */
import { parentPort } from 'node:worker_threads';
import { type LineTask, runLineTask } from './product-lines.ts';

export interface ThreadTask {
  readonly task: LineTask;
  /** Of all lines, one after the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: readonly number[];
}

/** The first one has no results: it says that the thread is there. */
export interface ThreadAnswer {
  readonly results: ReturnType<typeof runLineTask>;
}

function answer(results: ThreadAnswer['results']): void {
  parentPort?.postMessage({ results } satisfies ThreadAnswer);
}

parentPort?.on('message', ({ task, bytes, ends }: ThreadTask) => {
  const lines = ends.map((end, index) => {
    const start = ends[index - 1] ?? 0;
    return Buffer.from(bytes.buffer, start, end - start);
  });
  answer(runLineTask(task, lines));
});
answer([]);
