/**
 * SQLite has one write lock for all processes, and waits for it by stopping the thread, and with it every request. Here the
 * lock is tried again and again instead, and requests go on in between. Who has written gives the connection to the next one before
 * the disk has it, and returns when it has: so those that write at the same time share a sync.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Dialect, SqliteAdapter, SqliteDriver } from 'kysely';
import { letOthersIn } from './let-others-in.ts';
import { withPrepared } from './remember-statements.ts';
import { isBusy } from './sqlite-errors.ts';

const tryAgainMs = 5;

export interface PatientSqliteOptions {
  /** NOTE: without a time-out of its own (`timeout: 0`), which would stop the thread. */
  readonly database: Database;
  /** After this time it is an error, SQLITE_BUSY. */
  readonly patienceMs: number;
  /** Resolves when all that was committed is on the disk. */
  readonly sync: () => Promise<void>;
}

/**
 * Runs what takes the write lock, or does nothing when another process has it; then it is run again. `since`: when the waiting began; now
 * unless said.
 */
export async function withPatience<Result>(
  { patienceMs }: Pick<PatientSqliteOptions, 'patienceMs'>,
  run: () => Result | Promise<Result>,
  since = performance.now(),
): Promise<Result> {
  const deadline = since + patienceMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(tryAgainMs);
    }
  }
}

/** What is our own of a dialect whose transactions take the write lock when they begin, so that they never wait within. */
export function patientSqlite(options: PatientSqliteOptions): Pick<Dialect, 'createDriver' | 'createAdapter'> {
  return { createDriver: () => new PatientDriver(options), createAdapter: () => new QueuingAdapter() };
}

/** Kysely would hand on the one connection only after `releaseConnection`, which waits for the disk. The driver queues by itself. */
class QueuingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class PatientDriver extends SqliteDriver {
  readonly #options: PatientSqliteOptions;
  /** Resolves when who came last has given the connection back. */
  #lastUse: Promise<void> = Promise.resolve();

  constructor(options: PatientSqliteOptions) {
    super({ database: withPrepared(options.database) });
    this.#options = options;
  }

  override async acquireConnection(): Promise<PatientConnection> {
    const since = performance.now();
    const connection = await super.acquireConnection();
    const before = this.#lastUse;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastUse = promise;
    await before;
    return new PatientConnection(connection, { ...this.#options, since, giveBack: resolve });
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    await (connection as PatientConnection).release();
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PatientConnection).control('begin immediate');
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PatientConnection).control('commit');
  }

  /** A full disk ends a transaction by itself; the rollback that follows must not fail and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#options.database.inTransaction) await (connection as PatientConnection).control('rollback');
  }
}

interface PatientUse extends PatientSqliteOptions {
  /** When the connection was requested. */
  readonly since: number;
  readonly giveBack: () => void;
}

/** The one connection, for as long as one has it. */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #use: PatientUse;
  readonly #polite: DatabaseConnection;
  /** Who waited for those before, which could not write either, has waited for the lock; undefined: that was counted. */
  #since: number | undefined;
  #mayHaveWritten = false;

  constructor(connection: DatabaseConnection, use: PatientUse) {
    this.#connection = connection;
    this.#use = use;
    this.#since = use.since;
    this.#polite = letOthersIn({
      executeQuery: (query) => this.#patiently(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    });
  }

  executeQuery: DatabaseConnection['executeQuery'] = (query) => {
    this.#mayHaveWritten ||= query.query.kind !== 'SelectQueryNode';
    // In a transaction others wait for its end, not for a statement's.
    return (this.#use.database.inTransaction ? this.#connection : this.#polite).executeQuery(query);
  };

  streamQuery: DatabaseConnection['streamQuery'] = (query, chunkSize) => this.#polite.streamQuery(query, chunkSize);

  /** `begin`, which may have to wait, or what ends the transaction. */
  async control(statement: string): Promise<void> {
    await this.#patiently(() => this.#connection.executeQuery(CompiledQuery.raw(statement)));
  }

  async release(): Promise<void> {
    const { database, sync, giveBack } = this.#use;
    // A migration is one transaction around all of its statements.
    const mustSync = this.#mayHaveWritten && !database.inTransaction;
    giveBack();
    if (mustSync) await sync();
  }

  #patiently<Result>(run: () => Promise<Result>): Promise<Result> {
    const since = this.#since;
    this.#since = undefined;
    return withPatience(this.#use, run, since);
  }
}
