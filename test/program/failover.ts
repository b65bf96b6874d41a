/**
 * A primary with a synchronous standby, both real (Debian's `postgresql`), and the gateway before them under load: the primary is killed, the
 * standby promoted. Three rounds: `npm run test:failover`. What was acknowledged must be there, the catalog must go on, and writes must be back
 * within five seconds of the promotion, without a restart. Where there is no PostgreSQL with pg_basebackup, it says so.
 */
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '../support/postgres-process.ts';
import { type Program, startProgram } from '../support/program.ts';
import { findServerUser } from '../support/server-user.ts';

const run = promisify(execFile);
const rounds = 3;
const writers = 4;
const writesBackMs = 5000;

const found = globSync('/usr/lib/postgresql/*/bin/pg_basebackup').sort().at(-1);
if (!found) throw new Error('This needs PostgreSQL with pg_basebackup: apt-get install postgresql.');
const bin = dirname(found);
const user = findServerUser();
const as = { ...user, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };

interface Server {
  readonly port: number;
  readonly data: string;
  kill(): Promise<void>;
}

async function startServer(data: string, settings: readonly string[]): Promise<Server> {
  const port = await findFreePort();
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...options.flatMap((one) => ['-c', one])], {
    ...{ ...as, cwd: data },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  for (;;) {
    const isUp = await query(port, 'select 1', 'postgres').then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (child.exitCode !== null) throw new Error(`The server in ${data} ended with ${child.exitCode}.`);
    await sleep(50);
  }
  return {
    ...{ port, data },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function query<Row extends object>(port: number, text: string, database = 'shop'): Promise<Row[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

interface Load {
  readonly acknowledged: string[];
  /** When each was. */
  readonly at: number[];
  reads: number;
  failedReads: string[];
  isOver: boolean;
}

const write = `mutation ($input: CreateCustomApiInput!) { createCustomApi(input: $input) { customApi { slug } } }`;

async function writeOn(program: Program, load: Load): Promise<void> {
  while (!load.isOver) {
    const slug = `w${randomUUID().replaceAll('-', '')}`;
    const input = { name: slug, slug, apiType: `${slug}_ext` };
    const answer = await program.ask(write, { input }, { 'Idempotency-Key': slug }).catch(() => null);
    if (answer?.data?.createCustomApi?.customApi?.slug === slug) {
      load.acknowledged.push(slug);
      load.at.push(performance.now());
    } else await sleep(20);
  }
}

async function readOn({ url }: Program, load: Load): Promise<void> {
  for (let count = 0; !load.isOver; count += 1) {
    // Another text each time: it is executed, not taken from the cache. Without a token, as shoppers read.
    const query = `{ a${count}: products(first: 5) { totalCount nodes { name sku } } }`;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    const { data, errors } = (await response.json()) as {
      data?: Record<string, { nodes: unknown[] }>;
      errors?: unknown;
    };
    load.reads += 1;
    if (errors || data?.[`a${count}`]?.nodes.length !== 5) load.failedReads.push(JSON.stringify(errors).slice(0, 200));
    await sleep(5);
  }
}

async function playRound(round: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'failover-'));
  await chmod(folder, 0o755);
  if (user) await chown(folder, user.uid, user.gid);
  const [first, second] = [join(folder, 'one'), join(folder, 'two')];
  await run(
    join(bin, 'initdb'),
    ['-D', first, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    as,
  );
  const primary = await startServer(first, ['synchronous_standby_names=*', 'synchronous_commit=local']);
  await query(primary.port, 'create database shop', 'postgres');
  await run(
    join(bin, 'pg_basebackup'),
    ['-D', second, '-R', '-h', '127.0.0.1', '-p', `${primary.port}`, '-U', 'postgres', '-c', 'fast'],
    as,
  );
  const standby = await startServer(second, []);
  await query(primary.port, 'alter system set synchronous_commit = on', 'postgres').catch(() => undefined);
  await query(primary.port, "alter database shop set synchronous_commit = 'on'", 'postgres');
  const host = (port: number) => `127.0.0.1:${port}`;
  const program = await startProgram({
    DATABASE_URL: `postgres://postgres@${host(primary.port)},${host(standby.port)}/shop`,
    DATABASE_REPLICA_URLS: `postgres://postgres@${host(standby.port)}/shop`,
    ...{ DEMO: 'on', RATE_LIMIT_PER_CLIENT: '0', RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_STORE: 'memory' },
  });
  const load: Load = { acknowledged: [], at: [], reads: 0, failedReads: [], isOver: false };
  const running = [...Array.from({ length: writers }, () => writeOn(program, load)), readOn(program, load)];
  await sleep(5000);
  const before = load.acknowledged.length;
  await primary.kill();
  await sleep(1500);
  await query(standby.port, 'select pg_promote(true, 30)', 'postgres');
  const promotedAt = performance.now();
  await sleep(6000);
  load.isOver = true;
  await Promise.all(running);
  const kept = new Set(
    (await query<{ slug: string }>(standby.port, 'select slug from custom_api')).map(({ slug }) => slug),
  );
  const lost = load.acknowledged.filter((slug) => !kept.has(slug));
  const back = load.at.find((at) => at > promotedAt);
  const backMs = back === undefined ? Number.POSITIVE_INFINITY : Math.round(back - promotedAt);
  await program.stop('SIGKILL');
  await standby.kill();
  await rm(folder, { recursive: true });
  const { acknowledged, reads, failedReads } = load;
  process.stdout.write(
    `round ${round}: ${acknowledged.length} writes acknowledged (${before} before the kill), ${lost.length} lost; ` +
      `${reads} reads, ${failedReads.length} failed; writes back ${backMs} ms after the promotion\n`,
  );
  for (const failure of failedReads.slice(0, 3)) process.stdout.write(`  ${failure}\n`);
  return lost.length === 0 && failedReads.length === 0 && backMs <= writesBackMs;
}

let isGood = true;
for (let round = 1; round <= rounds; round += 1) isGood = (await playRound(round)) && isGood;
process.exitCode = isGood ? 0 : 1;
