import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { databaseFile } from './database-file.ts';

/** Writes what was committed before into one file, for its owner alone. Others go on reading and writing; it has its name only when it is whole. */
export function backUpSqlite(directory: string, file: string): void {
  if (!existsSync(dirname(file))) throw new Error(`There is no such folder: ${dirname(file)}`);
  // Another process may copy to the same name.
  const unfinished = `${file}.${process.pid}.unfinished`;
  remove(unfinished);
  closeSync(openSync(unfinished, 'wx', 0o600));
  try {
    copy(join(directory, databaseFile), unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    // What is left would keep a disk full that it has filled.
    remove(unfinished);
    throw error;
  }
}

function copy(from: string, to: string): void {
  const database = new Sqlite(from, { fileMustExist: true });
  try {
    database.prepare('vacuum into ?').run(to);
  } finally {
    database.close();
  }
}

function remove(unfinished: string): void {
  for (const file of [unfinished, `${unfinished}-journal`]) rmSync(file, { force: true });
}
