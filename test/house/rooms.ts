/**
 * Who may import whom: the walls of the house. What is not listed is refused. A file beside the rooms is a room of its own.
 */
export interface Room {
  /** Other rooms, by their folder's name. */
  readonly rooms: readonly string[];
  /** Packages and modules of Node.js, by their name without a path in them. */
  readonly libraries: readonly string[];
  /** The only files that other rooms may import, types too; absent: all. */
  readonly doors?: readonly string[];
}

export const rooms: Readonly<Record<string, Room>> = {
  lib: { rooms: [], libraries: ['node:crypto'] },
  domain: { rooms: ['lib'], libraries: ['entities', 'node:crypto', 'node:util', 're2js', 'zod'] },
  contract: { rooms: ['domain'], libraries: ['zod'] },
  http: { rooms: ['domain', 'lib'], libraries: ['node:crypto', 'node:http', 'node:util', 'node:zlib', 'p-limit'] },
  storage: {
    rooms: ['contract', 'domain', 'lib'],
    doors: ['storage/open-stores.ts', 'storage/database-url.ts'],
    libraries: [
      'better-sqlite3',
      'kysely',
      'lru-cache',
      'node:async_hooks',
      'node:crypto',
      'node:events',
      'node:fs',
      'node:net',
      'node:os',
      'node:path',
      'node:timers',
      'node:worker_threads',
      'node:zlib',
      'pg',
      'pg-copy-streams',
    ],
  },
  'response-cache': { rooms: ['domain', 'http', 'lib'], libraries: ['lru-cache', 'node:async_hooks', 'node:crypto'] },
  graphql: {
    rooms: ['domain', 'http', 'lib', 'response-cache'],
    libraries: [
      '@envelop/core',
      '@graphql-tools/utils',
      '@pothos/core',
      '@pothos/plugin-relay',
      'dataloader',
      'graphql',
      'graphql-yoga',
      'lru-cache',
      'node:crypto',
      'node:fs',
      'node:path',
    ],
  },
  rest: {
    rooms: ['contract', 'domain', 'http', 'lib', 'response-cache'],
    libraries: ['hono', 'lru-cache', 'node:http', 'zod'],
  },
  importer: {
    rooms: ['contract', 'domain', 'lib'],
    libraries: [
      'node:crypto',
      'node:fs',
      'node:os',
      'node:path',
      'node:stream',
      'node:timers',
      'node:worker_threads',
      'node:zlib',
    ],
  },
  mirror: {
    rooms: ['contract', 'domain', 'importer', 'lib'],
    libraries: ['node:crypto', 'node:fs', 'node:os', 'node:path', 'node:stream', 'node:timers', 'node:util', 'zod'],
  },
  demo: { rooms: ['contract', 'domain', 'importer'], libraries: ['node:crypto'] },
  auth: { rooms: ['domain', 'http', 'lib'], libraries: ['jose', 'lru-cache', 'node:crypto', 'p-limit', 'zod'] },
  graphiql: {
    // Its tabs show the demo store, with a token of the demo's key.
    rooms: ['auth', 'demo', 'http'],
    libraries: ['@graphql-yoga/render-graphiql'],
  },
  server: {
    rooms: ['auth', 'domain', 'graphiql', 'graphql', 'http', 'lib'],
    libraries: [
      'hono',
      'lru-cache',
      'node:crypto',
      'node:http',
      'node:net',
      'node:timers',
      'pino',
      'rate-limiter-flexible',
    ],
  },
  /** Knows rooms by what they report, and no room knows it. */
  metrics: {
    rooms: ['http'],
    libraries: ['node:async_hooks', 'node:cluster', 'node:http', 'node:net', 'node:perf_hooks', 'prom-client'],
  },
  /** Likewise; the only one that knows OpenTelemetry. */
  tracing: {
    rooms: ['domain', 'environment-reader.ts', 'http', 'lib'],
    libraries: [
      '@opentelemetry/api',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-proto',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
      'node:async_hooks',
      'node:crypto',
    ],
  },
  upstream: {
    rooms: ['contract', 'domain', 'lib'],
    libraries: [
      'cockatiel',
      'dataloader',
      'lru-cache',
      'node:cluster',
      'node:crypto',
      'node:fs',
      'node:timers',
      'undici',
      'zod',
    ],
  },
  webhooks: { rooms: ['domain', 'lib'], libraries: ['node:crypto', 'node:dns', 'node:http', 'node:https', 'node:net'] },
  cli: {
    rooms: [
      'app.ts',
      'auth',
      'config.ts',
      'demo',
      'domain',
      'graphql',
      'importer',
      'metrics',
      'mirror',
      'server',
      'storage',
      // The first process counts for its workers.
      'upstream',
      'webhooks',
    ],
    libraries: [
      'node:child_process',
      'node:cluster',
      'node:crypto',
      'node:events',
      'node:fs',
      'node:inspector',
      'node:perf_hooks',
      'node:timers',
      'node:url',
      'node:util',
      'node:v8',
      'zod',
    ],
  },
  'environment-reader.ts': { rooms: ['domain', 'storage'], libraries: ['node:fs'] },
  'config.ts': { rooms: ['auth', 'domain', 'http', 'tracing', 'upstream', 'environment-reader.ts'], libraries: [] },
  'watchers.ts': {
    rooms: ['config.ts', 'domain', 'graphql', 'metrics', 'server', 'storage', 'tracing', 'upstream'],
    libraries: ['pino'],
  },
  /** The composition root. */
  'app.ts': {
    rooms: [
      'auth',
      'config.ts',
      // Its pictures are served beside GraphiQL.
      'demo',
      'domain',
      'graphiql',
      'graphql',
      'http',
      'metrics',
      'mirror',
      'response-cache',
      'rest',
      'server',
      'storage',
      'upstream',
      'watchers.ts',
      'webhooks',
    ],
    libraries: ['pino'],
  },
  'main.ts': { rooms: ['cli'], libraries: ['node:module'] },
  /** What `main.ts` is to the sources. */
  bundle: { rooms: ['cli'], libraries: ['node:fs', 'node:module', 'node:path', 'node:vm', 'node:zlib'] },
};
