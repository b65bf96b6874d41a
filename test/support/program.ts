/** The real program, started as `npm start` starts it, on a database of its own and a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programFile } from './bundle.ts';

const root = join(import.meta.dirname, '..', '..');
const startDeadlineMs = 90_000;

export interface Program {
  readonly url: string;
  readonly pid: number;
  /** A token of the demo's admin key, as the program printed it; '' without the demo. */
  readonly token: string;
  /** Everything that was printed so far, on both outputs. */
  output(): string;
  /** Sends a GraphQL request with the token; rejects when the connection breaks. */
  ask(query: string, variables?: object, headers?: Readonly<Record<string, string>>): Promise<ProgramAnswer>;
  /** Sends the signal and waits for the end, which may have come before. Answers the exit code; null after a kill. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ProgramAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the query's
  readonly data: any;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it asks for
  readonly errors: readonly any[];
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** What follows `node` in one of package.json's scripts: a tool that a test starts has the flags that its users' has. */
export function argumentsOfScript(name: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [command, ...args] = String(scripts[name]).split(' ');
  if (command !== 'node') throw new Error(`The script '${name}' does not start node.`);
  return args;
}

const running = new Set<ChildProcess>();
// A test that failed before it stopped its program leaves nothing behind either.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Another version of the program than the sources here. */
export interface OtherProgram {
  readonly folder: string;
  /** What is run there. */
  readonly entry?: string;
}

/** Only these variables reach the program. */
function launch(
  environment: Readonly<Record<string, string>>,
  { folder, entry = 'src/main.ts' }: OtherProgram = { folder: root, entry: programFile('src/main.ts') },
): ChildProcess {
  const { PATH = '', TMPDIR } = process.env;
  // The tests' machine may be busy, or fast, which is no reason to refuse anything.
  const rates = { RATE_LIMIT_PER_ADDRESS: '1000000', RATE_LIMIT_PER_CLIENT: '1000000' };
  const unhurried = { LOG_LEVEL: 'warn', PORT: '0', QUEUE_TIMEOUT_MS: '0', ...rates };
  const env = { PATH, ...(TMPDIR && { TMPDIR }), ...unhurried, ...environment };
  const args = argumentsOfScript('start').map((argument) => (argument === 'src/main.ts' ? entry : argument));
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

function collect(child: ChildProcess): () => string {
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (chunk: string) => chunks.push(chunk));
  }
  return () => chunks.join('');
}

/** Resolves when the program is ready; rejects with what it printed when it ends before. */
export async function startProgram(
  environment: Readonly<Record<string, string>>,
  other?: OtherProgram,
): Promise<Program> {
  const child = launch(environment, other);
  const output = collect(child);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const deadline = Date.now() + startDeadlineMs;
  while (!/ready in[\s\S]*\n\n$|"msg":"ready"/.test(output())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The program ended: ${output()}`);
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The program did not get ready: ${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const url = /(?:GraphQL\s+POST |"graphql":")(http:\S+?)\/graphql/.exec(output())?.[1] ?? '';
  const token = /Bearer (\S+)/.exec(output())?.[1] ?? '';
  return {
    url,
    token,
    pid: child.pid ?? 0,
    output,
    async ask(query, variables = {}, headers = {}) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }), ...headers },
        body: JSON.stringify({ query, variables }),
      });
      const { data = null, errors = [] } = (await response.json()) as { data?: unknown; errors?: unknown[] };
      return { status: response.status, data, errors };
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

/** Runs the program until it ends by itself, or is killed after the time given. */
export async function runProgram(environment: Readonly<Record<string, string>>, killAfterMs = 20_000): Promise<Ended> {
  const child = launch(environment);
  const output = collect(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, output: output() };
}

/** The resident memory of a process, in bytes (Linux). */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

interface LogLine {
  readonly pid: number;
  readonly msg: string;
  readonly host?: string;
  readonly port?: number;
  readonly worker?: number;
}

export function logOf(program: Program): LogLine[] {
  const lines = program.output().split('\n');
  return lines.flatMap((line) => (line.startsWith('{"level"') ? [JSON.parse(line)] : []));
}
