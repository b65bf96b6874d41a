/** PostgreSQL's own load generator, inserting copies of a subscription under ids of their own, each in a transaction of its own. */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Percentiles, percentilesOf } from '../load/percentiles.ts';
import { commandOn } from '../load/pinning.ts';

const run = promisify(execFile);

export interface InsertOptions {
  readonly databaseUrl: string;
  /** The subscription's id. */
  readonly like: string;
  readonly clients: number;
  readonly ms: number;
  readonly folder: string;
}

/** pgbench takes the gateway's core. Throws where it is not on the PATH: Debian's is in postgresql-contrib, or postgresql. */
export async function insertByPgbench(options: InsertOptions): Promise<Percentiles & { readonly perSecond: number }> {
  const { databaseUrl, like, clients, ms, folder } = options;
  const values = await columnsOf(databaseUrl, like);
  const script = join(folder, 'insert.sql');
  const columns = ['id', ...values.keys()].join(', ');
  const parameters = ['gen_random_uuid()::text', ...[...values.keys()].map((name) => `:${name}`)].join(', ');
  await writeFile(script, `insert into subscription (${columns}) values (${parameters});\n`);
  const log = join(folder, 'pgbench');
  const seconds = Math.max(1, Math.round(ms / 1000));
  const variables = [...values].flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const [program, args] = commandOn('server', [
    ...['pgbench', '-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds)],
    ...['-f', script, '-l', `--log-prefix=${log}`, ...variables, databaseUrl],
  ]);
  const { stdout } = await run(program, args);
  const times: number[] = [];
  for (const file of globSync(`${log}.*`)) {
    // Client, transaction, microseconds, …
    const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
    for (const line of lines) times.push(Number(line.split(' ')[2]) / 1000);
    await rm(file);
  }
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  if (!(perSecond > 0)) throw new Error(`pgbench says no rate: ${stdout}`);
  return { ...percentilesOf(times), perSecond };
}

/** What the row holds, but for its id; columns without a value are left out. */
async function columnsOf(databaseUrl: string, id: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Record<string, string | null>>('select * from subscription where id = $1', [id]);
  await client.end();
  const [row] = rows;
  if (!row) throw new Error(`There is no subscription ${id}.`);
  return new Map(
    Object.entries(row).flatMap(([name, value]) => (name === 'id' || value === null ? [] : [[name, value] as const])),
  );
}
