/**
 * The embedded engine: SQLite in one file of `DATA_DIR`. Its write-ahead log is synced after each commit and before anybody is told of it,
 * beside the thread and for many at once (`log-sync.ts`); a reader's and a writer's connection, so that a page never waits for a write;
 * several processes may share the file, and wait for each other's writes without stopping (`patient-sqlite.ts`).
 */
import { closeSync, existsSync, mkdirSync, openSync, realpathSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { type Kysely, type Logger, sql } from 'kysely';
import { inPortions } from '../../lib/in-portions.ts';
import type { Schema } from '../schema.ts';
import { databaseFile } from './database-file.ts';
import { type Engine, migrationTimeoutMs, type TableRows } from './engine.ts';
import { politeSqlite } from './let-others-in.ts';
import { createLogSync } from './log-sync.ts';
import { type PatientSqliteOptions, patientSqlite, withPatience } from './patient-sqlite.ts';
import { createReaderThread, type ReaderThread } from './reader-thread.ts';
import { withPrepared } from './remember-statements.ts';
import {
  DataFolderError,
  isBusy,
  LittleSpaceError,
  mayHaveCommitted,
  toUnavailable,
  violatedConstraint,
} from './sqlite-errors.ts';
import { openKysely } from './sqlite-kysely.ts';
import { createWriterThread, type WriterThread } from './writer-thread.ts';

export interface SqliteOptions {
  readonly directory: string;
  readonly log?: Logger | undefined;
  /** Of what may walk many rows. */
  readonly statementTimeoutMs?: number | undefined;
}

const busyTimeoutMs = 5000;
const defaultStatementTimeoutMs = 5000;
/** Of a bulk load: what a write transaction of another process waits for at the most. */
const rowsAtATime = 500;
/** With so many, whoever commits puts them into the database: SQLite's own default. */
const pagesOfLog = 1000;
/** Of the disk, that who adds many rows leaves: what removes them again is written first, as everything is, and so are others' writes. */
const leastFreeMegabytes = 16;

export function openSqlite({ directory, log, statementTimeoutMs = defaultStatementTimeoutMs }: SqliteOptions): Engine {
  const file = makeFile(directory);
  // Where the database is a link, what is written fills the disk that it leads to.
  const folder = dirname(realpathSync(file));
  const writerConnection = openConnection(file, 0);
  const readerConnection = openConnection(file, busyTimeoutMs);
  readerConnection.pragma('query_only = on');
  const logSync = createLogSync({ file, emptyLog: () => emptyLog(file) });
  const writing: PatientSqliteOptions = { database: writerConnection, patienceMs: busyTimeoutMs, sync: logSync.sync };
  const writer = openKysely(patientSqlite(writing), log);
  const reader = openKysely(politeSqlite({ database: withPrepared(readerConnection) }), log);
  const thread = createReaderThread({ file, timeoutMs: statementTimeoutMs });
  const copying = createCopying(file, writerConnection);
  const engine: Engine = {
    description: `SQLite ${String(writerConnection.prepare('select sqlite_version()').pluck().get())} in ${file}`,
    reader,
    writer,
    ...sqlOfSqlite,
    ...withoutServer,
    walk: createWalk(reader, thread, log),
    async insertRows(tables) {
      // Kysely hands out the writer's one connection to one at a time.
      await writer.connection().execute(() => insertRows(writing, tables));
    },
    expectRoom: () => expectRoom(folder),
    // As with rows, the commit that makes them current waits for the disk, for all of them.
    insertSelected: (insert) => copying.run(insert.compile(writer)),
    async underMigrationLock(run) {
      await inMigration(writerConnection, () => run(writer, { disableTransactions: true }));
      await logSync.sync();
    },
    // Readers see a commit before the disk has it.
    untilLasting: logSync.sync,
    runningSync: logSync.running,
    expectInPlace: logSync.expectFiles,
    violatedConstraint,
    toUnavailable,
    mayHaveCommitted,
    ofRelease: () => engine,
    async close() {
      await Promise.all([thread.close(), copying.close()]);
      await logSync.close();
      await reader.destroy();
      await writer.destroy();
      // Kysely closes only what was used, and the log of writes goes with the last connection.
      for (const connection of [readerConnection, writerConnection]) connection.close();
    },
  };
  return engine;
}

/** While the thread is there, it is the one that puts the log into the database: its commits are far larger. */
function createCopying(file: string, writerConnection: Database): WriterThread {
  return createWriterThread(file, (isThere) => {
    writerConnection.pragma(`wal_autocheckpoint = ${isThere ? 0 : pagesOfLog}`);
  });
}

function createWalk(reader: Kysely<Schema>, thread: ReaderThread, log: Logger | undefined): Engine['walk'] {
  return async (query, requestContext) => {
    const compiled = query.compile(reader);
    const begin = performance.now();
    const { clientKey: client, budget } = requestContext;
    // Nobody waits for what a request still looks for when its budget has ended.
    if (budget.ended) throw budget.ended;
    budget.onEnd(() => thread.endRequest(budget));
    const rows = await thread.run(compiled, { client, request: budget });
    log?.({ level: 'query', query: compiled, queryDurationMillis: performance.now() - begin });
    return rows;
  };
}

/** SQLite changes schemas in transactions, but Kysely's migrator takes no lock for it: one transaction around all. */
async function inMigration(connection: Database, run: () => Promise<void>): Promise<void> {
  connection.pragma(`busy_timeout = ${migrationTimeoutMs}`);
  connection.exec('begin exclusive');
  try {
    await run();
    connection.exec('commit');
  } catch (error) {
    // A full disk has ended it already.
    if (connection.inTransaction) connection.exec('rollback');
    throw error;
  } finally {
    connection.pragma('busy_timeout = 0');
  }
}

/** What takes a server's statements, or is a server's trouble. */
const withoutServer = {
  // Every index was made for its statement: SQLite finds it without statistics, and may leave it with them.
  refreshStatistics: async () => undefined,
  // One transaction writes at a time: who comes second waits until it may begin, and finds the key's row.
  tryLockKey: async () => true,
  // One writes at a time, and the others wait.
  isConflict: () => false,
  connections: () => null,
  distrustReplicas: () => undefined,
  describeReplicas: () => ({}),
} as const satisfies Partial<Engine>;

/** What is SQL alone. */
const sqlOfSqlite = {
  columnTypes: {
    text: sql`text`,
    bytes: sql`blob`,
    serial: sql`integer primary key autoincrement`,
    unlogged: sql``,
    keepRowsWhole: () => [],
    leaveUncompressed: () => [],
  },
  hasTable: (name) => sql`exists (select 1 from sqlite_master where type = 'table' and name = ${name})`,
  whileInTime: (alias) => sql`within_time(${sql.ref(alias)}.rowid) and `,
  isOneOf: (expression, values) => sql`${expression} in (select value from json_each(${JSON.stringify(values)}))`,
  isAmong: (expression, query) => sql`${expression} in (${query})`,
  toParameter: JSON.stringify,
  isOneOfNumbers: (expression, values) =>
    sql`${expression} in (select value from json_each(${JSON.stringify(values)}))`,
  valuesOf: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
  jsonList: (expression) => sql`json_group_array(${expression})`,
  jsonTexts: (texts) => sql`json_array(${sql.join(texts)})`,
  wantedLists: (lists) => sql`(select value->>'position' as position, value->>'parentId' as parent_id,
    value->>'after' as after_key, value->>'before' as before_key from json_each(${JSON.stringify(lists)}))`,
  joinListed: (table, clauses) =>
    sql`left join ${sql.table(table)} listed on listed.rowid in (select x.rowid from ${clauses})`,
  clock: sql<number>`unixepoch('subsec') * 1000`,
  // Its transaction has SQLite's one write lock from its beginning.
  publishingLock: sql`update catalog set name = name where false`,
} as const satisfies Partial<Engine>;

/**
 * What is made is its owner's alone: the file holds the private signing key. SQLite gives its -wal and -shm the same mode.
 * @throws DataFolderError
 */
function makeFile(directory: string): string {
  const file = join(directory, databaseFile);
  try {
    makeFolder(directory);
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw new DataFolderError(error as NodeJS.ErrnoException);
  }
  return file;
}

/** NOTE: Node.js' `recursive` tries for ever where no folder can be made in one that is there, as in a working directory that was removed. */
function makeFolder(directory: string): void {
  if (existsSync(directory)) return;
  const above = dirname(directory);
  if (above !== directory) makeFolder(above);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Another process has made it meanwhile, or it is a link that leads nowhere.
    mkdirSync(directory, { recursive: true });
  }
}

/** A file system without blocks does not say how much is free, as some over the network. @throws LittleSpaceError */
function expectRoom(directory: string): void {
  const { bavail, blocks, bsize } = statfsSync(directory);
  if (blocks > 0 && bavail * bsize < leastFreeMegabytes * 1_000_000) throw new LittleSpaceError(leastFreeMegabytes);
}

/** `timeout`: how long it may stop the thread while others have a lock. */
function openConnection(file: string, timeout: number): Database {
  const connection = new Sqlite(file, { timeout });
  enterWal(connection);
  connection.pragma('synchronous = normal');
  connection.pragma('foreign_keys = on');
  // Makes the log, where it is not there yet.
  connection.pragma('schema_version');
  return connection;
}

/** Of several that change the journal's mode at once, SQLite refuses some without waiting for the others. */
function enterWal(connection: Database): void {
  const begin = performance.now();
  for (;;) {
    try {
      connection.pragma('journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() - begin > busyTimeoutMs) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

/** Of no use while anybody reads or writes: then there is a later time for it. */
function emptyLog(file: string): boolean {
  const connection = new Sqlite(file, { timeout: 0, fileMustExist: true });
  try {
    const [result] = connection.pragma('wal_checkpoint(truncate)') as { readonly busy: number }[];
    return result?.busy === 0;
  } finally {
    connection.close();
  }
}

/** Some rows a transaction: other processes write in between. */
async function insertRows(writing: PatientSqliteOptions, tables: readonly TableRows[]): Promise<void> {
  for (const { table, rows } of tables) {
    const [first] = rows;
    if (!first) continue;
    const columns = Object.keys(first);
    const statement = writing.database.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map((column) => `@${column}`).join(', ')})`,
    );
    const insert = writing.database.transaction((some: readonly object[]) => {
      for (const row of some) statement.run(row);
    });
    for (const some of inPortions<object>(rows, rowsAtATime)) await withPatience(writing, () => insert.immediate(some));
  }
}
