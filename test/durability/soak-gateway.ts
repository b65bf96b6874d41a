/** The gateway that is soaked: the real program, watched from inside, on a store of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startOwnPostgresServer } from '../support/postgres-server.ts';
import { type Program, startProgram } from '../support/program.ts';
import type { ProcessSample } from './watch-process.ts';

export interface SoakGateway {
  readonly program: Program;
  /** What the process holds now, and how late its event loop was since the last sample. */
  sample(): Promise<ProcessSample>;
  /** Imports one of the two catalogs, by turns, in a process of its own. */
  publish(): Promise<void>;
  /** Answers the exit code. */
  stop(): Promise<number | null>;
}

export type SoakEngine = 'sqlite' | 'postgres';

const root = join(import.meta.dirname, '..', '..');
const sampleDeadlineMs = 30_000;

export async function startSoakGateway(engine: SoakEngine): Promise<SoakGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-soak-'));
  const server = engine === 'postgres' ? await startOwnPostgresServer() : null;
  const store: Record<string, string> = server
    ? { DATABASE_URL: server.url, DEMO: 'on' }
    : { DATA_DIR: join(folder, 'data') };
  const catalogs = await writeCatalogs(folder);
  const sampleFile = join(folder, 'sample.json');
  const preload = pathToFileURL(join(import.meta.dirname, 'watch-process.ts')).href;
  const program = await startProgram({
    ...store,
    WATCH_FILE: sampleFile,
    NODE_OPTIONS: `--expose-gc --import ${preload}`,
  });
  let published = 0;
  return {
    program,
    async sample() {
      process.kill(program.pid, 'SIGUSR2');
      const text = await readWhenThere(sampleFile);
      await rm(sampleFile);
      return JSON.parse(text);
    },
    async publish() {
      published += 1;
      await runTool(['src/cli/import.ts', catalogs[published % 2] as string], store);
    },
    async stop() {
      const code = await program.stop();
      await server?.stop();
      await rm(folder, { recursive: true });
      return code;
    },
  };
}

/** The demo store, and the same with other prices and names. */
async function writeCatalogs(folder: string): Promise<[string, string]> {
  const files: [string, string] = [join(folder, 'one.ndjson'), join(folder, 'two.ndjson')];
  const text = await runTool(['src/cli/demo-records.ts'], {});
  await writeFile(files[0], text);
  await writeFile(files[1], text.replaceAll('Storm Shell', 'Gale Shell').replaceAll(/"amount":(\d+)/g, '"amount":1$1'));
  return files;
}

/** Its standard output; throws what it said when it failed. */
async function runTool(args: readonly string[], store: Readonly<Record<string, string>>): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', ...store };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, complaint] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (complaint += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${complaint}${output}`.slice(0, 3000));
  return output;
}

async function readWhenThere(file: string): Promise<string> {
  const deadline = Date.now() + sampleDeadlineMs;
  for (;;) {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}
