import type { Sequence } from '../domain/release/staging.ts';
import type { LineAnswers } from './product-thread.ts';
import type { WorkAtLines } from './read-portions.ts';
import { type ReadRecord, readRecords } from './read-records.ts';
import { createChangeWatch, type SourceFile } from './source-file.ts';

export interface Progress {
  readonly phase: ImportPhase;
  readonly records: number;
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

export type ImportPhase = 'checking' | 'loading' | 'finishing' | 'announcing';

/**
 * Reads all files from the start, in the same order each time; a promise that `visit` answers is waited for. `work`: at some lines of a file
 * together, before they are visited; `first`: the sequence of the first one's record, each of them being one product, or null in the first walk.
 */
export type WalkRecords = <Done>(
  phase: ImportPhase,
  visit: (sequence: Sequence, read: ReadRecord<Done>) => Promise<void> | undefined | void,
  work: Work<Done> | null,
) => Promise<void>;

type Work<Done> = (lines: readonly Buffer[], first: Sequence | null) => LineAnswers<Done>;

/** @throws whatever the signal was aborted with, or ImportError where a file changes meanwhile: what is known of its records would be of others */
export function createWalk(
  files: readonly SourceFile[],
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): WalkRecords {
  const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const countedFiles = files.map((file) => ({ file, counts: createPortionCounts() }));
  const expectUnchanged = createChangeWatch();
  return async (phase, visit, work) => {
    let sequence: Sequence = 0;
    let bytesRead = 0;
    for (const { file, counts } of countedFiles) {
      const onRead = (bytes: number) => {
        bytesRead += bytes;
      };
      const atLines = work && (phase === 'checking' ? counts.ofFirstWalk(work) : counts.ofNextWalk(work, sequence));
      await expectUnchanged(file);
      try {
        for await (const records of readRecords(file, { onRead, ...(atLines && { work: atLines.work }) })) {
          for (const read of records) {
            const visited = visit(sequence, read);
            if (visited) await visited;
            sequence += 1;
          }
          atLines?.note(records);
          signal.throwIfAborted();
          onProgress({ phase, records: sequence, bytesRead, bytesTotal });
        }
      } finally {
        // Of what went wrong with a file that changed, that is the reason.
        await expectUnchanged(file);
      }
    }
  };
}

/** A file's lines come in the same portions each time. What the first walk finds in each, the next one knows before it is visited. */
function createPortionCounts() {
  /** How many records each has: as a negative number where they are not all products that were worked at. */
  const counts: number[] = [];
  /** Which of them were worked at in the first walk. */
  const workedAt: boolean[] = [];
  let [records, done] = [0, 0];
  const isOfUse = () => records < recordsOfTrial || 2 * done > records;
  return {
    ofFirstWalk: <Done>(work: Work<Done>): WorkedAt<Done> => ({
      work(lines) {
        const isWorkedAt = !areLarge(lines) && mayBeProducts(lines) && isOfUse();
        workedAt.push(isWorkedAt);
        return isWorkedAt ? work(lines, null) : null;
      },
      note(read) {
        const own = read.filter((one) => 'done' in one).length;
        if (workedAt[counts.length]) [records, done] = [records + read.length, done + own];
        counts.push(own === read.length ? own : -read.length);
      },
    }),

    ofNextWalk<Done>(work: Work<Done>, start: Sequence): WorkedAt<Done> {
      let [portion, sequence] = [0, start];
      return {
        work(lines) {
          const count = counts[portion] ?? 0;
          const first = sequence;
          portion += 1;
          sequence += Math.abs(count);
          return count === lines.length ? work(lines, first) : null;
        },
        note: () => undefined,
      };
    },
  };
}

/** After so many, a file of which most lines had to be read by themselves after all is read so to its end. */
const recordsOfTrial = 1000;
/** Of lines that are worked at together: where they have more, there are records of megabytes, which are read one by one. */
const maxPortionBytes = 2 ** 18;

function areLarge(lines: readonly Buffer[]): boolean {
  return lines.reduce((sum, { length }) => sum + length, 0) > maxPortionBytes;
}

/** Files of nodes or rules alone need no thread. A product whose type is spelled otherwise, with escapes, is read by itself. */
function mayBeProducts(lines: readonly Buffer[]): boolean {
  return lines.some((line) => line.includes('"product"'));
}

interface WorkedAt<Done> {
  readonly work: WorkAtLines<Done>;
  readonly note: (records: readonly ReadRecord<Done>[]) => void;
}
