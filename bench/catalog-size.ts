/**
 * What a catalog's size costs: `npm run bench:catalog -- --engine postgres --products 1000000`. Loads a numbered store of that
 * size and one of 10,000 products by the command line, beside PostgreSQL's own COPY of the same rows, and asks both the same
 * questions, in turns, so that whatever else the machine does meets both. Prints Markdown tables.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase } from '../test/support/create-database.ts';
import { startOwnPostgresServer } from '../test/support/postgres-server.ts';
import { measureReads } from './catalog-reads.ts';
import { copyAgain, sizeOf } from './postgres-copy-again.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    products: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '300' },
  },
});
const large = Number(values.products);
const small = 10_000;
const root = join(import.meta.dirname, '..');
const folder = join(tmpdir(), `gateway-bench-${process.pid}`);
await mkdir(folder, { mode: 0o777 });

const server = values.engine === 'postgres' ? await startOwnPostgresServer() : null;
try {
  const environments = { small: await environmentOf('small'), large: await environmentOf('large') };
  print(
    `| store | records' file | import | products a second | importer's peak memory | database |`,
    '|---|---|---|---|---|---|',
  );
  await load('small', small);
  await load('large', large);
  if (server) {
    const { rows, seconds } = await copyAgain(environments.large.DATABASE_URL ?? '');
    print('', `COPY of the same ${rows} rows, into tables with the same indexes: ${seconds.toFixed(1)} s.`);
  }
  print('', ...(await measureReads({ ...environments, rounds: Number(values.rounds) })));

  async function load(name: 'small' | 'large', products: number): Promise<void> {
    const file = join(folder, `${name}.ndjson`);
    await generate(products, file);
    const { seconds, peakBytes } = await importFile(file, environments[name]);
    const bytes = server ? await sizeOf(environments[name].DATABASE_URL ?? '') : await sizeOfFile(name);
    const cells = [`${products} products`, mega((await stat(file)).size), `${seconds.toFixed(1)} s`];
    print(`| ${[...cells, Math.round(products / seconds), mega(peakBytes), mega(bytes)].join(' | ')} |`);
    await rm(file);
  }
} finally {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}

type Environment = { readonly DATABASE_URL?: string; readonly DATA_DIR?: string };

async function environmentOf(name: string): Promise<Environment> {
  if (!server) return { DATA_DIR: join(folder, name) };
  return { DATABASE_URL: await createDatabase(server.url, name) };
}

async function generate(products: number, file: string): Promise<void> {
  const child = spawn(process.execPath, ['src/cli/demo-records.ts', '--products', String(products)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.pipe(createWriteStream(file));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The generator ended with ${code}.`);
}

/** As `npm run import` does it, under GNU time, which knows the peak. */
async function importFile(file: string, environment: Environment): Promise<{ seconds: number; peakBytes: number }> {
  const startedAt = performance.now();
  const child = spawn('/usr/bin/time', ['-f', 'peak %M', process.execPath, 'src/cli/import.ts', file], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The import ended with ${code}: ${output}`);
  const peakBytes = Number(/peak (\d+)/.exec(output)?.[1]) * 1024;
  return { seconds: (performance.now() - startedAt) / 1000, peakBytes };
}

async function sizeOfFile(name: string): Promise<number> {
  return (await stat(join(folder, name, 'gateway.db'))).size;
}

function mega(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
