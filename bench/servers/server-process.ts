import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../test/support/postgres-process.ts';
import { type Core, nodeOn } from '../load/pinning.ts';
import { root } from './command.ts';

export interface ServerSpec {
  readonly name: string;
  /** What Node.js is given: flags, the file, its arguments. */
  readonly args: (port: number) => readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Answers something other than a 5xx when the server is ready. */
  readonly readyPath?: string;
  readonly core?: Core;
  readonly cwd?: string;
}

export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** From the start of the process to the first answer. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

const startDeadlineMs = 120_000;
const running = new Set<() => void>();
process.on('exit', () => {
  for (const kill of running) kill();
});

/** Starts it with PORT, HOST and these variables; resolves when it is ready, rejects with what it printed. */
export async function startServer(spec: ServerSpec): Promise<ServerProcess> {
  const port = await findFreePort();
  const logFile = join(tmpdir(), `gateway-bench-${process.pid}-${spec.name.replaceAll(/\W+/g, '-')}.log`);
  const log = openSync(logFile, 'w');
  const [file, args] = nodeOn(spec.core ?? 'server', spec.args(port));
  const startedAt = performance.now();
  const child = spawn(file, args, {
    cwd: spec.cwd ?? root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', ...spec.environment },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const kill = () => void child.kill('SIGKILL');
  running.add(kill);
  const ended = once(child, 'exit').then(() => running.delete(kill));
  while (!(await isReady(`http://127.0.0.1:${port}${spec.readyPath ?? '/'}`))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || performance.now() - startedAt > startDeadlineMs) {
      kill();
      throw new Error(`${spec.name} did not start: ${(await readFile(logFile, 'utf8')).slice(-3000)}`);
    }
    await sleep(5);
  }
  return {
    port,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(kill, 5000);
      await ended;
      clearTimeout(timer);
      await rm(logFile, { force: true });
    },
  };
}

/** False while nobody listens. */
async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(url).catch((error: Error) => {
    if (error.cause !== undefined) return null;
    throw error;
  });
  await answer?.arrayBuffer();
  return answer !== null && answer.status < 500;
}
