/** The two engines with their data on a given disk, for those who cut its power. */
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import Sqlite from 'better-sqlite3';
import { findPostgresBinaries } from '../support/postgres-binaries.ts';
import { createPostgresFolder, removePostgresFolder } from '../support/postgres-folder.ts';
import {
  type Cluster,
  findFreePort,
  formatUrl,
  initialiseCluster,
  type Postmaster,
  startPostmaster,
} from '../support/postgres-process.ts';
import { findProcess, signal, waitForEnd } from '../support/running-process.ts';
import { findServerUser } from '../support/server-user.ts';
import { withClient } from '../support/with-client.ts';

export interface StoreOnDisk {
  /** What the gateway is started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts what must run before the gateway. */
  start(): Promise<void>;
  /** The processes, other than the gateway, that use the disk. */
  listPids(): number[];
  /** Throws when the database is damaged. */
  check(): Promise<void>;
  /** Ends it in good order. */
  stop(): Promise<void>;
  /** Removes what it has beside the disk. */
  remove(): Promise<void>;
}

export interface StoreOptions {
  readonly path: string;
  /** False: a control, which does not wait for the disk, and so must lose writes. */
  readonly isSynced: boolean;
}

export async function createSqliteStore({ path, isSynced }: StoreOptions): Promise<StoreOnDisk> {
  const directory = join(path, 'data');
  const preload = pathToFileURL(join(import.meta.dirname, 'without-sync.ts')).href;
  const nothing = async () => undefined;
  return {
    environment: { DATA_DIR: directory, ...(!isSynced && { NODE_OPTIONS: `--import ${preload}` }) },
    start: nothing,
    listPids: () => [],
    async check() {
      const database = new Sqlite(join(directory, 'gateway.db'), { readonly: true });
      const answer = database.pragma('integrity_check', { simple: true });
      database.close();
      if (answer !== 'ok') throw new Error(`SQLite's integrity_check says: ${answer}`);
    },
    stop: nothing,
    remove: nothing,
  };
}

export async function createPostgresStore({ path, isSynced }: StoreOptions): Promise<StoreOnDisk> {
  const user = findServerUser();
  const own = await createPostgresFolder(user);
  const folder = { ...own, data: join(path, 'postgres') };
  const binaries = await findPostgresBinaries({ user, copyTo: join(own.path, 'native') });
  const cluster: Cluster = { binaries, folder, user, settings: isSynced ? {} : { fsync: 'off' } };
  mkdirSync(folder.data, { mode: 0o700 });
  if (user) chownSync(folder.data, user.uid, user.gid);
  await initialiseCluster(cluster);
  const port = await findFreePort();
  let postmaster: Postmaster | null = null;
  return {
    environment: { DATABASE_URL: formatUrl(port), DEMO: 'on' },
    async start() {
      // Empty when the server has not waited for it, and then nobody but an operator may remove it.
      if (!isSynced) rmSync(join(folder.data, 'postmaster.pid'), { force: true });
      postmaster = await startPostmaster(cluster, async () => port);
    },
    listPids: () => (postmaster ? [postmaster.pid, ...listChildren(postmaster.pid)] : []),
    check: () => checkPostgres(formatUrl(port)),
    async stop() {
      if (!postmaster) return;
      signal(postmaster.pid, 'SIGINT');
      await postmaster.ended;
    },
    remove: () => removePostgresFolder(own.path),
  };
}

/** Kills the processes, and waits until they use nothing any more. */
export async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGKILL');
  for (const pid of pids) if (!(await waitForEnd(pid, 10_000))) throw new Error(`Process ${pid} does not end.`);
  // A process that has ended for /proc may still be closing its files.
  await sleep(100);
}

/** Every row of every table, by its checksums and structure, and every index against its table. */
function checkPostgres(url: string): Promise<void> {
  return withClient(url, async (client) => {
    await client.query('create extension if not exists amcheck');
    const { rows } = await client.query<{ message: string }>(
      `select relname || ': ' || msg as message from pg_class, verify_heapam(pg_class.oid) where relkind = 'r' and relpersistence = 'p'`,
    );
    if (rows[0]) throw new Error(`PostgreSQL's verify_heapam says: ${rows[0].message}`);
    await client.query(
      `select bt_index_check(pg_class.oid, true) from pg_class join pg_am on pg_am.oid = relam
       join pg_index on indexrelid = pg_class.oid where amname = 'btree' and relkind = 'i' and indisvalid and relpersistence = 'p'`,
    );
  });
}

function listChildren(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && findProcess(pid) !== null && parentOf(pid) === parent);
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch (error) {
    if (/^(ENOENT|ESRCH)$/.test((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
