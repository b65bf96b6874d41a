/** The other side of `reader-thread.ts`: runs the statements that it sends, one at a time, on a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { rememberStatements } from './remember-statements.ts';

export interface ReaderThreadData {
  readonly file: string;
  /** Set to 1, it ends the running statement. */
  readonly stop: SharedArrayBuffer;
}

export interface ThreadQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** How long it may run. */
  readonly ms: number;
}

/** `ms`: how long it ran. */
export type ThreadAnswer = { readonly ms: number } & (
  | { readonly rows: unknown[] }
  | { readonly isEnded: true }
  | { readonly error: { readonly message: string; readonly code?: string } }
);

const { file, stop } = workerData as ReaderThreadData;
const stopped = new Int32Array(stop);
let deadline = 0;
let isEnded = false;

const database = new Sqlite(file, { readonly: true, timeout: 5000 });
// SQLite can't be interrupted from outside. What it evaluates for each row can end the statement, by throwing.
database.function('within_time', (_row: number) => {
  if (Atomics.load(stopped, 0) === 0 && performance.now() < deadline) return 1;
  isEnded = true;
  throw new Error('The statement has been ended.');
});
const prepare = rememberStatements(database);

parentPort?.on('message', (query: ThreadQuery) => parentPort?.postMessage(run(query)));
parentPort?.postMessage('ready');

function run({ sql, parameters, ms }: ThreadQuery): ThreadAnswer {
  const begin = performance.now();
  deadline = begin + ms;
  isEnded = false;
  const took = () => ({ ms: performance.now() - begin });
  try {
    const rows = prepare(sql).all(...parameters);
    return { rows, ...took() };
  } catch (error) {
    if (isEnded) return { isEnded, ...took() };
    const { message, code } = error as Error & { readonly code?: string };
    return { error: { message, ...(code !== undefined && { code }) }, ...took() };
  }
}
