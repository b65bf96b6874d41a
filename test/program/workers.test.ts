/** `WORKERS=n`: several processes on one port are one gateway to whoever looks from outside. */
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoFolder, run, temporaryFolder } from '../support/gateway-process.ts';
import { listenOnLoopback } from '../support/on-loopback.ts';
import { logOf, type Program, runProgram, startProgram } from '../support/program.ts';

async function start(environment: Readonly<Record<string, string>> = {}): Promise<Program> {
  const DATA_DIR = environment.DATA_DIR ?? (await demoFolder());
  const program = await startProgram({ WORKERS: '2', LOG_LEVEL: 'info', ...environment, DATA_DIR });
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  return program;
}

/** Over a connection of its own. */
function askOnce({ url }: Program): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/health/ready`, { agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    asked.on('error', reject).end();
  });
}

/** Over a connection of its own, which the server may close without a response: ''. */
function openConnection({ url }: Program): { readonly received: () => string; readonly closed: Promise<string> } {
  let received = '';
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('data', (chunk) => (received += chunk)).on('error', () => {});
  socket.write('GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n');
  const closed = new Promise<string>((resolve) => void socket.on('close', () => resolve(received)));
  return { received: () => received, closed };
}

function answering(program: Program): number[] {
  return [...new Set(logOf(program).flatMap(({ pid, msg }) => (msg === 'answered' ? [pid] : [])))];
}

/** Sends requests until so many processes have answered some. */
async function untilAnsweredBy(program: Program, count: number): Promise<number[]> {
  while (answering(program).length < count) {
    expect(await askOnce(program)).toBe(200);
    await sleep(10);
  }
  return answering(program);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a gateway of two workers', { timeout: 120_000 }, () => {
  it('answers with both on one port, and says once that it is ready', async () => {
    const program = await start();
    const pids = await untilAnsweredBy(program, 2);
    expect(pids).not.toContain(program.pid);
    expect(program.output().match(/ready in/g)).toHaveLength(1);
  });

  it('replaces one that dies, says so, and goes on answering meanwhile', async () => {
    const program = await start();
    const [first = 0] = await untilAnsweredBy(program, 2);
    process.kill(first, 'SIGKILL');
    while (isRunning(first)) await sleep(10);
    await untilAnsweredBy(program, 3);
    const [died] = logOf(program).filter(({ msg }) => msg === 'a worker died, and is replaced');
    expect(died).toMatchObject({ pid: program.pid, worker: first, signal: 'SIGKILL' });
    expect(program.output().match(/ready in/g)).toHaveLength(1);
  });

  it('replaces one that hangs, and answers with the other one who was sent to it', async () => {
    const program = await start();
    const [first = 0] = await untilAnsweredBy(program, 2);
    process.kill(first, 'SIGSTOP');
    const connections = Array.from({ length: 4 }, () => openConnection(program));
    for (const { closed } of connections) expect(await closed).toMatch(/^HTTP\/1.1 200 /);
    expect(isRunning(first)).toBe(false);
    await untilAnsweredBy(program, 3);
    const said = logOf(program).filter(({ worker }) => worker === first);
    expect(said.map(({ msg }) => msg)).toEqual(['a worker hangs, and is killed', 'a worker died, and is replaced']);
  });

  it('answers with the other one who was sent to one that dies', async () => {
    const program = await start();
    const [first = 0] = await untilAnsweredBy(program, 2);
    process.kill(first, 'SIGSTOP');
    const connections = Array.from({ length: 4 }, () => openConnection(program));
    while (connections.filter(({ received }) => received() === '').length > 1) await sleep(10);
    process.kill(first, 'SIGKILL');
    for (const { closed } of connections) expect(await closed).toMatch(/^HTTP\/1.1 200 /);
  });

  it('closes connections that were sent to workers where none is left', async () => {
    const program = await start();
    const pids = await untilAnsweredBy(program, 2);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const connections = Array.from({ length: 4 }, () => openConnection(program));
    await sleep(500);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    for (const { closed } of connections) expect(await closed).toBe('');
  });

  it('stops with both at a signal to the process that was started', async () => {
    const program = await start();
    const pids = await untilAnsweredBy(program, 2);
    expect(await program.stop('SIGTERM')).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);
    expect(logOf(program).filter(({ msg }) => msg === 'stopped')).toHaveLength(3);
  });

  it('stops within a second after the time to drain though one of them stalls', async () => {
    const program = await start({ DRAIN_TIMEOUT_MS: '1000' });
    const [first = 0] = await untilAnsweredBy(program, 2);
    process.kill(first, 'SIGSTOP');
    const stoppedAt = performance.now();
    expect(await program.stop('SIGTERM')).toBe(0);
    // Promised are 2000; the rest is for a machine that is busy.
    expect(performance.now() - stoppedAt).toBeLessThan(2900);
    expect(isRunning(first)).toBe(false);
  });

  it('leaves none behind when the process that was started is killed', async () => {
    const program = await start();
    const pids = await untilAnsweredBy(program, 2);
    await program.stop('SIGKILL');
    while (pids.some(isRunning)) await sleep(10);
  });

  it('migrates an empty database and loads the demo store once', async () => {
    const DATA_DIR = await temporaryFolder();
    const program = await start({ DATA_DIR, WORKERS: '3' });
    await untilAnsweredBy(program, 3);
    await program.stop();
    const database = new Sqlite(join(DATA_DIR, 'gateway.db'));
    onTestFinished(() => void database.close());
    const count = (table: string) => database.prepare(`select count(*) from ${table}`).pluck().get();
    expect(count('release')).toBe(count('catalog'));
  });

  it('whose first worker is killed while it starts says by what', async () => {
    const dies = "process.env.GATEWAY_ROLE&&process.kill(process.pid,'SIGKILL')";
    const NODE_OPTIONS = `--import=data:text/javascript,${dies}`;
    const { code, output } = await runProgram({ WORKERS: '2', NODE_OPTIONS, DATA_DIR: await temporaryFolder() });
    expect(code).toBe(1);
    const lines = output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    const msg = 'the first worker died before it was ready';
    expect(lines).toMatchObject([{ level: 50, worker: expect.any(Number), code: null, signal: 'SIGKILL', msg }]);
  });

  it('that can not start says why once', async () => {
    const other = createServer();
    const port = await listenOnLoopback(other);
    onTestFinished(() => void other.close());
    const { code, output } = await runProgram({ WORKERS: '2', PORT: String(port), DATA_DIR: await demoFolder() });
    expect(code).toBe(1);
    expect(output).toBe(`The port ${port} of 127.0.0.1 is in use. Set PORT to another one, or stop what uses it.\n`);
  });
});

it('a budget that four processes spend is that of one, within 5 %', async () => {
  const { stdout } = await run('test/server/spend-in-workers.ts', [], {});
  const allowed = Number(stdout);
  expect(allowed).toBeGreaterThanOrEqual(950);
  expect(allowed).toBeLessThanOrEqual(1050);
});
