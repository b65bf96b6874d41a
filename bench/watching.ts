/**
 * What it costs to be watched: the gateway that nobody watches (twice, which says how far the figures are to be believed) beside those with metrics, and
 * with traces of one request in a hundred and of all, in short turns within one run. `npm run bench:watching [-- --rounds 24 --load 0]`; prints a Markdown
 * table: the processor's time that a request takes, by that of the unwatched gateway of the same round: the median of the rounds, and in brackets the
 * quarters before and after it.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './load/measure.ts';
import { type ServerProcess, startServer } from './servers/server-process.ts';
import { prepareDataset } from './speed/dataset.ts';
import { type ParentFacts, readParents } from './speed/graph-file.ts';
import { type Asked, askText } from './speed/http-ask.ts';
import { loads } from './speed/loads.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '24' }, load: { type: 'string' } } });
const rounds = Number(values.rounds);
const [measuredMs, warmUpMs, connections] = [500, 100, 16];
/** Until the compiler has done what it can. */
const firstWarmUpMs = 3000;

const tell = (text: string) => void process.stderr.write(`${text}\n`);
const dataset = await prepareDataset(60, tell);
const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
await cp(dataset.dataDirectory, join(folder, 'data'), { recursive: true });
const parents: readonly ParentFacts[] = await readParents(dataset);

/** Takes whatever comes. */
const collector = createServer((request, response) => request.resume().on('end', () => response.end()));
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' };

const watched: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  unwatched: {},
  'unwatched, again': {},
  metrics: { METRICS_PORT: '0' },
  'traces of 1 %': { ...traced, OTEL_TRACES_SAMPLER_ARG: '0.01' },
  'traces of all': { ...traced, OTEL_TRACES_SAMPLER_ARG: '1' },
};

const small: Asked = { query: '{ __typename }', variables: {} };
const loadsOf: Readonly<Record<string, { readonly asked: readonly Asked[]; readonly cacheMb: string }>> = {
  'a page of 100, cached': { asked: loads.a.asked(parents), cacheMb: '64' },
  '{ __typename }, cached': { asked: [small], cacheMb: '64' },
  'one product, executed': { asked: loads.c.asked(parents), cacheMb: '0' },
};

interface Measured {
  readonly perSecond: number;
  /** The processor's time that one request takes the server. */
  readonly cpuMs: number;
}

process.stdout.write(
  `| load | ${Object.keys(watched).slice(1).join(' | ')} |\n|${'---|'.repeat(Object.keys(watched).length)}\n`,
);
const chosen = Object.entries(loadsOf).filter((_, place) => values.load === undefined || Number(values.load) === place);
for (const [title, { asked, cacheMb }] of chosen) {
  const servers = await Promise.all(
    Object.values(watched).map((environment, at) =>
      start(`watched-${at}`, { ...environment, ANSWER_CACHE_MB: cacheMb }),
    ),
  );
  for (const server of servers) await measureOne(server, asked, firstWarmUpMs);
  const measured: Measured[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ofRound: Measured[] = [];
    // Whoever comes first has a quieter machine, or a busier one.
    const order = servers.map((_, at) => (at + round) % servers.length);
    for (const at of order) ofRound[at] = await measureOne(servers[at] as ServerProcess, asked);
    measured.push(ofRound);
    tell(
      `${title}: ${ofRound.map(({ perSecond, cpuMs }) => `${perSecond.toFixed(0)}/s of ${(1000 * cpuMs).toFixed(1)} µs`).join(', ')}`,
    );
  }
  const ratios = servers.slice(1).map((_, at) => {
    const each = measured.map((round) => (round[at + 1]?.cpuMs ?? 0) / (round[0]?.cpuMs ?? 0));
    return `${rankOf(each, 0.5)} (${rankOf(each, 0.25)}–${rankOf(each, 0.75)})`;
  });
  process.stdout.write(`| ${title} | ${ratios.join(' | ')} |\n`);
  await Promise.all(servers.map((server) => server.stop()));
}
collector.closeAllConnections();
collector.close();
await rm(folder, { recursive: true });

function start(name: string, environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
  return startServer({
    name,
    args: () => ['--max-semi-space-size=8', 'src/main.ts'],
    environment: {
      ...{ LOG_LEVEL: 'warn', RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_CLIENT: '0' },
      DATA_DIR: join(folder, 'data'),
      ...environment,
    },
    readyPath: '/health/ready',
  });
}

async function measureOne(
  { port, pid }: ServerProcess,
  asked: readonly Asked[],
  beforeMs = warmUpMs,
): Promise<Measured> {
  const texts = await Promise.all(asked.map((one) => askText(`http://127.0.0.1:${port}/graphql`, one)));
  const requests = asked.map((one, at) => ({
    body: JSON.stringify(one),
    expected: { kind: 'whole' as const, text: texts[at] ?? '' },
  }));
  const sequence = asked.map((_, at) => at);
  const job = { port, pid, headers: {}, connections, withTimeline: false, path: '/graphql', requests };
  const timed = { warmUp: { sequence, ms: beforeMs }, measured: { sequence, ms: measuredMs } };
  const { answered, perSecond, cpuMs } = await measure({ ...job, ...timed }, folder);
  return { perSecond, cpuMs: cpuMs / answered };
}

function rankOf(figures: readonly number[], share: number): string {
  return (figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? Number.NaN).toFixed(3);
}
