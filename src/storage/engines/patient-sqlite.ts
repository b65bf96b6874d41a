/**
 * SQLite has one write lock for all processes, and waits for it by stopping the thread, and with it every request. Here the
 * lock is tried again and again instead, and requests go on in between.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely';
import { letOthersIn } from './let-others-in.ts';
import { isBusy } from './sqlite-errors.ts';

const askAgainMs = 5;

export interface PatientSqliteOptions {
  readonly database: Database;
  /** After this time it is an error, SQLITE_BUSY. */
  readonly patienceMs: number;
}

/**
 * Runs what takes the write lock, or does nothing when another process has it; then it is run again.
 * NOTE: `run` must do its work before it returns, or the connection's own time-out would hold for others too.
 */
export async function withPatience<Result>(
  { database, patienceMs }: PatientSqliteOptions,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await withoutWaiting(database, run);
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(askAgainMs);
    }
  }
}

/** A dialect whose transactions take the write lock when they begin, so that they never wait within. */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #options: PatientSqliteOptions;

  constructor(options: PatientSqliteOptions) {
    super(options);
    this.#options = options;
  }

  override createDriver(): SqliteDriver {
    return new PatientDriver(this.#options);
  }
}

class PatientDriver extends SqliteDriver {
  readonly #options: PatientSqliteOptions;
  #connection: DatabaseConnection | null = null;

  constructor(options: PatientSqliteOptions) {
    super(options);
    this.#options = options;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= this.#toPatient(await super.acquireConnection());
    return this.#connection;
  }

  #toPatient(connection: DatabaseConnection): DatabaseConnection {
    const options = this.#options;
    const polite = letOthersIn({
      executeQuery: (query) => withPatience(options, () => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    });
    return {
      // In a transaction others wait for its end, not for a statement's.
      executeQuery: (query) => (options.database.inTransaction ? connection : polite).executeQuery(query),
      streamQuery: polite.streamQuery,
    };
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk ends a transaction by itself; the rollback that follows must not fail and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#options.database.inTransaction) await super.rollbackTransaction(connection);
  }
}

function withoutWaiting<Result>(database: Database, run: () => Result): Result {
  const before = database.pragma('busy_timeout', { simple: true });
  database.pragma('busy_timeout = 0');
  try {
    return run();
  } finally {
    database.pragma(`busy_timeout = ${before}`);
  }
}
