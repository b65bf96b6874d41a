/**
 * Connections to a server; where its URL names several hosts, to the one of them that takes writes. Who was the primary may be none a moment
 * later: a connection is given out only when its server has said that it may be written to (libpq's `target_session_attrs=read-write`), and
 * where the last one can't be reached, or is a standby now, all hosts are tried at once, for all who wait.
 */
import { readFile } from 'node:fs/promises';
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg';
import { splitHosts } from '../database-url.ts';
import type { Connections } from './engine.ts';
import { readyConnection } from './postgres-connection.ts';
import { toUnavailable, UnreadablePassword } from './postgres-errors.ts';
import { createStatementNames } from './postgres-statements.ts';

export interface ServerPoolOptions {
  readonly url: string;
  readonly maxConnections: number;
  readonly statementTimeoutMs: number;
  /** Holds the password, and is read anew for each connection: it may change. */
  readonly passwordFile?: string | null | undefined;
  /** Told of idle connections that broke: the pool replaces them. */
  readonly onConnectionError?: ((error: Error) => void) | undefined;
}

/** What Kysely needs of the driver's pool. */
export interface ServerPool {
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
  connections(): Connections;
  readonly options: object;
}

/** How long a request waits for a connection. Work that may take its time, an import's, waits longer on a busy server. */
const connectTimeoutMs = 1000;
/** What the server's own time-out may take to get here. Then the connection leads nowhere. */
const networkDelayMs = 1000;

export function openServerPool(options: ServerPoolOptions): ServerPool {
  const urls = splitHosts(options.url) ?? [];
  const pools = urls.map((url) => openHostPool(url, urls.length > 1, options));
  const [first] = pools;
  if (!first) throw new Error('This is no URL of a database.');
  return {
    connect: pools.length === 1 ? () => first.connect() : createConnectToPrimary(pools),
    end: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
    connections: () => ({
      inUse: sum(pools, ({ totalCount, idleCount }) => totalCount - idleCount),
      idle: sum(pools, ({ idleCount }) => idleCount),
      waiting: sum(pools, ({ waitingCount }) => waitingCount),
    }),
    options: {},
  };
}

function createConnectToPrimary(pools: readonly Pool[]): () => Promise<PoolClient> {
  let [primary] = pools;
  let seeking: Promise<void> | null = null;

  /** @throws what the first one said, where none takes writes */
  async function seek(): Promise<void> {
    const tried = pools.map(async (pool) => {
      (await pool.connect()).release();
      return pool;
    });
    primary = await Promise.any(tried).catch(async (error: AggregateError) => {
      throw error.errors[0];
    });
  }

  return async () => {
    const tried = primary as Pool;
    try {
      return await tried.connect();
    } catch (error) {
      if (!toUnavailable(error)) throw error;
      // Another one may have found it meanwhile.
      if (primary === tried) {
        seeking ??= seek().finally(() => {
          seeking = null;
        });
        await seeking;
      }
      return (primary as Pool).connect();
    }
  };
}

function openHostPool(url: string, expectsWritable: boolean, options: ServerPoolOptions): Pool {
  const { maxConnections, statementTimeoutMs, passwordFile, onConnectionError } = options;
  const nameOf = createStatementNames();
  const idleTimeoutMs = statementTimeoutMs + networkDelayMs;
  const pool = new Pool({
    connectionString: url,
    ...(passwordFile && { Client: clientWithPassword(() => readPassword(passwordFile)) }),
    max: maxConnections,
    connectionTimeoutMillis: Math.max(connectTimeoutMs, statementTimeoutMs / 10),
    query_timeout: statementTimeoutMs + networkDelayMs,
    application_name: 'commerce-graphql-gateway',
    // NOTE: the driver's types show less of it than there is.
    onConnect: (client) =>
      readyConnection(client as Client, { statementTimeoutMs, idleTimeoutMs, nameOf, expectsWritable }),
  });
  const report = (error: Error) => onConnectionError?.(error);
  pool.on('error', report);
  // A client that is checked out reports to nobody else, and an unheard 'error' event would end the process.
  pool.on('connect', (client) => void client.on('error', report));
  return pool;
}

/** NOTE: the driver takes a function for it, but not beside a URL. */
function clientWithPassword(read: () => Promise<string>): typeof Client {
  return class extends Client {
    constructor(options?: ClientConfig) {
      super(options);
      Object.assign(this, { password: read });
    }
  };
}

async function readPassword(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UnreadablePassword(error.code ?? 'unknown');
  });
  return text.trimEnd();
}

function sum(pools: readonly Pool[], countOf: (pool: Pool) => number): number {
  return pools.reduce((total, pool) => total + countOf(pool), 0);
}
