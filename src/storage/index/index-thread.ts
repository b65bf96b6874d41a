/**
 * A thread in which rows are made what an index keeps of them (`indexed-rows.ts`), while those before are put into the index: the two take
 * about as long. Where nobody waits for the index it is not worth its memory; small releases are done before it is there.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type AnsweringThread, createAnsweringThread } from '../../lib/answering-thread.ts';
import { firstWithin } from '../first-within.ts';
import type { IndexThreadData } from './index-thread-worker.ts';
import { createToIndexedRows, type IndexedRow, type StoredRow, type StoredRows } from './indexed-rows.ts';

export interface IndexThread {
  /** In their order. Null: they are not done elsewhere, but are to be done here, when they are needed. */
  start(stored: StoredRows): Promise<IndexedRow[]> | null;
  /** Some at a time, which are gone when the next ones are made: words of a large product take many times its text. */
  doHere(stored: StoredRows): Generator<IndexedRow[]>;
  close(): Promise<void>;
}

export interface IndexThreadOptions {
  /** The release's. */
  readonly languages: readonly string[];
  /** Whether there may be one; false: all is done here. */
  readonly isBeside: boolean;
}

/** Portions that are done here before it is started. */
const smallPortions = 4;
/** Of texts that it is given together: what is made of them is in memory with what is made of those before. */
const maxCharacters = 3 * 2 ** 19;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };
/** That are done here together, with fewer characters altogether. */
const here = { rows: 100, characters: 2 ** 18 } as const;

export function createIndexThread({ languages, isBeside }: IndexThreadOptions): IndexThread {
  const toIndexedRows = createToIndexedRows(languages);
  const mayStart = isBeside && availableParallelism() > 1;
  let thread: ReturnType<typeof startIndexThread> | null = null;
  let portions = 0;
  return {
    start(stored) {
      portions += 1;
      if (mayStart && portions > smallPortions) thread ??= startIndexThread(languages);
      return thread?.isReady() && charactersOf(stored.rows) <= maxCharacters ? thread.run(stored) : null;
    },

    *doHere({ rows, pricesOfParents }) {
      for (const some of inSlices(rows)) yield toIndexedRows({ rows: some, pricesOfParents });
    },

    close: async () => thread?.close(),
  };
}

/** Taken from them. */
function* inSlices(rows: StoredRow[]): Generator<StoredRow[]> {
  while (rows.length > 0) {
    const some = firstWithin(rows.slice(0, here.rows), here.characters, (row) => charactersOf([row]));
    yield rows.splice(0, some.length);
  }
}

function charactersOf(rows: readonly StoredRow[]): number {
  return rows.reduce((sum, { document, locales }) => sum + document.length + (locales?.length ?? 0), 0);
}

export function startIndexThread(languages: readonly string[]): AnsweringThread<StoredRows, IndexedRow[]> {
  const workerData: IndexThreadData = { languages };
  const worker = new Worker(new URL('./index-thread-worker.ts', import.meta.url), { workerData, resourceLimits });
  return createAnsweringThread(worker, 'reads rows for the index');
}
