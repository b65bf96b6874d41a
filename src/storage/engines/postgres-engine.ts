/**
 * The server engine: PostgreSQL 15 or newer, shared by any number of gateway instances. Connections that break are
 * replaced by the pool and never end the process; a request waits for a free one for a second at the most.
 */
import { Kysely, type Logger, PostgresDialect, sql } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import type { Schema } from '../schema.ts';
import { type Engine, migrationTimeoutMs } from './engine.ts';
import { copyRows } from './postgres-copy.ts';
import { isUnanswered, mayHaveCommitted, toUnavailable, violatedConstraint } from './postgres-errors.ts';
import { createStatementNames, nameStatements } from './postgres-statements.ts';

export interface PostgresOptions {
  readonly url: string;
  readonly maxConnections: number;
  /** A statement that takes longer is given up, so that no request waits for it. */
  readonly statementTimeoutMs?: number;
  readonly log?: Logger;
  /** Told of idle connections that broke: the pool replaces them. */
  readonly onConnectionError?: (error: Error) => void;
}

/**
 * Whether the server keeps what it has parsed and planned of a statement, for each connection. To be false behind a pooler that gives
 * each transaction another connection and does not follow names.
 */
const preparesStatements = true;
/** How long a request waits for a connection. Work that may take its time, an import's, waits longer on a busy server. */
const connectTimeoutMs = 1000;
const defaultStatementTimeoutMs = 5000;
/** What the server's own time-out may take to get here. Then the connection leads nowhere. */
const networkDelayMs = 1000;

export async function openPostgres(options: PostgresOptions): Promise<Engine> {
  const { url } = options;
  const pool = openPool(options);
  const database = toKysely(pool, options);
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
    database,
  );
  return {
    description: `PostgreSQL ${rows[0]?.version} at ${withoutCredentials(url)}`,
    reader: database,
    writer: database,
    ...sqlOfPostgres,
    walk: async (query) => (await query.execute(database)).rows,
    insertRows: (tables) => copyRows(pool, tables),
    async refreshStatistics() {
      await sql`alter table release_product ${withoutCommonValues('product_id')}`.execute(database);
      await sql`analyze release_product, release_price_range, release_node`.execute(database);
    },
    async underMigrationLock(run) {
      const patient = toKysely(openPool({ ...options, statementTimeoutMs: migrationTimeoutMs }), options);
      try {
        await run(patient, {});
      } finally {
        await patient.destroy();
      }
    },
    async tryLockKey(transaction, name) {
      const lock = sql<{
        locked: boolean;
      }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`;
      return (await lock.execute(transaction)).rows[0]?.locked === true;
    },
    untilLasting: async () => undefined,
    violatedConstraint,
    toUnavailable,
    mayHaveCommitted,
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => database.destroy(),
  };
}

/**
 * For each value of a list, however long, the planner looks through the column's hundred most common ones: 5 s for 50,000 values,
 * where reading takes 20 ms (2026-11-21).
 */
function withoutCommonValues(column: string) {
  return sql`alter column ${sql.ref(column)} set statistics 1`;
}

/** What is SQL alone. */
const sqlOfPostgres = {
  columnTypes: {
    text: sql`text collate "C"`,
    bytes: sql`bytea`,
    serial: sql`integer generated always as identity primary key`,
    unlogged: sql`unlogged`,
  },
  whileInTime: () => sql``,
  isOneOf: (expression, values) => sql`${expression} = any(${values}::text[])`,
  isOneOfNumbers: (expression, values) => sql`${expression} = any(${values}::int[])`,
  valuesOf: (values) => sql`(select unnest(${values}::text[]) as value)`,
  jsonList: (expression) => sql`cast(coalesce(json_agg(${expression}), '[]') as text)`,
  wantedLists: (lists) => sql`(select * from unnest(
    ${lists.map(({ position }) => position)}::int[], ${lists.map(({ parentId }) => parentId)}::text[],
    ${lists.map(({ after }) => after)}::text[], ${lists.map(({ before }) => before)}::text[]
  ) as wanted (position, parent_id, after_key, before_key))`,
  joinListed: (_table, clauses) => sql`left join lateral (select x.* from ${clauses}) listed on true`,
  publishingLock: sql`lock table catalog in share row exclusive mode`,
} as const satisfies Partial<Engine>;

function openPool({ url, maxConnections, onConnectionError, ...options }: PostgresOptions): Pool {
  const { statementTimeoutMs = defaultStatementTimeoutMs } = options;
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: Math.max(connectTimeoutMs, statementTimeoutMs / 10),
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + networkDelayMs,
    // A client that vanished without a word must not hold its locks for hours.
    idle_in_transaction_session_timeout: statementTimeoutMs + networkDelayMs,
    application_name: 'commerce-graphql-gateway',
  });
  const nameOf = createStatementNames();
  const report = (error: Error) => onConnectionError?.(error);
  pool.on('error', report);
  // A client that is checked out reports to nobody else, and an unheard 'error' event would end the process.
  pool.on('connect', (client) => {
    if (preparesStatements) nameStatements(client, nameOf);
    endWhenUnanswered(client.on('error', report));
  });
  return pool;
}

function toKysely(pool: Pool, { log }: PostgresOptions): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) });
}

/**
 * The driver gives up waiting for an answer, and leaves the connection in the pool: everybody who got it next would wait as long,
 * after a statement that is never answered.
 */
function endWhenUnanswered(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const answer = query(...args);
    if (answer instanceof Promise) answer.catch((error) => void (isUnanswered(error) && client.end()));
    return answer;
  }) as PoolClient['query'];
}

function withoutCredentials(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}
