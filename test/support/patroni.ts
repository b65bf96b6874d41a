/**
 * PostgreSQL as it is run where it must not be away for long: two members under Patroni, of which one follows the other synchronously, and etcd, which
 * says who leads. Debian's packages `patroni`, `etcd-server` and `postgresql`, as processes of this machine.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findDebianPostgres } from './debian-postgres.ts';
import { findFreePort } from './postgres-process.ts';
import { signal, waitForEnd } from './running-process.ts';
import { findServerUser } from './server-user.ts';

export interface Patroni {
  readonly members: readonly Member[];
  /** Resolves with the one that leads when the other follows it synchronously. */
  untilHealthy(): Promise<Member>;
  stop(): Promise<void>;
}

export interface Member {
  readonly name: string;
  /** PostgreSQL's. */
  readonly port: number;
  start(): void;
  /** As its machine would die: nothing is said to anybody. */
  kill(): Promise<void>;
}

interface Told {
  readonly state: string;
  readonly role: string;
  readonly sync_standby?: boolean;
}

interface Known extends Member {
  /** What Patroni says of it; null: nothing. */
  ask(): Promise<Told | null>;
}

/** Who has not renewed its lead for so long has lost it. */
const leadSeconds = 8;
const healthyWithinMs = 120_000;

/** @throws Error that names the packages, where they are missing */
export async function startPatroni(): Promise<Patroni> {
  await requirePackages();
  const user = findServerUser();
  const folder = await mkdtemp(join(tmpdir(), 'patroni-'));
  await chmod(folder, 0o755);
  if (user) await chown(folder, user.uid, user.gid);
  const etcd = await startEtcd(folder);
  const members = [await openMember('one', folder, etcd.address), await openMember('two', folder, etcd.address)];
  const killAll = () => Promise.all([...members.map((member) => member.kill()), etcd.stop()]);
  process.once('exit', () => void killAll());
  for (const member of members) member.start();
  return {
    members,
    async untilHealthy() {
      for (const deadline = Date.now() + healthyWithinMs; Date.now() < deadline; await sleep(200)) {
        const told = await Promise.all(members.map((member) => member.ask()));
        const leader = members.find((_, place) => told[place]?.role === 'master' && told[place]?.state === 'running');
        if (leader && told.some((one) => one?.sync_standby)) return leader;
      }
      throw new Error(`Patroni has no leader with a synchronous standby. ${readLogs(folder)}`);
    },
    async stop() {
      await killAll();
      await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

async function requirePackages(): Promise<void> {
  for (const [command, name] of Object.entries({ patroni: 'patroni', etcd: 'etcd-server' })) {
    await promisify(execFile)(command, ['--version']).catch(() => {
      throw new Error(`This needs ${command}: apt-get install ${name}.`);
    });
  }
}

async function startEtcd(folder: string) {
  const [address, peer] = [`127.0.0.1:${await findFreePort()}`, `http://127.0.0.1:${await findFreePort()}`];
  const options = {
    ...{ name: 'one', 'data-dir': join(folder, 'etcd'), 'log-level': 'error', logger: 'zap' },
    ...{ 'listen-client-urls': `http://${address}`, 'advertise-client-urls': `http://${address}` },
    ...{ 'listen-peer-urls': peer, 'initial-advertise-peer-urls': peer, 'initial-cluster': `one=${peer}` },
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const child = spawn('etcd', args, { ...findServerUser(), cwd: folder, stdio: 'ignore' });
  const stop = async () => void child.kill('SIGKILL');
  for (;;) {
    const response = await fetch(`http://${address}/health`).catch(() => null);
    if (response?.ok) return { address, stop };
    if (child.exitCode !== null) throw new Error(`etcd ended with ${child.exitCode}.`);
    await sleep(50);
  }
}

async function openMember(name: string, folder: string, etcd: string): Promise<Known> {
  const [port, restPort] = [await findFreePort(), await findFreePort()];
  const [file, data] = [join(folder, `${name}.json`), join(folder, name)];
  const [user, log] = [findServerUser(), join(folder, `${name}-log`)];
  await mkdir(log);
  if (user) await chown(log, user.uid, user.gid);
  await writeFile(file, JSON.stringify(settingsOf({ name, port, restPort, etcd, data, folder })));
  let child: ChildProcess | null = null;
  return {
    ...{ name, port },
    start() {
      const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };
      child = spawn('patroni', [file], { ...user, env, cwd: folder, stdio: 'ignore' });
    },
    async kill() {
      // Who would start it again, first.
      const pids = [child?.pid, postmasterOf(data)].filter((pid) => pid !== undefined);
      for (const pid of pids) signal(pid, 'SIGKILL');
      for (const pid of pids) await waitForEnd(pid, 10_000);
      child = null;
    },
    async ask() {
      const response = await fetch(`http://127.0.0.1:${restPort}/patroni`).catch(() => null);
      return response && ((await response.json()) as Told);
    },
  };
}

interface MemberSettings {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly etcd: string;
  readonly data: string;
  readonly folder: string;
}

/** JSON is YAML, too. */
function settingsOf({ name, port, restPort, etcd, data, folder }: MemberSettings) {
  const address = (at: number) => ({ listen: `127.0.0.1:${at}`, connect_address: `127.0.0.1:${at}` });
  const user = { username: 'postgres', password: 'unused' };
  return {
    ...{ scope: 'shop', name, restapi: address(restPort), etcd3: { host: etcd } },
    log: { dir: join(folder, `${name}-log`), level: 'WARNING' },
    bootstrap: {
      dcs: {
        ...{ ttl: leadSeconds, loop_wait: 2, retry_timeout: 3, synchronous_mode: true },
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: '256MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      ...{ ...address(port), data_dir: data, bin_dir: findDebianPostgres(), pgpass: join(folder, `${name}.pgpass`) },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      authentication: { superuser: user, replication: user, rewind: user },
      parameters: { unix_socket_directories: folder, logging_collector: 'off' },
    },
    watchdog: { mode: 'off' },
  };
}

function postmasterOf(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

function readLogs(folder: string): string {
  const files = ['one', 'two'].map((name) => join(folder, `${name}-log`, 'patroni.log')).filter(existsSync);
  return files.map((file) => readFileSync(file, 'utf8').slice(-3000)).join('\n');
}
