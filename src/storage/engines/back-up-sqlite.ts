import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { databaseFile } from './database-file.ts';

/** Writes what was committed before into one file, for its owner alone. Others go on reading and writing; it has its name only when it is whole. */
export function backUpSqlite(directory: string, file: string): void {
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  closeSync(openSync(unfinished, 'wx', 0o600));
  const database = new Sqlite(join(directory, databaseFile), { fileMustExist: true });
  try {
    database.prepare('vacuum into ?').run(unfinished);
  } finally {
    database.close();
  }
  renameSync(unfinished, file);
}
