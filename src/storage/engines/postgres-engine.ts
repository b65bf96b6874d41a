/**
 * The server engine: PostgreSQL 15 or newer, shared by any number of gateway instances. Connections that break are
 * replaced by the pool and never end the process; a request waits for a free one for a second at the most.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type Logger, type RawBuilder, sql } from 'kysely';
import { describeUrl } from '../database-url.ts';
import type { Schema } from '../schema.ts';
import { expectCertificates } from './certificate-files.ts';
import { type Engine, migrationTimeoutMs } from './engine.ts';
import { copyRows } from './postgres-copy.ts';
import {
  foundLocked,
  isConflict,
  mayHaveCommitted,
  NoSchema,
  toUnavailable,
  UnfitEncoding,
  violatedConstraint,
} from './postgres-errors.ts';
import { openKysely } from './postgres-kysely.ts';
import { openServerPool, type ServerPoolOptions } from './postgres-pool.ts';
import { openReplicas, type ReplicasOptions } from './postgres-replicas.ts';
import { retryConflicts } from './retry-conflicts.ts';

export interface PostgresOptions
  extends Omit<ServerPoolOptions, 'statementTimeoutMs'>,
    Pick<ReplicasOptions, 'onReplica'> {
  /** A statement that takes longer is given up, so that no request waits for it. */
  readonly statementTimeoutMs?: number | undefined;
  readonly log?: Logger | undefined;
  /** Of servers that follow it, for what a release holds. */
  readonly replicaUrls?: readonly string[];
}

const defaultStatementTimeoutMs = 5000;
/** Kysely's number: versions of before take it for a session. */
const migrationLock = 3_853_314_791_062_309_107n;

export async function openPostgres(options: PostgresOptions): Promise<Engine> {
  const { statementTimeoutMs = defaultStatementTimeoutMs, log } = options;
  expectCertificates([options.url, ...(options.replicaUrls ?? [])]);
  const pool = openServerPool({ ...options, statementTimeoutMs });
  const database = openKysely(pool, log);
  const version = await findVersion(database);
  const replicas = await openReplicas({
    ...options,
    ...{ statementTimeoutMs, urls: options.replicaUrls ?? [], primary: { pool, database } },
  });
  const engine: Engine = {
    description: `PostgreSQL ${version} at ${describeUrl(options.url)}`,
    reader: database,
    writer: database,
    ...sqlOfPostgres,
    walk: async (query) => (await query.execute(database)).rows,
    insertRows: (tables) => retryConflicts(() => copyRows(pool, tables), { isConflict }),
    insertSelected: (insert) => insertSelected(database, insert),
    async refreshStatistics() {
      await leaveOutCommonValues(database);
      await database.transaction().execute(analyze);
    },
    underMigrationLock: (run) =>
      migrateUnlocked(options, async (transaction) => run(transaction, await findSchema(transaction))),
    tryLockKey,
    untilLasting: async () => undefined,
    runningSync: () => null,
    expectInPlace: () => undefined,
    // Its disks are the server's.
    expectRoom: () => undefined,
    violatedConstraint,
    toUnavailable,
    isConflict,
    mayHaveCommitted,
    ofRelease(releaseId) {
      const reader = replicas.find(releaseId);
      return reader ? { ...engine, reader, walk: async (query) => (await query.execute(reader)).rows } : engine;
    },
    distrustReplicas: replicas.distrust,
    connections: pool.connections,
    describeReplicas: replicas.describe,
    async close() {
      await replicas.close();
      await database.destroy();
    },
  };
  return engine;
}

/** Those that store texts as they are sent. */
const fitEncodings: readonly string[] = ['UTF8', 'SQL_ASCII'];

/** @throws UnfitEncoding */
async function findVersion(database: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding`.execute(
    database,
  );
  const { version = '', encoding = '' } = rows[0] ?? {};
  if (!fitEncodings.includes(encoding)) throw new UnfitEncoding(encoding);
  return version;
}

/** It does not wait for the disk, as `copyRows` does not. */
function insertSelected(database: Kysely<Schema>, insert: RawBuilder<unknown>): Promise<number> {
  const run = () =>
    database.transaction().execute(async (transaction) => {
      await sql`set local synchronous_commit = off`.execute(transaction);
      const { numAffectedRows } = await insert.execute(transaction);
      return Number(numAffectedRows);
    });
  return retryConflicts(run, { isConflict });
}

/**
 * Whoever waits to change a table has all others wait who come to read it: gateways would show nothing for as long as a backup takes. So a migration waits
 * for a moment, lets them in, and begins anew. Autovacuum gives way to whoever has waited for `deadlock_timeout`, and to nobody else: it may take hours.
 */
const tableLockTimeoutMs = 500;
const lockedPauseMs = 5000;

async function migrateUnlocked(options: PostgresOptions, run: (transaction: Kysely<Schema>) => Promise<void>) {
  const until = performance.now() + migrationTimeoutMs;
  for (;;) {
    try {
      return await migrateAlone(options, run);
    } catch (error) {
      if (!foundLocked(error) || performance.now() > until) throw error;
      await sleep(lockedPauseMs);
    }
  }
}

/** In one transaction, under a lock that ends with it: behind a pooler, a session is whoever's comes next. */
async function migrateAlone(options: PostgresOptions, run: (transaction: Kysely<Schema>) => Promise<void>) {
  let firstError: unknown = null;
  const log: Logger = (event) => {
    if (event.level === 'error') firstError ??= event.error;
    return options.log?.(event);
  };
  const patience = { statementTimeoutMs: migrationTimeoutMs, maxConnectionWaitMs: 0 };
  const patient = openKysely(openServerPool({ ...options, ...patience }), log);
  try {
    await patient.transaction().execute(async (transaction) => {
      // Whatever the user's default is: who has waited must see what was done meanwhile.
      await sql`set transaction isolation level read committed`.execute(transaction);
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
      await sql`select set_config('lock_timeout', (setting::int + ${sql.lit(tableLockTimeoutMs)})::text, true)
        from pg_settings where name = 'deadlock_timeout'`.execute(transaction);
      await run(transaction);
      await leaveOutCommonValues(transaction);
    });
  } catch (error) {
    // After it, the server refuses whatever else the migrator looks for in the transaction.
    throw firstError ?? error;
  } finally {
    await patient.destroy();
  }
}

/**
 * Where the record of migrations is, or will be: that of another program in the database, in a schema that is not searched, is none of ours.
 * @throws NoSchema, where the migrator would take the record of a schema that is not searched for ours
 */
async function findSchema(transaction: Kysely<Schema>): Promise<{ readonly migrationTableSchema: string }> {
  const { rows } = await sql<{ schema: string | null }>`
    select coalesce(
      (select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where pg_class.oid = to_regclass('kysely_migration')),
      current_schema()) as schema`.execute(transaction);
  const schema = rows[0]?.schema ?? null;
  if (schema === null) throw new NoSchema();
  return { migrationTableSchema: schema };
}

async function tryLockKey(transaction: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(transaction);
  return rows[0]?.locked === true;
}

/**
 * For each value of a list, however long, the planner looks through the column's hundred most common ones: 5 s for 50,000 values,
 * where reading takes 20 ms (2026-11-21).
 */
async function leaveOutCommonValues(database: Kysely<Schema>): Promise<void> {
  // Once: it would wait for whoever vacuums the table. Who does not own it may not.
  const { rows } = await sql`select attnum from pg_attribute join pg_class on pg_class.oid = attrelid
    where attrelid = 'release_product'::regclass and attname = 'product_id'
      and attstattarget is distinct from 1 and pg_has_role(relowner, 'usage')`.execute(database);
  if (rows.length === 0) return;
  await sql`alter table release_product alter column product_id set statistics 1`.execute(database);
}

/** In bytes: two rows, without the page's header and their places in it. */
const halfAPage = 4080;

/**
 * Of a sample that is large enough to plan by: nobody looks for a value of the other columns, and documents take long to read. A table that is being
 * vacuumed, for minutes or hours, is planned by what is known of it.
 */
async function analyze(transaction: Kysely<Schema>): Promise<void> {
  await sql`set local default_statistics_target = 20`.execute(transaction);
  await sql`analyze (skip_locked) release_product (release_id, product_id, parent_id, sort_key, is_live, is_base),
    release_price_range, release_node (release_id, node_id, sort_key)`.execute(transaction);
}

/** What is SQL alone. */
const sqlOfPostgres = {
  columnTypes: {
    text: sql`text collate "C"`,
    bytes: sql`bytea`,
    serial: sql`integer generated always as identity primary key`,
    unlogged: sql`unlogged`,
    keepRowsWhole: (table) => [sql`alter table ${sql.table(table)} set (toast_tuple_target = ${sql.lit(halfAPage)})`],
    leaveUncompressed: (table, column) => [
      sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set storage external`,
    ],
  },
  hasTable: (name) => sql`to_regclass(${name}) is not null`,
  whileInTime: () => sql``,
  isOneOf: (expression, values) => sql`${expression} = any(${values}::text[])`,
  isAmong: (expression, query) => sql`${expression} = any(array(${query}))`,
  toParameter: (values) => values,
  isOneOfNumbers: (expression, values) => sql`${expression} = any(${values}::int[])`,
  valuesOf: (values) => sql`(select unnest(${values}::text[]) as value)`,
  jsonList: (expression) => sql`cast(coalesce(json_agg(${expression}), '[]') as text)`,
  jsonTexts: (texts) => sql`json_build_array(${sql.join(texts)})`,
  wantedLists: (lists) => sql`(select * from unnest(
    ${lists.map(({ position }) => position)}::int[], ${lists.map(({ parentId }) => parentId)}::text[],
    ${lists.map(({ after }) => after)}::text[], ${lists.map(({ before }) => before)}::text[]
  ) as wanted (position, parent_id, after_key, before_key))`,
  joinListed: (_table, clauses) => sql`left join lateral (select x.* from ${clauses}) listed on true`,
  clock: sql<number>`extract(epoch from clock_timestamp()) * 1000`,
  publishingLock: sql`lock table catalog in share row exclusive mode`,
} as const satisfies Partial<Engine>;
