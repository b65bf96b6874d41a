/**
 * What each fast path brings: the gateway with it beside the gateway without it, in turns within one run, at 1, 16 and 128 connections.
 * `npm run bench:fast-paths [--postgres] [names…]`; prints a Markdown table of medians of each round's factors: the processor's time that a
 * request takes the gateway without it by that with it, which other work on the machine changes little, and in brackets the same of
 * requests a second.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnPostgresServer } from '../../test/support/postgres-server.ts';
import type { LoadJob, LoadRequest } from '../load/load-job.ts';
import { measure } from '../load/measure.ts';
import { median } from '../load/percentiles.ts';
import { moveTo } from '../load/pinning.ts';
import { runCommand } from '../servers/command.ts';
import { startFlags } from '../servers/gateway.ts';
import { type ServerProcess, startServer } from '../servers/server-process.ts';
import { loadStore, prepareDataset } from '../speed/dataset.ts';
import { readParents } from '../speed/graph-file.ts';
import { type Asked, askText } from '../speed/http-ask.ts';
import { type Change, type FastPath, type FastPathLoad, fastPaths } from './fast-paths.ts';

const parents = 60;
const rounds = 3;
const measuredMs = 1000;
const warmUpMs = 300;
const loadsOf = [1, 16, 128];

const tell = (text: string) => void process.stderr.write(`${text}\n`);
const { values, positionals } = parseArgs({ allowPositionals: true, options: { postgres: { type: 'boolean' } } });
const names = positionals.length > 0 ? positionals : Object.keys(fastPaths);
const dataset = await prepareDataset(parents, tell);
const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
await cp(dataset.dataDirectory, join(folder, 'data'), { recursive: true });
const facts = await readParents(dataset);
const postgres = values.postgres ? await startOwnPostgresServer() : null;
if (postgres) {
  moveTo('database', postgres.pid);
  await loadStore({ DATABASE_URL: postgres.url }, dataset.recordsFile);
}
const environment = postgres ? { DATABASE_URL: postgres.url } : { DATA_DIR: join(folder, 'data') };
const token = await runCommand('src/cli/token.ts', ['--client', 'bench'], environment);
let mark = 0;
let started = 0;

process.stdout.write(
  `| fast path | load | ${loadsOf.map((count) => `${count}`).join(' | ')} |\n|---|---|---|---|---|\n`,
);
for (const name of names) {
  const path = fastPaths[name];
  if (!path) throw new Error(`There is no fast path '${name}': ${Object.keys(fastPaths).join(', ')}.`);
  const factors = await measurePath(name, path);
  process.stdout.write(`| ${path.what} | ${path.load.title} | ${factors.join(' | ')} |\n`);
}
await postgres?.stop();
await rm(folder, { recursive: true });

async function measurePath(name: string, { without, both = [], load }: FastPath): Promise<string[]> {
  const [on, off] = [await start(both), await start([...both, ...without])];
  const factors: string[] = [];
  for (const connections of loadsOf) {
    const ratios: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const measured = new Map<ServerProcess, Measured>();
      for (const server of round % 2 === 0 ? [on, off] : [off, on]) {
        measured.set(server, await measureOne(server, load, connections));
      }
      const [withIt, without] = [on, off].map((server) => measured.get(server)) as [Measured, Measured];
      ratios.push({ perSecond: withIt.perSecond / without.perSecond, cpuMs: without.cpuMs / withIt.cpuMs });
      const shown = [withIt, without].map(
        ({ perSecond, cpuMs }) => `${perSecond.toFixed(0)}/s of ${cpuMs.toFixed(3)} ms`,
      );
      tell(`${name}: ${connections} connections, ${shown.join(' and ')}`);
    }
    const middle = (figure: (ratio: Measured) => number) => median(ratios.map(figure)).toFixed(2);
    factors.push(`${middle(({ cpuMs }) => cpuMs)} (${middle(({ perSecond }) => perSecond)})`);
  }
  await Promise.all([on.stop(), off.stop()]);
  return factors;
}

interface Measured {
  readonly perSecond: number;
  /** The processor's time that one request takes the server. */
  readonly cpuMs: number;
}

function start(changes: readonly Change[]): Promise<ServerProcess> {
  started += 1;
  return startServer({
    name: `without-${started}`,
    args: () => [...startFlags, '--import', join(import.meta.dirname, 'without.ts'), 'src/main.ts'],
    environment: {
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_ADDRESS: '0',
      RATE_LIMIT_PER_CLIENT: '0',
      QUEUE_TIMEOUT_MS: '0',
      NODE_DISABLE_COMPILE_CACHE: '1',
      WITHOUT: JSON.stringify(changes),
      ...environment,
    },
    readyPath: '/health/ready',
  });
}

async function measureOne(server: ServerProcess, load: FastPathLoad, connections: number): Promise<Measured> {
  const headers = { ...load.headers, ...(load.hasToken && { Authorization: `Bearer ${token.trim()}` }) };
  const { port, pid } = server;
  const asked = load.asked(facts);
  const answers = await Promise.all(asked.map((one) => askText(`http://127.0.0.1:${port}/graphql`, one, headers)));
  const ofRequest = (one: Asked, at: number, unique?: number): LoadRequest => ({
    body: JSON.stringify(unique === undefined ? one : { ...one, extensions: { unique } }),
    expected: { kind: 'whole', text: answers[at] ?? '' },
  });
  const job: Omit<LoadJob, 'requests' | 'warmUp' | 'measured'> = {
    ...{ port, pid, headers, connections, withTimeline: false },
    path: load.method === 'GET' ? `/graphql?${toSearch(asked[0])}` : '/graphql',
    ...(load.method && { method: load.method }),
  };
  if (!load.isNew) {
    const sequence = asked.map((_, at) => at);
    const requests = asked.map((one, at) => ofRequest(one, at));
    return perRequest({
      ...job,
      requests,
      warmUp: { sequence, ms: warmUpMs },
      measured: { sequence, ms: measuredMs },
    });
  }
  const marks = Array.from({ length: Math.max(20, Math.round(200 / connections)) }, nextMark);
  const requests = marks.flatMap((unique) => asked.map((one, at) => ofRequest(one, at, unique)));
  const sequence = requests.flatMap((_, at) => Array.from({ length: connections }, () => at));
  return perRequest({ ...job, requests, warmUp: { sequence: [], ms: null }, measured: { sequence, ms: null } });
}

async function perRequest(job: LoadJob): Promise<Measured> {
  const { answered, perSecond, cpuMs } = await measure(job, folder);
  return { perSecond, cpuMs: cpuMs / answered };
}

function nextMark(): number {
  mark += 1;
  return mark;
}

function toSearch(asked: Asked | undefined): string {
  const { query = '', variables = {} } = asked ?? {};
  return new URLSearchParams({ query, variables: JSON.stringify(variables) }).toString();
}
