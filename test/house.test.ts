/** The house keeps its shape: who may import whom, and no file that hides two ideas. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', 'src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

/** Which rooms a room may import from, beside itself. The composition root may import from everywhere. */
const allowed: Record<string, readonly string[]> = {
  domain: [],
  http: ['domain'],
  storage: ['domain'],
  'response-cache': ['domain', 'http'],
  graphql: ['domain', 'http', 'response-cache'],
  rest: ['domain', 'http'],
  importer: ['domain'],
  demo: ['domain', 'importer'],
  // Its tabs show the demo store.
  graphiql: ['auth', 'demo', 'http', 'config.ts'],
  auth: ['domain', 'http'],
  server: ['domain', 'http', 'auth', 'graphql', 'graphiql', 'response-cache', 'config.ts'],
  cli: ['domain', 'storage', 'graphql', 'rest', 'importer', 'demo', 'server', 'auth', 'app.ts', 'config.ts'],
};

/** Libraries that belong to one room. */
const libraries: Record<string, readonly string[]> = {
  domain: ['graphql', 'graphql-yoga', '@pothos/core', 'hono', 'kysely', 'pg', 'better-sqlite3', 'jose', 'pino'],
  graphql: ['kysely', 'pg', 'better-sqlite3', 'hono'],
  rest: ['kysely', 'pg', 'better-sqlite3', 'graphql'],
  storage: ['graphql', 'hono', 'graphql-yoga'],
};

interface Import {
  readonly file: string;
  readonly room: string;
  readonly target: string;
}

const imports = files.flatMap((file): Import[] => {
  const text = readFileSync(join(root, file), 'utf8');
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) => target);
  return targets.map((target) => ({ file, room: file.split('/')[0] ?? '', target }));
});

describe('import directions', () => {
  const own = imports.filter(({ target, room }) => target.startsWith('.') && room in allowed);

  it('are looked at', () => {
    expect(own.length).toBeGreaterThan(200);
  });

  it('a room imports only from the rooms below it', () => {
    const faults = own.flatMap(({ file, room, target }) => {
      const [to = ''] = relative(root, normalize(join(root, dirname(file), target))).split('/');
      return to === room || allowed[room]?.includes(to) ? [] : [`${file} imports ${target}`];
    });
    expect(faults).toEqual([]);
  });

  it('the domain knows no GraphQL, no HTTP and no SQL, and no face knows SQL', () => {
    const faults = imports.flatMap(({ file, room, target }) => {
      const name = target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/');
      return libraries[room]?.includes(name) ? [`${file} imports ${target}`] : [];
    });
    expect(faults).toEqual([]);
  });

  it('every import names its file', () => {
    expect(own.filter(({ target }) => !/\.(ts|json)$/.test(target))).toEqual([]);
  });
});

describe('the lockfile', () => {
  interface Locked {
    readonly resolved?: string;
    readonly gypfile?: boolean;
    readonly optionalDependencies?: Readonly<Record<string, string>>;
  }
  const lockfile = JSON.parse(readFileSync(join(root, '..', 'package-lock.json'), 'utf8'));
  const packages: Readonly<Record<string, Locked>> = lockfile.packages;

  it('names no registry', () => {
    expect(Object.keys(packages).filter((name) => packages[name]?.resolved !== undefined)).toEqual([]);
  });

  it("names none for the benchmark's peers either", () => {
    const peers = JSON.parse(readFileSync(join(root, '..', 'bench', 'peers', 'package-lock.json'), 'utf8'));
    const locked: readonly Locked[] = Object.values(peers.packages);
    expect(locked.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  it('asks nobody to compile: `npm run lock` marks better-sqlite3, which brings its binaries', () => {
    expect(packages['node_modules/better-sqlite3']?.gypfile).toBe(false);
  });

  it('holds the binaries of every platform, so that npm ci works on each', () => {
    const optional = Object.values(packages).flatMap((locked) => Object.keys(locked.optionalDependencies ?? {}));
    const names = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
    expect(optional.length).toBeGreaterThan(20);
    expect(optional.filter((name) => !names.has(name))).toEqual([]);
  });
});

it('nothing sends traces or reports to anybody: there is no such library', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, '..', 'package.json'), 'utf8'));
  const telemetry = /opentelemetry|sentry|newrelic|dd-trace|applicationinsights|elastic-apm/;
  expect(Object.keys(dependencies).filter((name) => telemetry.test(name))).toEqual([]);
});

describe('files', () => {
  it('are named in kebab case, and none is a catch-all', () => {
    const names = files.map((file) => file.split('/').at(-1) ?? '');
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(name))).toEqual([]);
    expect(names.filter((name) => /^(index|utils?|helpers?|misc|common)\.ts$/.test(name))).toEqual([]);
  });

  it('stay below 400 lines', () => {
    const long = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 400);
    expect(long).toEqual([]);
  });
});
