/** A primary and a replica that follows it (Debian's package `postgresql`), as processes of this machine, with what counts statements. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findDebianPostgres } from './debian-postgres.ts';
import { findFreePort } from './postgres-process.ts';
import { queryServer } from './query-server.ts';
import { findServerUser } from './server-user.ts';

export interface ReplicatedPostgres {
  readonly primary: OwnServer;
  readonly replica: OwnServer;
  stop(): Promise<void>;
}

export interface OwnServer {
  readonly port: number;
  readonly pid: number;
  /** A superuser's, of the database `shop`. */
  readonly url: string;
  kill(): Promise<void>;
}

const run = promisify(execFile);
const settings = ['max_connections=200', 'shared_preload_libraries=pg_stat_statements', 'wal_keep_size=256MB'];

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const bin = findDebianPostgres();
  const user = findServerUser();
  const as = { ...user, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };
  const folder = await mkdtemp(join(tmpdir(), 'replicated-'));
  await chmod(folder, 0o755);
  if (user) await chown(folder, user.uid, user.gid);
  const [first, second] = [join(folder, 'one'), join(folder, 'two')];
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  await run(join(bin, 'initdb'), ['-D', first, ...options], as);
  const primary = await startServer(bin, first);
  await queryServer(primary.port, 'create database shop', 'postgres');
  await queryServer(primary.port, 'create extension pg_stat_statements');
  const source = ['-h', '127.0.0.1', '-p', `${primary.port}`, '-U', 'postgres'];
  await run(join(bin, 'pg_basebackup'), ['-D', second, '-R', ...source, '-c', 'fast'], as);
  const replica = await startServer(bin, second);
  return {
    ...{ primary, replica },
    async stop() {
      await Promise.all([primary.kill(), replica.kill()]);
      await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

async function startServer(bin: string, data: string): Promise<OwnServer> {
  const port = await findFreePort();
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...options.flatMap((one) => ['-c', one])], {
    ...{ ...findServerUser(), env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } },
    ...{ cwd: data, stdio: 'ignore' },
  });
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const ended = once(child, 'exit').finally(() => process.removeListener('exit', killNow));
  for (;;) {
    const isUp = await queryServer(port, 'select 1', 'postgres').catch(() => null);
    if (isUp) break;
    if (child.exitCode !== null) throw new Error(`The server in ${data} ended with ${child.exitCode}.`);
    await sleep(50);
  }
  return {
    ...{ port, pid: child.pid ?? 0, url: `postgres://postgres@127.0.0.1:${port}/shop` },
    async kill() {
      killNow();
      await ended;
    },
  };
}
