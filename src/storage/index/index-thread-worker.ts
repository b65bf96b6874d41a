/** The other side of `index-thread.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { createToIndexedRows, type IndexedRow, type StoredRows } from './indexed-rows.ts';

export interface IndexThreadData {
  readonly languages: readonly string[];
}

const { languages } = workerData as IndexThreadData;
const toIndexedRows = createToIndexedRows(languages);

parentPort?.on('message', (stored: StoredRows) => {
  const rows: IndexedRow[] = toIndexedRows(stored);
  parentPort?.postMessage(rows);
});
parentPort?.postMessage('ready');
