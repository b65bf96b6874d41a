/** The other side of `writer-thread.ts`: runs the statements that it sends, one at a time, on a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

export interface WriterThreadData {
  readonly file: string;
}

export interface WriterQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface WriterAnswer {
  /** That were written. */
  readonly rows: number;
  readonly error: { readonly message: string; readonly code?: string } | null;
}

/** Others that write try again meanwhile (`patient-sqlite.ts`). */
const pauseMs = 10;

const { file } = workerData as WriterThreadData;
const database = new Sqlite(file, { fileMustExist: true, timeout: 5000 });
database.pragma('synchronous = normal');
database.pragma('foreign_keys = on');
const clock = new Int32Array(new SharedArrayBuffer(4));

parentPort?.on('message', (query: WriterQuery) => {
  parentPort?.postMessage(run(query));
  Atomics.wait(clock, 0, 0, pauseMs);
});
parentPort?.postMessage('ready');

function run({ sql, parameters }: WriterQuery): WriterAnswer {
  try {
    return { rows: database.prepare(sql).run(...parameters).changes, error: null };
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string };
    return { rows: 0, error: { message, ...(code !== undefined && { code }) } };
  }
}
