/**
 * What it costs to be watched: the gateway that nobody watches (twice, which says how far the figures are to be believed) beside those with metrics, and
 * with traces of one request in a hundred and of all. They take turns of a tenth of a second, so that whatever else the machine does hits all alike, and are
 * started anew a few times, because what the compiler makes of a process is a matter of luck, too. `npm run bench:watching [-- --starts 3 --rounds 60
 * --load 0]`; prints a Markdown table: the processor's time that a request takes, by that of the unwatched gateway of the same round: the median of the
 * rounds, and in brackets the quarters before and after it.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listenOnLoopback } from '../test/support/on-loopback.ts';
import { expectBytes } from './load/body-check.ts';
import { type Connection, openConnection } from './load/connection.ts';
import { median, quantilesOf } from './load/percentiles.ts';
import { moveTo } from './load/pinning.ts';
import { figuresOf } from './load/process-figures.ts';
import { startFlags } from './servers/gateway.ts';
import { type ServerProcess, startServer } from './servers/server-process.ts';
import { prepareDataset } from './speed/dataset.ts';
import { type ParentFacts, readParents } from './speed/graph-file.ts';
import { type Asked, askText } from './speed/http-ask.ts';
import { loads } from './speed/loads.ts';

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '60' },
    load: { type: 'string' },
  },
});
const [starts, rounds] = [Number(values.starts), Number(values.rounds)];
const [turnMs, connections] = [100, 16];
/** Until the compiler has done what it can. */
const warmUpMs = 3000;

moveTo('generator', process.pid);
const tell = (text: string) => void process.stderr.write(`${text}\n`);
const dataset = await prepareDataset(60, tell);
const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
await cp(dataset.dataDirectory, join(folder, 'data'), { recursive: true });
const parents: readonly ParentFacts[] = await readParents(dataset);

/** Takes whatever comes. */
const collector = createServer((request, response) => request.resume().on('end', () => response.end()));
const endpoint = `http://127.0.0.1:${await listenOnLoopback(collector)}`;
const traced = {
  ...{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' },
  // The first times that something is sent, the compiler has to begin anew with what it knows of sockets: all of that is to come before the rounds.
  OTEL_BSP_SCHEDULE_DELAY: '500',
};

const watched: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  unwatched: {},
  'unwatched, again': {},
  metrics: { METRICS_PORT: '0' },
  'traces of 1 %': { ...traced, OTEL_TRACES_SAMPLER_ARG: '0.01' },
  'traces of all': { ...traced, OTEL_TRACES_SAMPLER_ARG: '1' },
};

interface Load {
  readonly asked: readonly Asked[];
  readonly cacheMb: string;
}

const small: Asked = { query: '{ __typename }', variables: {} };
const loadsOf: Readonly<Record<string, Load>> = {
  'a page of 100, cached': { asked: loads.a.asked(parents), cacheMb: '64' },
  '{ __typename }, cached': { asked: [small], cacheMb: '64' },
  'one product, executed': { asked: loads.c.asked(parents), cacheMb: '0' },
};

process.stdout.write(
  `| load | ${Object.keys(watched).slice(1).join(' | ')} |\n|${'---|'.repeat(Object.keys(watched).length)}\n`,
);
const chosen = Object.entries(loadsOf).filter((_, place) => values.load === undefined || Number(values.load) === place);
for (const [title, load] of chosen) {
  /** In each round, the processor's milliseconds of a request, by the gateway's place. */
  const measured: number[][] = [];
  for (let time = 0; time < starts; time += 1) measured.push(...(await measureAll(title, load)));
  const names = Object.keys(watched).slice(1);
  const ratios = names.map((_, at) => {
    const of = quantilesOf(measured.map((round) => (round[at + 1] ?? 0) / (round[0] ?? 0)));
    return `${of(0.5).toFixed(3)} (${of(0.25).toFixed(3)}–${of(0.75).toFixed(3)})`;
  });
  process.stdout.write(`| ${title} | ${ratios.join(' | ')} |\n`);
}
collector.closeAllConnections();
collector.close();
await rm(folder, { recursive: true });

/** All rounds of newly started gateways. */
async function measureAll(title: string, { asked, cacheMb }: Load): Promise<number[][]> {
  const environments = Object.values(watched).map((one) => ({ ...one, ANSWER_CACHE_MB: cacheMb }));
  const drivers = await Promise.all(
    environments.map((environment, at) => startDriver(`watched-${at}`, environment, asked)),
  );
  for (const driver of drivers) await driver.run(warmUpMs);
  const measured: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ofRound: number[] = [];
    // Whoever comes first has a quieter machine, or a busier one.
    const order = drivers.map((_, at) => (at + round) % drivers.length);
    for (const at of order) ofRound[at] = (await drivers[at]?.run(turnMs)) ?? Number.NaN;
    measured.push(ofRound);
  }
  const medians = drivers.map((_, at) => (1000 * median(measured.map((round) => round[at] ?? 0))).toFixed(0));
  tell(`${title}: ${medians.join(', ')} µs`);
  for (const driver of drivers) await driver.stop();
  return measured;
}

interface Driver {
  /** Sends requests for that long. Resolves with the processor's milliseconds that each took the gateway. */
  run(ms: number): Promise<number>;
  stop(): Promise<void>;
}

async function startDriver(
  name: string,
  environment: Readonly<Record<string, string>>,
  asked: readonly Asked[],
): Promise<Driver> {
  const server = await start(name, environment);
  const { port, pid } = server;
  const texts = await Promise.all(asked.map((one) => askText(`http://127.0.0.1:${port}/graphql`, one)));
  const expected = texts.map((text) => Buffer.from(text));
  const requests = asked.map((one) => toBytes(port, JSON.stringify(one)));
  // Opened when they are used: whoever connects and sends nothing is cut off.
  let open: readonly Connection[] = [];
  let next = 0;
  const ask = async (connection: Connection) => {
    const place = next++ % requests.length;
    await connection.ask(requests[place] as Buffer, expectBytes(expected[place] as Buffer, true));
  };
  return {
    async run(ms) {
      if (open.length === 0) open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
      const [before, end] = [figuresOf(pid).cpuMs, performance.now() + ms];
      let answered = 0;
      await Promise.all(
        open.map(async (connection) => {
          for (; performance.now() < end; answered += 1) await ask(connection);
        }),
      );
      return (figuresOf(pid).cpuMs - before) / answered;
    },
    async stop() {
      for (const connection of open) connection.close();
      await server.stop();
    },
  };
}

function toBytes(port: number, body: string): Buffer {
  const head = `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: application/json\r\nContent-Type: application/json`;
  return Buffer.from(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function start(name: string, environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
  return startServer({
    name,
    args: () => [...startFlags, 'src/main.ts'],
    environment: {
      ...{ LOG_LEVEL: 'warn', RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_CLIENT: '0', QUEUE_TIMEOUT_MS: '0' },
      DATA_DIR: join(folder, 'data'),
      ...environment,
    },
    readyPath: '/health/ready',
  });
}
