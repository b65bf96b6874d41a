/** The other side of `index-thread.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { createToIndexedRows, type IndexedRow, type StoredRows } from './indexed-rows.ts';

export interface IndexThreadData {
  readonly languages: readonly string[];
}

/** `rows` null: the thread is there. */
export interface IndexThreadAnswer {
  readonly rows: IndexedRow[] | null;
}

const { languages } = workerData as IndexThreadData;
const toIndexedRows = createToIndexedRows(languages);

function answer(rows: IndexThreadAnswer['rows']): void {
  parentPort?.postMessage({ rows } satisfies IndexThreadAnswer);
}

parentPort?.on('message', (stored: StoredRows) => answer(toIndexedRows(stored)));
answer(null);
