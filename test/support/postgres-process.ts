/** The server's two programs: initdb, which makes the data folder, and postgres, which is started on it. */
import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { listenOnLoopback } from './on-loopback.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresFolder } from './postgres-folder.ts';
import { signal } from './running-process.ts';
import type { ServerUser } from './server-user.ts';

const run = promisify(execFile);
const startTimeoutMs = 30_000;
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
};

export interface Cluster {
  binaries: PostgresBinaries;
  folder: PostgresFolder;
  user: ServerUser | null;
  /** In the place of, or beside those that the tests' server has. */
  settings?: Readonly<Record<string, string>>;
}

export interface Postmaster {
  pid: number;
  port: number;
  /** Settles when the process has ended, with how it ended. */
  ended: Promise<string>;
}

export async function initialiseCluster(cluster: Cluster): Promise<void> {
  const { binaries, folder } = cluster;
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(binaries.initdb, ['-D', folder.data, ...options], toSpawnOptions(cluster)).catch((cause) => {
    throw new Error(
      `The test PostgreSQL server's data folder could not be made: ${cause.message}` +
        'Run the tests as a user that /etc/passwd names, or name a running server in TEST_DATABASE_URL.',
      { cause },
    );
  });
}

/**
 * Answers when the server does. Tries again while something that the server needs is still in use: its port, or the
 * shared memory that the children of a killed server let go of a moment later. Throws with the server's log.
 */
export async function startPostmaster(cluster: Cluster, findPort: () => Promise<number>): Promise<Postmaster> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const postmaster = spawnPostmaster(cluster, await findPort());
    const fault = await waitUntilReady(postmaster, cluster.folder, deadline);
    if (fault === null) return postmaster;
    const log = await readFile(cluster.folder.log, 'utf8');
    if (!log.includes('in use') || Date.now() > deadline) {
      throw new Error(`The test PostgreSQL server did not come up: ${fault}. Its log:\n${log}`);
    }
    await sleep(100);
  }
}

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  const port = await listenOnLoopback(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export function formatUrl(port: number): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

function spawnPostmaster(cluster: Cluster, port: number): Postmaster {
  const { binaries, folder } = cluster;
  const options = Object.entries({ ...settings, ...cluster.settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const log = openSync(folder.log, 'w');
  // In a process group of its own, so that Ctrl-C in the terminal does not end it before the tests that use it.
  const child = spawn(binaries.postgres, ['-D', folder.data, ...options], {
    ...toSpawnOptions(cluster),
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, name) => resolve(`it ended with ${name ?? `code ${code}`}`));
  });
  return { pid: child.pid ?? 0, port, ended };
}

/** Null when the server answers, or else why it does not. */
async function waitUntilReady(
  postmaster: Postmaster,
  folder: PostgresFolder,
  deadline: number,
): Promise<string | null> {
  let end: string | null = null;
  postmaster.ended.then((how) => {
    end = how;
  });
  while (end === null) {
    const fault = await askServer(postmaster.port, folder);
    if (fault === null) return null;
    if (Date.now() > deadline) {
      signal(postmaster.pid, 'SIGKILL');
      return `${fault}, for ${startTimeoutMs} ms`;
    }
    await sleep(25);
  }
  return end;
}

/** Null when the port answers, and is this folder's server rather than another that took the port. */
async function askServer(port: number, folder: PostgresFolder): Promise<string | null> {
  const client = new pg.Client({ connectionString: formatUrl(port), connectionTimeoutMillis: 2_000 });
  let lost = 'it answers for another data folder';
  client.on('error', (error) => {
    lost = error.message;
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === folder.data ? null : lost;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end();
  }
}

/** The environment is the server's own: PGDATA, PGOPTIONS and the like are the developer's, not the tests'. */
function toSpawnOptions({ folder, user }: Cluster) {
  return { cwd: folder.path, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, ...user };
}
