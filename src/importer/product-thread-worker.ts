/** The other side of `product-thread.ts`: works at the lines that it sends, some at a time. */
import { parentPort } from 'node:worker_threads';
import { type LineTask, runLineTask } from './product-lines.ts';

export interface ThreadTask {
  readonly task: LineTask;
  /** Of all lines, one after the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: readonly number[];
}

/** One for each line. */
export type ThreadAnswer = ReturnType<typeof runLineTask>;

parentPort?.on('message', ({ task, bytes, ends }: ThreadTask) => {
  const lines = ends.map((end, index) => {
    const start = ends[index - 1] ?? 0;
    return Buffer.from(bytes.buffer, start, end - start);
  });
  const answer: ThreadAnswer = runLineTask(task, lines);
  parentPort?.postMessage(answer);
});
parentPort?.postMessage('ready');
