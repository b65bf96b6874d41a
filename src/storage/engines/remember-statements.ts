import type { Database, Statement } from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';
import { LRUCache } from 'lru-cache';
import { memoised } from '../../lib/memo.ts';

/** That are kept prepared: filters make any number of them. */
const maxStatements = 200;

/**
 * Preparing a list's statement takes as long as running it: for 128 clients that is 1.3 times the processor's time
 * (`bench/notebook/fast-paths.md`). NOTE: a remembered statement can't be streamed from twice at once.
 */
export function rememberStatements(database: Database): (text: string) => Statement {
  const statements = new LRUCache<string, Statement>({ max: maxStatements });
  return (text) => memoised(statements, text, () => database.prepare(text));
}

/** The database as Kysely wants it. */
export function withPrepared(database: Database): SqliteDatabase {
  return { prepare: rememberStatements(database), close: () => void database.close() };
}
