import type { Sequence } from '../domain/release/staging.ts';
import { type ReadRecord, readRecords } from './read-records.ts';
import type { SourceFile } from './source-file.ts';

export interface Progress {
  readonly phase: ImportPhase;
  readonly records: number;
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

export type ImportPhase = 'checking' | 'loading' | 'finishing';

/** Reads all files from the start, in the same order each time; a promise that `visit` answers is waited for. */
export type WalkRecords = (
  phase: ImportPhase,
  visit: (sequence: Sequence, read: ReadRecord) => Promise<void> | undefined | void,
) => Promise<void>;

/** @throws whatever the signal was aborted with */
export function createWalk(
  files: readonly SourceFile[],
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): WalkRecords {
  const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return async (phase, visit) => {
    let sequence: Sequence = 0;
    let bytesRead = 0;
    for (const file of files) {
      const onRead = (bytes: number) => {
        bytesRead += bytes;
      };
      for await (const records of readRecords(file, { onRead })) {
        for (const read of records) {
          const visited = visit(sequence, read);
          if (visited) await visited;
          sequence += 1;
        }
        signal.throwIfAborted();
        onProgress({ phase, records: sequence, bytesRead, bytesTotal });
      }
    }
  };
}
