import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { databaseFile } from './database-file.ts';
import { createWriterThread } from './writer-thread.ts';

/**
 * Writes what was committed before into one file, for its owner alone. Others go on reading and writing; it has its name only when it is whole.
 * Of one that is aborted nothing is left, at once: SQLite can't be interrupted, and goes on with a file that has no name any more.
 */
export async function backUpSqlite(directory: string, file: string, signal: AbortSignal): Promise<void> {
  if (!existsSync(dirname(file))) throw new Error(`There is no such folder: ${dirname(file)}`);
  signal.throwIfAborted();
  // Another process may copy to the same name.
  const unfinished = `${file}.${process.pid}.unfinished`;
  remove(unfinished);
  closeSync(openSync(unfinished, 'wx', 0o600));
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  try {
    await Promise.race([copy(join(directory, databaseFile), unfinished), aborted.promise]);
    renameSync(unfinished, file);
  } catch (error) {
    // What is left would keep a disk full that it has filled.
    remove(unfinished);
    throw error;
  }
}

/** In a thread of its own: signals would wait for it. */
async function copy(from: string, to: string): Promise<void> {
  const thread = createWriterThread(from, () => undefined);
  try {
    await thread.run(CompiledQuery.raw('vacuum into ?', [to]));
  } catch (error) {
    throw (error as Error).cause ?? error;
  } finally {
    await thread.close();
  }
}

function remove(unfinished: string): void {
  for (const file of [unfinished, `${unfinished}-journal`]) rmSync(file, { force: true });
}
