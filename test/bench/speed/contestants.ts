/** Who is measured: how each is started, what it is asked, and when its answers are right. */
import { isDeepStrictEqual } from 'node:util';
import { startGateway } from './gateway.ts';
import { type Asked, dataOf } from './http-ask.ts';
import type { ReadLoad } from './loads.ts';
import { peerFolder } from './peers.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export interface Stage {
  readonly graphFile: string;
  /** The bare servers' answers. */
  readonly answersFile: string;
  readonly dataDirectory: string;
  /** Null where nobody needs PostgreSQL. */
  readonly databaseUrl: string | null;
}

export interface Contestant {
  readonly title: string;
  readonly loads: readonly ReadLoad[];
  /** Forgets what it was asked only by a new start. */
  readonly isRestartedForCold: boolean;
  start(stage: Stage): Promise<ServerProcess>;
  path(load: ReadLoad): string;
  /** The request that means what is asked, where the graph is another one. */
  translate(asked: Asked, load: ReadLoad): Asked;
  /** Whether the answer has what the gateway's has. */
  isRight(text: string, reference: string, load: ReadLoad): boolean;
}

const all: readonly ReadLoad[] = ['a', 'cold', 'b', 'c', 'd'];

/** Servers of our graph: the same document, and the same data in the answer. */
const ours = {
  loads: all,
  isRestartedForCold: false,
  path: () => '/graphql',
  translate: (asked: Asked) => asked,
  isRight: (text: string, reference: string) => isDeepStrictEqual(dataOf(text), dataOf(reference)),
} as const;

const bare = (kind: 'buffer' | 'stringify') => ({
  ...ours,
  path: (load: ReadLoad) => `/${load}`,
  start: ({ answersFile }: Stage) =>
    startServer({ name: kind, args: () => ['test/bench/servers/bare.ts', kind, answersFile], readyPath: '/ready' }),
});

const inMemory = (file: string) => ({
  ...ours,
  start: ({ graphFile }: Stage) =>
    startServer({
      name: file,
      args: () => [file, graphFile],
      readyPath: '/graphql?query=%7B__typename%7D',
      cwd: peerFolder,
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
  'gateway-pg': {
    ...ours,
    title: 'the gateway, PostgreSQL',
    isRestartedForCold: true,
    start: ({ databaseUrl }: Stage) => startGateway({ DATABASE_URL: databaseUrl ?? '' }),
  },
  P1: { ...inMemory('pothos-yoga.ts'), title: 'graphql-yoga + Pothos, data in memory' },
  P2: { ...inMemory('mercurius.ts'), title: 'mercurius with its JIT, data in memory' },
  P3: { ...inMemory('apollo.ts'), title: 'Apollo Server, data in memory' },
} as const satisfies Readonly<Record<string, Contestant>>;

export type ContestantName = keyof typeof contestants;
