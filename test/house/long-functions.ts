/** A function is a screen. */
import type { SourceFile } from './house.ts';

const maxLines = 50;

/** The files that hold one longer function, and why it is not split. */
const allowed: Readonly<Record<string, string>> = {
  'importer/json-scanner.ts': 'a state machine over bytes, whose whole state each byte may change',
  'storage/engines/reader-thread.ts': 'one state, what runs and what waits, that each event of the thread changes',
  'storage/migrations/0001-initial.ts': 'the tables, one statement after the other',
  'storage/migrations/0002-catalog-in-full.ts': 'the tables, one statement after the other',
};

export function findLongFunctions(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, functions }) => {
    const long = functions.filter(({ lineCount }) => lineCount > maxLines);
    const most = path in allowed ? 1 : 0;
    const faults = long.slice(most).map(({ line, lineCount }) => `${path}:${line} is a function of ${lineCount} lines`);
    return long.length < most ? [`${path} has no long function any more`] : faults;
  });
}
