/**
 * Where the two engines differ, and nowhere else: one implementation a file. Everything above is written once, in Kysely
 * and in SQL that both understand.
 */
import type { Insertable, Kysely, RawBuilder, SqlBool } from 'kysely';
import type { MigratorProps } from 'kysely/migration';
import type { DomainError } from '../../domain/errors.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { Schema } from '../schema.ts';
import type { ColumnTypes } from './column-types.ts';

/** A migration may take its time, and so may waiting for another process that migrates. */
export const migrationTimeoutMs = 600_000;

/** New rows of one table. */
export type TableRows = {
  readonly [Table in keyof Schema]: { readonly table: Table; readonly rows: readonly Insertable<Schema[Table]>[] };
}[keyof Schema];

export interface Connections {
  readonly inUse: number;
  readonly idle: number;
  /** How many statements wait for one. */
  readonly waiting: number;
}

/** The stretch of one list that a page may come from, between two sort keys. */
export interface ListBounds {
  /** Where the list stands in the caller's order. */
  readonly position: number;
  readonly parentId: string | null;
  readonly after: string | null;
  readonly before: string | null;
}

export interface ReplicaState {
  /** Whether it could be read when it was looked at last, every second. */
  readonly isUsable: boolean;
  /** For how many seconds it lags behind; null: nobody knows. */
  readonly lagSeconds: number | null;
}

export interface Engine {
  /** For people: "SQLite 3.53.0 in ./data/gateway.db". Never a password. */
  readonly description: string;
  /** For statements that only read; with SQLite a connection of its own, so that a write never holds up a page. */
  readonly reader: Kysely<Schema>;
  readonly writer: Kysely<Schema>;
  readonly columnTypes: ColumnTypes;
  /** An expression: whether there is a table of that name. */
  hasTable(name: string): RawBuilder<unknown>;
  /**
   * Runs a query that may walk more rows than a page has. With SQLite, which would hold up every request meanwhile, in a thread
   * that requests share: a request gets as much time as one statement may take.
   * @throws DomainError UNAVAILABLE when it took too long
   */
  walk<Row>(query: RawBuilder<Row>, requestContext: RequestContext): Promise<readonly Row[]>;
  /**
   * The first condition on the rows that `walk` goes through, named by their table's alias: it ends the statement when its time is
   * over. With what joins it to the next condition; or nothing, where the server keeps the time.
   */
  whileInTime(alias: string): RawBuilder<unknown>;
  /** The same for statements that read what a release holds, which never changes: a replica's that has the release, where there is one. */
  ofRelease(releaseId: number): Engine;
  /** Something else was read of the release than what was written: for a while it is read from the primary. */
  distrustReplicas(releaseId: number, error: unknown): void;
  /** Whether the expression is one of the values, however many: one parameter holds them all. */
  isOneOf(expression: RawBuilder<unknown>, values: readonly string[]): RawBuilder<SqlBool>;
  isOneOfNumbers(expression: RawBuilder<unknown>, values: readonly number[]): RawBuilder<SqlBool>;
  /** Whether the expression is among the few values that a query selects: it runs first, and rows are then found by their index, whatever is expected. */
  isAmong(expression: RawBuilder<unknown>, query: RawBuilder<unknown>): RawBuilder<SqlBool>;
  /** The parameter of either list. */
  toParameter(values: readonly string[] | readonly number[]): unknown;
  /** A table expression with the column `value`: one parameter holds all of them. */
  valuesOf(values: readonly string[]): RawBuilder<unknown>;
  /** A list of the values of an expression over many rows, as one JSON text. */
  jsonList(expression: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A list of texts of one row, as an expression for `jsonList`. */
  jsonTexts(texts: readonly RawBuilder<unknown>[]): RawBuilder<unknown>;
  /** A table expression `(position, parent_id, after_key, before_key)` of the lists that are wanted; one parameter, or a few. */
  wantedLists(lists: readonly ListBounds[]): RawBuilder<unknown>;
  /**
   * Joins `listed`, the rows of the table that the clauses leave of it as `x`, to each row of what stands before. The clauses
   * (from after `from` to `limit`) may name its columns. A row without any is kept.
   */
  joinListed(table: keyof Schema, clauses: RawBuilder<unknown>): RawBuilder<unknown>;
  /**
   * Adds many rows of a release that nobody sees yet, as fast as the engine can; some of them, when it fails. Rows of one table
   * have the same columns. They are sure to survive a crash as soon as the release is current.
   */
  insertRows(tables: readonly TableRows[]): Promise<void>;
  /** The same by a statement that selects them: resolves to how many they are. */
  insertSelected(insert: RawBuilder<unknown>): Promise<number>;
  /**
   * Called again and again by who adds many rows. @throws Error where the disk of the embedded database would be left without room for those who
   * write beside it, and for the removal of what was added
   */
  expectRoom(): void;
  /** Tells the query planner what was loaded: without it, plans are made for the tables as they were. */
  refreshStatistics(): Promise<void>;
  /** The first statement of a publishing transaction (`in-transaction.ts`). */
  readonly publishingLock: RawBuilder<unknown>;
  /** Gives the migrator the one connection that may change the schema now. */
  underMigrationLock(
    run: (
      database: Kysely<Schema>,
      options: Pick<MigratorProps, 'disableTransactions' | 'migrationTableSchema'>,
    ) => Promise<void>,
  ): Promise<void>;
  /** The time, in milliseconds since 1970: the same for all who share the database. */
  readonly clock: RawBuilder<number>;
  /** Locks an idempotency key until the transaction ends; false: another transaction has it. */
  tryLockKey(transaction: Kysely<Schema>, name: string): Promise<boolean>;
  /** Resolves when the sync ends that runs now: what is written meanwhile waits for the next one anyhow. Null: none runs. */
  runningSync(): Promise<void> | null;
  /** Resolves when what was read before can't be lost any more. */
  untilLasting(): Promise<void>;
  /** @throws Error when the database is no longer where it was opened */
  expectInPlace(): void;
  /** The unique constraint that the error is about, by name; null for any other error. */
  violatedConstraint(error: unknown): string | null;
  /** UNAVAILABLE for what may pass (no connection, locked, disk full); null for what is a bug. */
  toUnavailable(error: unknown): DomainError | null;
  /** Whether a transaction was undone because of others at the same time, and may be done again. */
  isConflict(error: unknown): boolean;
  /** Whether a write that failed so may have been done all the same: nobody answered its commit. */
  mayHaveCommitted(error: unknown): boolean;
  /** Those to a server, now; null: there is none. */
  connections(): Connections | null;
  /** By their names. */
  describeReplicas(): Readonly<Record<string, ReplicaState>>;
  close(): Promise<void>;
}
