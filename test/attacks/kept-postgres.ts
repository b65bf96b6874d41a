/** A PostgreSQL server whose data may outlive the run, so that a large store is imported into it once. */
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBinaries } from '../support/postgres-binaries.ts';
import {
  createPostgresFolder,
  type PostgresFolder,
  removeLeftOverServers,
  removePostgresFolder,
  stopServerOf,
} from '../support/postgres-folder.ts';
import {
  type Cluster,
  findFreePort,
  formatUrl,
  initialiseCluster,
  startPostmaster,
} from '../support/postgres-process.ts';
import { signal } from '../support/running-process.ts';
import { findServerUser, type ServerUser } from '../support/server-user.ts';
import { withClient } from '../support/with-client.ts';

export interface KeptPostgres {
  /** Makes it unless it is there. Returns its URL. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Null: in a folder of its own, which is gone with the server. */
export async function startKeptPostgres(path: string | null): Promise<KeptPostgres> {
  const user = findServerUser();
  await removeLeftOverServers(user);
  const folder = path === null ? await createPostgresFolder(user) : await openFolder(path, user);
  const copyTo = join(folder.path, 'native');
  rmSync(copyTo, { recursive: true, force: true });
  const binaries = await findPostgresBinaries({ user, copyTo });
  const cluster: Cluster = { binaries, folder, user };
  if (!existsSync(join(folder.data, 'PG_VERSION'))) await initialiseCluster(cluster);
  const { pid, port } = await startPostmaster(cluster, findFreePort);
  const stopAtExit = () => signal(pid, 'SIGINT');
  process.once('exit', stopAtExit);
  return {
    async createDatabase(name) {
      await createUnlessThere(port, name);
      return formatUrl(port).replace(/[^/]*$/, name);
    },
    async stop() {
      process.off('exit', stopAtExit);
      if (path === null) await removePostgresFolder(folder.path);
      else await stopServerOf(folder.path, 'SIGINT');
    },
  };
}

/** Of a run that was killed, the server may still be there. */
async function openFolder(path: string, user: ServerUser | null): Promise<PostgresFolder> {
  const folder = { path, data: join(path, 'data'), log: join(path, 'server.log') };
  await stopServerOf(path, 'SIGINT');
  mkdirSync(path, { recursive: true, mode: 0o711 });
  mkdirSync(folder.data, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder.data, user.uid, user.gid);
  return folder;
}

function createUnlessThere(port: number, name: string): Promise<void> {
  return withClient(formatUrl(port), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  });
}
