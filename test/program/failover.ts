/**
 * `npm run test:failover [-- --rounds 3 --minutes 0 --writers 4 --readers 1 --pause 0]`: a primary with a synchronous standby under Patroni and etcd, and one gateway before
 * them under load. In each round the machine of the primary dies (its Patroni and its server are killed), Patroni promotes the standby, and the
 * dead one comes back as its standby. What was acknowledged must be there once, reads of the catalog must go on, and writes be back within five
 * seconds of the promotion; the gateway is never restarted. With `--minutes 60` the rounds are spread over an hour.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Member, type Patroni, startPatroni } from '../support/patroni.ts';
import { memoryOf, type Program, startProgram } from '../support/program.ts';
import { queryServer } from '../support/query-server.ts';
import { type FailoverLoad, startLoad } from './failover-load.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '0' },
    writers: { type: 'string', default: '4' },
    readers: { type: 'string', default: '1' },
    pause: { type: 'string', default: '0' },
  },
});
const [rounds, minutes, writers, readers, pauseMs] = [
  ...[values.rounds, values.minutes, values.writers, values.readers, values.pause].map(Number),
] as [number, number, number, number, number];
const leastCalmMs = 5000;
const backWithinMs = 5000;
const patienceMs = 60_000;

const startedAt = performance.now();
const patroni = await startPatroni();
process.exitCode = (await playRounds(patroni).finally(() => patroni.stop())) ? 0 : 1;

async function playRounds(patroni: Patroni): Promise<boolean> {
  const leader = await patroni.untilHealthy();
  await queryServer(leader.port, 'create database shop', 'postgres');
  const hosts = patroni.members.map(({ port }) => `127.0.0.1:${port}`);
  const program = await startProgram({
    DATABASE_URL: `postgres://postgres@${hosts.join(',')}/shop`,
    DATABASE_REPLICA_URLS: hosts.map((host) => `postgres://postgres@${host}/shop`).join(','),
    ...{ DEMO: 'on', RATE_LIMIT_PER_CLIENT: '0', RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_STORE: 'memory' },
  });
  const load = startLoad(program, { writers, readers, pauseMs });
  let isGood = true;
  for (let round = 1; round <= rounds; round += 1) {
    await sleep(Math.max(leastCalmMs, startedAt + (round * minutes * 60_000) / (rounds + 1) - performance.now()));
    isGood = (await playRound(`round ${round}`, { patroni, program, load })) && isGood;
  }
  await sleep(Math.max(leastCalmMs, startedAt + minutes * 60_000 - performance.now()));
  await load.stop();
  const faults = await listFaults(await patroni.untilHealthy(), load);
  await program.stop('SIGKILL');
  process.stdout.write(
    `${load.acknowledged.length} writes acknowledged, ${load.refused()} refused and sent again; ${load.reads()} reads, ` +
      `${load.failedReads.length} failed; ${Math.round((performance.now() - startedAt) / 1000)} s\n${faults.join('') || 'Nothing was lost, and nothing is there twice.\n'}`,
  );
  return isGood && faults.length === 0;
}

interface Parts {
  readonly patroni: Patroni;
  readonly program: Program;
  readonly load: FailoverLoad;
}

async function playRound(name: string, { patroni, program, load }: Parts): Promise<boolean> {
  const leader = await patroni.untilHealthy();
  const other = patroni.members.find((member) => member !== leader) as Member;
  const [killedAt, readsBefore, failedBefore] = [performance.now(), load.reads(), load.failedReads.length];
  await leader.kill();
  await until(async () => !(await isStandby(other)));
  const promotedAt = performance.now();
  await until(async () => load.acknowledged.some(({ at }) => at > promotedAt));
  const backMs = (load.acknowledged.find(({ at }) => at > promotedAt)?.at ?? Number.POSITIVE_INFINITY) - promotedAt;
  const failed = load.failedReads.slice(failedBefore);
  const reads = load.reads() - readsBefore;
  leader.start();
  await patroni.untilHealthy();
  const resident = Math.round((await memoryOf(program.pid)) / 1e6);
  process.stdout.write(
    `${name}: promoted ${Math.round(promotedAt - killedAt)} ms after the kill, writes back ${Math.round(backMs)} ms after that; ` +
      `${reads} reads meanwhile, ${failed.length} failed; ${load.acknowledged.length} writes so far; ${resident} MB\n`,
  );
  for (const failure of failed.slice(0, 3)) process.stdout.write(`  ${failure}\n`);
  return failed.length === 0 && backMs <= backWithinMs;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + patienceMs; !(await holds()); await sleep(20)) {
    if (performance.now() > deadline) throw new Error('Nothing happened for a minute.');
  }
}

/** Nobody knows while it does not answer. */
async function isStandby({ port }: Member): Promise<boolean> {
  const rows = await queryServer<{ is: boolean }>(port, 'select pg_is_in_recovery() as is', 'postgres').catch(() => []);
  return rows[0]?.is !== false;
}

async function listFaults({ port }: Member, { acknowledged, failedReads }: FailoverLoad): Promise<string[]> {
  const rows = await queryServer<{ slug: string }>(port, 'select slug from custom_api');
  const kept = new Set(rows.map(({ slug }) => slug));
  const lost = acknowledged.filter(({ slug }) => !kept.has(slug));
  return [
    ...(lost.length > 0 ? [`${lost.length} acknowledged writes are lost.\n`] : []),
    ...(kept.size < rows.length ? [`${rows.length - kept.size} writes are there twice.\n`] : []),
    ...failedReads.slice(0, 5).map((failure) => `A read failed: ${failure}\n`),
  ];
}
