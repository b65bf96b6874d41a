/** PostgreSQL's own load generator, doing what the gateway does for a write, with ids and keys of its own, by prepared statements. */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Percentiles, percentilesOf } from '../load/percentiles.ts';
import { commandOn } from '../load/pinning.ts';
import type { CaughtWrite } from './statements-of-write.ts';

const run = promisify(execFile);

export interface PgbenchOptions {
  readonly databaseUrl: string;
  readonly write: CaughtWrite;
  readonly clients: number;
  readonly ms: number;
  readonly folder: string;
}

/** pgbench takes the gateway's core. Throws where it is not on the PATH: Debian's is in postgresql-contrib, or postgresql. */
export async function writeByPgbench(options: PgbenchOptions): Promise<Percentiles & { readonly perSecond: number }> {
  const { databaseUrl, write, clients, ms, folder } = options;
  const { text, variables } = toScript(write);
  const script = join(folder, 'write.sql');
  await writeFile(script, text);
  const log = join(folder, 'pgbench');
  const seconds = Math.max(1, Math.round(ms / 1000));
  const [program, args] = commandOn('server', [
    ...['pgbench', '-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds)],
    ...['-f', script, '-l', `--log-prefix=${log}`],
    ...[...variables].flatMap(([name, value]) => ['-D', `${name}=${value}`]),
    databaseUrl,
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

/** Ids and keys are random numbers; all other parameters are what they were. */
function toScript({ statements, fresh }: CaughtWrite): { text: string; variables: Map<string, string> } {
  const variables = new Map<string, string>();
  function place(value: unknown, name: string): string {
    // A variable is never null, and never a list.
    if (value === null) return 'null';
    if (Array.isArray(value)) return `array[${value.map((one, at) => place(one, `${name}_${at}`)).join(', ')}]`;
    const drawn = fresh.get(String(value));
    if (drawn) return `:${drawn}`;
    variables.set(name, String(value));
    return `:${name}`;
  }
  const lines = statements.map(({ sql, parameters }, at) => {
    const places = parameters.map((value, index) => place(value, `p${at}_${index}`));
    return `${sql.replaceAll(/\$(\d+)/g, (_, number) => places[Number(number) - 1] ?? '')};\n`;
  });
  const draws = ['id', 'key'].map((name) => `\\set ${name} random(1, 9000000000000000000)\n`);
  return { text: [...draws, ...lines].join(''), variables };
}
