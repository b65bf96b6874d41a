/** PgBouncer, Debian's package, in transaction mode before a server that lets everybody in. */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './postgres-process.ts';
import { findServerUser } from './server-user.ts';

export interface PgBouncer {
  /** `host:port` */
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** `settings`: in the place of, or beside these. @throws Error where it is not installed, or does not start */
export async function startPgBouncer(
  serverUrl: string,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<PgBouncer> {
  const { hostname, port: serverPort, username } = new URL(serverUrl);
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const lines = Object.entries({
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', auth_type: 'any', pool_mode: 'transaction' },
    ...{ max_client_conn: 2000, default_pool_size: 10, server_idle_timeout: 5, logfile: '', log_connections: 0 },
    ...{ log_disconnections: 0, ...settings },
  }).map(([name, value]) => `${name} = ${value}`);
  const database = `* = host=${hostname} port=${serverPort} user=${username || 'postgres'}`;
  await writeFile(file, `[databases]\n${database}\n[pgbouncer]\n${lines.join('\n')}\n`);
  // It refuses to be root, as the server does.
  await chmod(folder, 0o755);
  const child = spawn('pgbouncer', [file], { ...findServerUser(), stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-10_000);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? code}: ${output}`));
  });
  let end: string | null = null;
  void ended.then((how) => {
    end = how;
  });
  while (!(await answers(port))) {
    if (end) throw new Error(`PgBouncer (Debian's package pgbouncer) did not start: ${end}`);
    await sleep(50);
  }
  return {
    address: `127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });
}
