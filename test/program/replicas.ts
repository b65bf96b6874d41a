/**
 * `npm run test:replicas`: what a primary is spared by a replica that follows it (Debian's package `postgresql`), and what happens when it does not. Counted by
 * pg_stat_statements; then replay is paused for 30 s, in which a hundred releases are published and read; then the replica is killed under load. No answer may be
 * of another release than the current one of a second before at the earliest, none a mix of two, and none refused.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { publish } from '../../src/importer/publish.ts';
import { openPostgres } from '../../src/storage/engines/postgres-engine.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { type Program, startProgram } from '../support/program.ts';
import { queryServer } from '../support/query-server.ts';
import { type OwnServer, type ReplicatedPostgres, startReplicatedPostgres } from '../support/replicated-postgres.ts';
import { productRecord, smallCatalog } from '../support/small-catalog.ts';

const publishes = 100;
const pausedMs = 30_000;
const clients = 4;
/** For so long may a publish not be seen yet, and a little for the machine. */
const seenWithinMs = 1500;
const wantedShare = 0.95;
const channel = 'paused';
const products = 10;
const query = `{ products(first: ${products}, context: { channel: "${channel}" }) { nodes { name } } }`;
/** So many that none is read twice: what was read once is kept in memory. */
const manyProducts = 8000;

const servers = await startReplicatedPostgres();
const program = await startProgram({
  ...{
    DATABASE_URL: servers.primary.url,
    DATABASE_REPLICA_URLS: servers.replica.url,
    DEMO: 'on',
    ANSWER_CACHE_MB: '0',
  },
  ...{ RATE_LIMIT_PER_CLIENT: '0', RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_STORE: 'memory' },
});
const engine = await openPostgres({ url: servers.primary.url, maxConnections: 2 });
const stores = createStores(engine);
try {
  const faults = [...(await share(servers)), ...(await pause(servers)), ...(await kill(servers))];
  process.stdout.write(faults.slice(0, 20).join('') || 'All of it held.\n');
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await program.stop('SIGKILL');
  await engine.close();
  await servers.stop();
}

/** What a release holds, and what says which one is current. */
async function share({ primary, replica }: ReplicatedPostgres): Promise<string[]> {
  await publishOne(0);
  const many = Array.from({ length: manyProducts }, (_, place) => productRecord({ id: `many-${place}` }));
  await publish(smallCatalog('many', many), { releases: stores.releases, now: new Date() });
  await sleep(3000);
  for (const { port } of [primary, replica]) await queryServer(port, 'select pg_stat_statements_reset()');
  const [faults, startedAt] = [[] as string[], performance.now()];
  let reads = 0;
  async function readOn(): Promise<void> {
    while (reads < manyProducts && performance.now() - startedAt < 20_000) {
      const fault = await readProduct(program.url, `many-${reads++}`);
      if (fault) faults.push(`${fault}\n`);
    }
  }
  await Promise.all(Array.from({ length: clients }, readOn));
  const [onPrimary, onReplica] = [await countCatalogStatements(primary), await countCatalogStatements(replica)];
  const replicated = onReplica / (onPrimary + onReplica);
  process.stdout.write(
    `${reads} reads in ${Math.round((performance.now() - startedAt) / 1000)} s: ${onReplica} statements of the catalog on the replica, ${onPrimary} on the primary: ${(replicated * 100).toFixed(1)} % left it\n`,
  );
  if (replicated < wantedShare) faults.push(`Less than ${wantedShare * 100} % left the primary.\n`);
  return faults;
}

async function pause({ replica }: ReplicatedPostgres): Promise<string[]> {
  const published: number[] = [performance.now()];
  await queryServer(replica.port, 'select pg_wal_replay_pause()');
  const pausedAt = performance.now();
  const load = startReading(program, () => published);
  for (let version = 1; version <= publishes; version += 1) {
    await publishOne(version);
    published.push(performance.now());
    await sleep(Math.max(1, pausedAt + (pausedMs * version) / publishes - performance.now()));
  }
  const { reads, faults } = await load.stop();
  const tookMs = performance.now() - pausedAt;
  await resume(replica);
  process.stdout.write(
    `replay paused for ${(tookMs / 1000).toFixed(1)} s, ${publishes} publishes: ${reads} reads, ${faults.length} wrong or refused\n`,
  );
  return faults;
}

/** Whoever asks may be in the way of what is replayed then, and be told to ask again. */
async function resume({ port }: OwnServer): Promise<void> {
  for (let isPaused = true; isPaused; ) {
    await queryServer(port, 'select pg_wal_replay_resume()').catch(() => []);
    const rows = await queryServer<{ is: boolean }>(port, 'select pg_is_wal_replay_paused() as is').catch(() => []);
    isPaused = rows[0]?.is !== false;
  }
}

async function kill({ replica }: ReplicatedPostgres): Promise<string[]> {
  const load = startReading(program, () => []);
  await sleep(4000);
  await replica.kill();
  await sleep(4000);
  const { reads, faults } = await load.stop();
  process.stdout.write(`the replica killed under load: ${reads} reads, ${faults.length} refused\n`);
  return faults;
}

async function publishOne(version: number): Promise<void> {
  const records = Array.from({ length: products }, (_, place) =>
    productRecord({ id: `${channel}-${place}`, attributes: { name: `version ${version}` } }),
  );
  await publish(smallCatalog(channel, records), { releases: stores.releases, now: new Date() });
}

/** `published`: when each version was, as far as that matters. */
function startReading({ url }: Program, published: () => readonly number[]) {
  const faults: string[] = [];
  let [reads, isOver] = [0, false];
  async function readOn(): Promise<void> {
    while (!isOver) {
      const oldest = published().findLastIndex((at) => at < performance.now() - seenWithinMs);
      const fault = await readOne(url, Math.max(0, oldest)).catch((error: Error) => error.message);
      reads += 1;
      if (fault) faults.push(`${fault}\n`);
      await sleep(5);
    }
  }
  const reading = Array.from({ length: clients }, readOn);
  return {
    async stop() {
      isOver = true;
      await Promise.all(reading);
      return { reads, faults };
    },
  };
}

/** Null, or what is wrong. */
async function readProduct(url: string, id: string): Promise<string | null> {
  const { text } = await ask(url, `{ product(id: "${id}", context: { channel: "many" }) { name } }`);
  return JSON.parse(text).data?.product?.name === id ? null : text.slice(0, 200);
}

async function ask(url: string, query: string) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return { status: response.status, text: await response.text() };
}

/** Null, or what is wrong. */
async function readOne(url: string, oldest: number): Promise<string | null> {
  const { status, text } = await ask(url, query);
  const nodes: { name: string }[] | undefined = JSON.parse(text).data?.products?.nodes;
  const names = new Set(nodes?.map(({ name }) => name));
  const [name = ''] = names;
  if (nodes?.length !== products) return `${status} ${text.slice(0, 200)}`;
  if (names.size > 1) return `A mix: ${[...names].join(', ')}`;
  return Number(name.slice('version '.length)) < oldest ? `${name} is shown, where ${oldest} was published.` : null;
}

async function countCatalogStatements({ port }: OwnServer): Promise<number> {
  const rows = await queryServer<{ query: string; calls: string }>(
    port,
    'select query, calls from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())',
  );
  const ofCatalog = rows.filter(({ query }) => /\b(release|catalog)(_\w+)?\b/.test(query) && !/pg_stat/.test(query));
  return ofCatalog.reduce((total, { calls }) => total + Number(calls), 0);
}
