/** How the program ends, as users and orchestrators start it: through npm, and with a standard output that nobody reads. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/gateway-process.ts';
import { findFreePort } from '../support/postgres-process.ts';
import { signal, waitForEnd } from '../support/running-process.ts';

const root = join(import.meta.dirname, '..', '..');

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  readonly output: () => string;
}

/** Resolves when it listens. It leads a group of processes, as what is started in a terminal does. */
async function start(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const port = await findFreePort();
  const env = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, DEMO: 'off', DATA_DIR: await temporaryFolder() },
    ...{ PORT: String(port), ...environment },
  };
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  onTestFinished(() => signal(-(child.pid ?? 0), 'SIGKILL'));
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  while (!(await isLive(port))) {
    if (child.exitCode !== null) throw new Error(`It ended: ${text}`);
    await sleep(50);
  }
  return { child, port, output: () => text } satisfies Started;
}

const isLive = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health/live`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** The gateway's own process: it says so in each line of its log. */
async function pidOf({ port, output }: Started): Promise<number> {
  await isLive(port);
  for (;;) {
    const pid = /"pid":(\d+)/.exec(output())?.[1];
    if (pid !== undefined) return Number(pid);
    await sleep(20);
  }
}

/** A request that is running until the rest of its body comes. */
async function openRequest(port: number): Promise<{ socket: Socket; finish: () => Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  const body = '{"query":"{ products { totalCount } }"}';
  socket.write('POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n');
  socket.write(`Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
  await sleep(100);
  return {
    socket,
    async finish() {
      let received = '';
      socket.on('data', (chunk) => (received += chunk));
      socket.write(body.slice(5));
      await once(socket, 'close');
      return received;
    },
  };
}

const npm = () => start('npm', ['start']);

describe('started by npm', () => {
  it('Ctrl-C, which npm hands on a second time, lets a running request finish', async () => {
    const started = await npm();
    const pid = await pidOf(started);
    const running = await openRequest(started.port);
    signal(-(started.child.pid ?? 0), 'SIGINT');
    await sleep(500);
    expect(await running.finish()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await waitForEnd(pid, 10_000)).toBe(true);
    expect(started.output()).toContain('"msg":"stopped"');
  });

  it('SIGTERM to npm alone ends the gateway, too, and in order', async () => {
    const started = await npm();
    const pid = await pidOf(started);
    const running = await openRequest(started.port);
    signal(started.child.pid ?? 0, 'SIGTERM');
    await sleep(1500);
    expect(await running.finish()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await waitForEnd(pid, 10_000)).toBe(true);
  });

  it.each([
    ['npm', (npm: number) => npm],
    ['the shell between', (npm: number) => childOf(npm)],
  ])('SIGKILL to %s ends the gateway, too, and in order', async (_, find) => {
    const started = await npm();
    const pid = await pidOf(started);
    const running = await openRequest(started.port);
    signal(find(started.child.pid ?? 0), 'SIGKILL');
    await sleep(1500);
    expect(await running.finish()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await waitForEnd(pid, 10_000)).toBe(true);
  });
});

it('a gateway that npm did not start outlives the process that started it', async () => {
  const started = await start('sh', ['-c', `"${process.execPath}" src/main.ts & wait`]);
  const pid = await pidOf(started);
  signal(started.child.pid ?? 0, 'SIGKILL');
  await sleep(1500);
  expect(await isLive(started.port)).toBe(true);
  signal(pid, 'SIGTERM');
  expect(await waitForEnd(pid, 10_000)).toBe(true);
});

describe('without a reader of its standard output', () => {
  it.runIf(process.platform === 'linux')(
    'starts and ends though the disk of its log is full',
    async () => {
      const { child, output } = await start('sh', ['-c', `exec "${process.execPath}" src/main.ts > /dev/full`]);
      child.kill('SIGTERM');
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(output()).toBe('Standard output can not be written (ENOSPC).\n');
    },
    60_000,
  );

  const pipe = `"${process.execPath}" src/main.ts | head -3`;

  it.each([
    ['at once', 0],
    ['after requests', 20],
  ])('it runs on, and ends when it is told to %s', async (_, requests) => {
    const { port } = await start('sh', ['-c', `echo '{"pid":0}'; ${pipe}`]);
    for (let i = 0; i < requests; i += 1) expect(await isLive(port)).toBe(true);
    const pid = await pidByPort(port);
    signal(pid, 'SIGTERM');
    expect(await waitForEnd(pid, 10_000)).toBe(true);
  });
});

function childOf(pid: number): number {
  return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
}

/** Whose name is in no output that can be read. */
async function pidByPort(port: number): Promise<number> {
  const child = spawn('sh', ['-c', `grep -lzx PORT=${port} /proc/[0-9]*/environ | grep -o '[0-9]*'`]);
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  await once(child, 'close');
  const pids = text.trim().split('\n').map(Number);
  return Math.max(...pids);
}
