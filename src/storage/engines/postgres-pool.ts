/**
 * Connections to a server; where its URL names several hosts, or says so of one, to the one of them that takes writes. Who was the primary may be none a
 * moment later: a connection is given out only when its server has said that it may be written to (libpq's `target_session_attrs=read-write`), and
 * where the last one can't be reached, or is a standby now, all hosts are tried at once, for all who wait.
 */
import { readFile } from 'node:fs/promises';
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg';
import { oneAtATime } from '../../lib/one-at-a-time.ts';
import { sum } from '../../lib/sum.ts';
import { splitHosts, targetOf } from '../database-url.ts';
import { connectPatiently } from './connect-patiently.ts';
import type { Connections } from './engine.ts';
import { readyConnection } from './postgres-connection.ts';
import { BusyServer, toUnavailable, UnreadablePassword } from './postgres-errors.ts';
import { createStatementNames } from './postgres-statements.ts';
import { createTimelines } from './postgres-timeline.ts';

export interface ServerPoolOptions {
  /** Of one host or of several: then of the one among them that takes writes. */
  readonly url: string;
  readonly maxConnections: number;
  readonly statementTimeoutMs: number;
  /** How long statements wait for a connection while more come than can be done; absent or 0: as long as it takes, up to a second. */
  readonly maxConnectionWaitMs?: number | undefined;
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

const monotonicNow = () => performance.now();

export function openServerPool(options: ServerPoolOptions): ServerPool {
  const { maxConnectionWaitMs = 0 } = options;
  const urls = splitHosts(options.url) ?? [];
  const expectsWritable = urls.length > 1 || targetOf(options.url) !== null;
  const pools = urls.map((url) => openHostPool(url, expectsWritable, options));
  const hosts = pools.map((pool) => connectPatiently({ pool, maxConnectionWaitMs, monotonicNow }));
  const [first] = hosts;
  if (!first) throw new Error('This is no URL of a database.');
  return {
    connect: hosts.length === 1 ? first : createConnectToPrimary(hosts),
    end: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
    connections: () => ({
      inUse: sum(pools, ({ totalCount, idleCount }) => totalCount - idleCount),
      idle: sum(pools, ({ idleCount }) => idleCount),
      waiting: sum(pools, ({ waitingCount }) => waitingCount),
    }),
    options: {},
  };
}

type Connect = () => Promise<PoolClient>;

function createConnectToPrimary(hosts: readonly Connect[]): Connect {
  let [primary] = hosts;

  const isLater = createTimelines();

  /** @throws what the first one said, where none takes writes */
  const seek = oneAtATime(async () => {
    let isFound = false;
    const tried = hosts.map(async (connect) => {
      const client = await connect();
      const isLatest = await isLater(client).finally(() => client.release());
      if (isLatest || !isFound) primary = connect;
      isFound = true;
    });
    await Promise.any(tried).catch(async (error: AggregateError) => {
      throw error.errors[0];
    });
  });

  return async () => {
    const tried = primary as Connect;
    try {
      return await tried();
    } catch (error) {
      if (error instanceof BusyServer || !toUnavailable(error)) throw error;
      // Another one may have found it meanwhile.
      if (primary === tried) await seek();
      return (primary as Connect)();
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
  const [url] = splitHosts(text.trim()) ?? [];
  return url === undefined ? text.trimEnd() : decodePassword(new URL(url).password);
}

/** As the driver reads it in a URL: a `%` that begins no code is one. */
function decodePassword(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return encoded;
  }
}
