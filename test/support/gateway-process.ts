import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { programFile } from './bundle.ts';
import { compileCache } from './compile-cache.ts';
import { copySqlite } from './copied-databases.ts';

const root = join(import.meta.dirname, '..', '..');

export type Environment = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder for DATA_DIR that is gone when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  // A worker that is ending may still write to it.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}

/** DATA_DIR of a gateway that was started before: with the demo store. Gone when the test is over. */
export async function demoFolder(): Promise<string> {
  return copySqlite('demo', await temporaryFolder());
}

/** DATA_DIR of a gateway that was started before without the demo store. */
export async function migratedFolder(): Promise<string> {
  return copySqlite('tables', await temporaryFolder());
}

/** Runs one of our programs to its end, with nothing of this process's environment. */
export function run(file: string, args: readonly string[], environment: Environment): Promise<Ended> {
  return ended(spawnNode(file, args, environment));
}

export interface Running {
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ended>;
}

/** As `run`, of a program that is told to stop. */
export function start(file: string, args: readonly string[], environment: Environment): Running {
  const child = spawnNode(file, args, environment);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { kill: (signal) => void child.kill(signal), ended: ended(child) };
}

export interface Gateway extends Running {
  readonly port: number;
  readonly url: string;
  /** What it printed by then. */
  readonly welcome: string;
}

/** Starts the whole program on a free port; resolves when it says that it is ready. */
export async function startGateway(environment: Environment): Promise<Gateway> {
  const child = spawnNode('src/main.ts', [], { PORT: '0', ...environment });
  onTestFinished(() => void child.kill('SIGKILL'));
  const end = ended(child);
  const welcome = await Promise.race([
    readWelcome(child),
    end.then(({ stderr }) => {
      throw new Error(`The gateway did not start. ${stderr}`);
    }),
  ]);
  const port = Number(address.exec(welcome)?.[1]);
  return { port, url: `http://127.0.0.1:${port}`, welcome, kill: (signal) => void child.kill(signal), ended: end };
}

function spawnNode(file: string, args: readonly string[], environment: Environment): ChildProcess {
  return spawn(process.execPath, [programFile(file), ...args], {
    cwd: root,
    env: { ...compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const address = /GraphQL +POST http:\/\/[^/]+:(\d+)\/graphql/;

function readWelcome({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    stdout?.on('data', (chunk) => {
      text += chunk;
      if (address.test(text) && text.endsWith('\n\n')) resolve(text);
    });
  });
}

function ended(child: ChildProcess): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => (texts.stdout += chunk));
  child.stderr?.on('data', (chunk) => (texts.stderr += chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, ...texts }));
  });
}
