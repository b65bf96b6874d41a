/** Who is measured: how each is started, what it is asked, and when its answers are right. */
import { join } from 'node:path';
import { firstDifference } from '../speed/first-difference.ts';
import { type Asked, dataOf } from '../speed/http-ask.ts';
import type { ReadLoad } from '../speed/loads.ts';
import { startLive, startLiveUncached, startMirror } from './before-platform.ts';
import { benchFolder, runCommand } from './command.ts';
import { startGateway } from './gateway.ts';
import { restQueries, skusOf, tableQueries } from './platform-queries.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export interface Stage {
  readonly graphFile: string;
  /** The bare servers' answers. */
  readonly answersFile: string;
  readonly dataDirectory: string;
  /** Null where nobody needs PostgreSQL. */
  readonly databaseUrl: string | null;
  /** For files that are gone when the run is over. */
  readonly folder: string;
}

export interface Contestant {
  readonly title: string;
  /** Forgets earlier requests only by a new start. */
  readonly isRestartedForCold: boolean;
  /** Whether what its answers say beside the data differs: how often it called its platform. */
  readonly saysCalls?: true;
  start(stage: Stage): Promise<ServerProcess>;
  path(load: ReadLoad): string;
  /** The request that means what is asked, where the graph is another one; null: it can't be asked. */
  translate(asked: Asked, load: ReadLoad): Asked | null;
  /** Where the answer does not have what the gateway's has; null: it has all of it. */
  findFault(text: string, reference: string): string | null;
}

/** Servers of our graph: the same document, and the same data in the answer. */
const ours = {
  isRestartedForCold: false,
  path: () => '/graphql',
  translate: (asked: Asked) => asked,
  findFault: (text: string, reference: string) => firstDifference(dataOf(text), dataOf(reference), 'data'),
} as const;

/** Servers of another graph over the same data: the same products, in the same order. */
const others = (queries: typeof restQueries) => ({
  ...ours,
  translate: (asked: Asked, load: ReadLoad) => queries[load]?.(asked) ?? null,
  findFault(text: string, reference: string) {
    const found = skusOf(dataOf(text));
    return found.length === 0 ? 'no product has a sku' : firstDifference(found, skusOf(dataOf(reference)), 'skus');
  },
});

const bare = (kind: 'buffer' | 'stringify') => ({
  ...ours,
  path: (load: ReadLoad) => `/${load}`,
  start: ({ answersFile }: Stage) =>
    startServer({ name: kind, args: () => ['servers/bare.ts', kind, answersFile], cwd: benchFolder }),
});

const readyQuery = '/graphql?query=%7B__typename%7D';

const inMemory = (name: string, ...options: readonly 'cached'[]) => ({
  ...ours,
  start: ({ graphFile }: Stage) =>
    startServer({
      name: [name, ...options].join('-'),
      args: () => [`peers/${name}.ts`, graphFile, ...options],
      readyPath: readyQuery,
      cwd: benchFolder,
    }),
});

export const contestants = {
  F1: { ...bare('buffer'), title: "bare node:http, the gateway's bytes from a Buffer" },
  F2: { ...bare('stringify'), title: 'bare node:http, JSON.stringify of the objects each time' },
  gateway: {
    ...ours,
    title: 'the gateway, embedded database',
    isRestartedForCold: true,
    start: ({ dataDirectory }: Stage) => startGateway({ DATA_DIR: dataDirectory }),
  },
  'gateway-uncached': {
    ...ours,
    title: 'the gateway, embedded database, without its response cache: it makes each response',
    start: ({ dataDirectory }: Stage) => startGateway({ DATA_DIR: dataDirectory, ANSWER_CACHE_MB: '0' }),
  },
  'gateway-pg': {
    ...ours,
    title: 'the gateway, PostgreSQL',
    isRestartedForCold: true,
    start: ({ databaseUrl }: Stage) => startGateway({ DATABASE_URL: databaseUrl ?? '' }),
  },
  P1: { ...inMemory('pothos-yoga'), title: 'graphql-yoga + Pothos, data in memory' },
  P2: { ...inMemory('mercurius'), title: 'mercurius with its JIT, data in memory' },
  P3: { ...inMemory('apollo'), title: 'Apollo Server, data in memory' },
  'P1-cached': {
    ...inMemory('pothos-yoga', 'cached'),
    title: 'P1 with its response cache',
    isRestartedForCold: true,
  },
  'P2-cached': {
    ...inMemory('mercurius', 'cached'),
    title: 'P2 with its cache of resolved root fields',
    isRestartedForCold: true,
  },
  'P3-cached': { ...inMemory('apollo', 'cached'), title: 'P3 with its response cache', isRestartedForCold: true },
  live: {
    ...ours,
    title: 'the gateway in front of another one, which plays the platform; UPSTREAM_CATALOG=live',
    isRestartedForCold: true,
    saysCalls: true,
    start: startLive,
  },
  'live-uncached': {
    ...ours,
    title: 'the same, and no answer is shown again there: each response takes its calls of the platform',
    saysCalls: true,
    start: startLiveUncached,
  },
  mirror: {
    ...ours,
    title: 'the gateway in front of another one, which plays the platform; UPSTREAM_CATALOG=mirror',
    start: startMirror,
  },
  P4: { ...others(restQueries), title: 'Hive Gateway over our REST face', isRestartedForCold: true, start: startHive },
  P5: {
    ...others(tableQueries),
    title: 'PostGraphile on our tables',
    start: ({ databaseUrl }: Stage) =>
      startServer({
        name: 'postgraphile',
        args: () => ['peers/postgraphile.ts'],
        environment: { DATABASE_URL: databaseUrl ?? '' },
        readyPath: readyQuery,
        cwd: benchFolder,
      }),
  },
} as const satisfies Readonly<Record<string, Contestant>>;

export type ContestantName = keyof typeof contestants;

/** The REST face runs in a process of its own, whose time and memory are not counted. */
async function startHive({ dataDirectory, folder }: Stage): Promise<ServerProcess> {
  const rest = await startGateway({ DATA_DIR: dataDirectory }, 'database');
  const supergraph = join(folder, 'supergraph.graphql');
  const compose = ['node_modules/@graphql-mesh/compose-cli/esm/bin.js', '-c', 'peers/compose-supergraph.config.ts'];
  const [composer = '', ...args] = [...compose, '-o', supergraph];
  await runCommand(composer, args, { REST_URL: `http://127.0.0.1:${rest.port}/v2` }, { cwd: benchFolder });
  const bin = 'node_modules/@graphql-hive/gateway/dist/bin.js';
  const hive = await startServer({
    name: 'hive-gateway',
    args: (port) => [bin, 'supergraph', supergraph, '--port', String(port), '--host', '127.0.0.1'],
    readyPath: readyQuery,
    cwd: benchFolder,
  });
  return {
    ...hive,
    async stop() {
      await hive.stop();
      await rest.stop();
    },
  };
}
