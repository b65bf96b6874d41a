/**
 * `npm run test:power-cuts [-- --rounds 20 --control-rounds 10]`: the power of the disk is cut under a load of writes, on both engines, and
 * what was acknowledged is read back from what the disk has. The controls do the same without waiting for the disk: they
 * must lose writes, or else this shows nothing. Linux and root only.
 */
import { parseArgs } from 'node:util';
import { type Program, startProgram } from '../support/program.ts';
import { signal } from '../support/running-process.ts';
import { type CrashOptions, type CrashTally, runCrashRounds } from './crash-rounds.ts';
import { createSimulatedDisk, type SimulatedDisk, whyNoSimulatedDisk } from './simulated-disk.ts';
import { createPostgresStore, createSqliteStore, killAll, type StoreOnDisk } from './stores-on-disk.ts';

const reason = whyNoSimulatedDisk();
if (reason !== null) {
  process.stderr.write(`No power was cut: ${reason}.\n`);
  process.exit(2);
}
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, 'control-rounds': { type: 'string', default: '10' } },
});

interface Result extends CrashTally {
  rounds: number;
  /** Rounds after which something acknowledged was missing. */
  roundsWithLoss: number;
  /** Rounds after which the database was damaged, or did not start. */
  damaged: number;
}

/** Shorter and longer than what the kernel waits (5 s) before it writes by itself. */
const loadMs = [200, 7000] as const;
const makers = { SQLite: createSqliteStore, PostgreSQL: createPostgresStore };
const results = new Map<string, Result>();
for (const [engine, create] of Object.entries(makers)) {
  results.set(engine, await onDisk(create, true, (disk, store) => cutInARow(disk, store, Number(values.rounds))));
  const controlRounds = Number(values['control-rounds']);
  const control = await onDisk(create, false, (disk, store) => cutAfresh(disk, store, controlRounds));
  results.set(`${engine}, control: it does not wait for the disk`, control);
}
process.stdout.write('| engine | power cuts | acknowledged | lost | cuts with a loss | database damaged |\n');
process.stdout.write('|---|---|---|---|---|---|\n');
for (const [name, { rounds, acknowledged, lost, roundsWithLoss, damaged }] of results) {
  process.stdout.write(`| ${name} | ${rounds} | ${acknowledged} | ${lost} | ${roundsWithLoss} | ${damaged} |\n`);
}
const faulty = [...results].filter(([name, { lost, damaged }]) =>
  name.includes('control') ? lost + damaged === 0 : lost + damaged > 0,
);
for (const [name] of faulty) process.stderr.write(`Not as it should be: ${name}.\n`);
process.exitCode = faulty.length > 0 ? 1 : 0;

/** Each cut hits what the one before has left. */
async function cutInARow(disk: SimulatedDisk, store: StoreOnDisk, rounds: number): Promise<Result> {
  const result = { rounds, acknowledged: 0, unanswered: 0, lost: 0, roundsWithLoss: 0, damaged: 0 };
  await store.start();
  const onRound = async (round: number, tally: CrashTally) => {
    if (tally.lost > result.lost) result.roundsWithLoss += 1;
    Object.assign(result, tally);
    process.stderr.write(`cut ${round}: ${tally.acknowledged} acknowledged, ${tally.lost} lost\n`);
    await store.check();
  };
  await runCrashRounds({ ...powerCut(disk, store), rounds, onRound });
  await store.stop();
  return result;
}

/** Each cut hits a disk that is in order: what a control leaves may be beyond use. */
async function cutAfresh(disk: SimulatedDisk, store: StoreOnDisk, rounds: number): Promise<Result> {
  const result = { rounds, acknowledged: 0, unanswered: 0, lost: 0, roundsWithLoss: 0, damaged: 0 };
  for (let round = 1; round <= rounds; round += 1) {
    disk.restore();
    await store.start();
    try {
      const tally = await runCrashRounds({ ...powerCut(disk, store), rounds: 1, onRound: () => store.check() });
      result.acknowledged += tally.acknowledged;
      result.unanswered += tally.unanswered;
      result.lost += tally.lost;
      if (tally.lost > 0) result.roundsWithLoss += 1;
    } catch (error) {
      result.damaged += 1;
      process.stderr.write(`control, cut ${round}: ${(error as Error).message.slice(0, 2000)}\n`);
    }
    await killAll(store.listPids());
    process.stderr.write(`control, cut ${round}: ${result.acknowledged} acknowledged, ${result.lost} lost\n`);
  }
  return result;
}

function powerCut(disk: SimulatedDisk, store: StoreOnDisk): Omit<CrashOptions, 'rounds'> {
  return {
    environment: { ...store.environment, RATE_LIMIT_PER_CLIENT: '0', RATE_LIMIT_PER_ADDRESS: '0' },
    loadMs,
    async crash(program: Program) {
      const pids = [program.pid, ...store.listPids()];
      for (const pid of pids) signal(pid, 'SIGSTOP');
      disk.cutPower();
      await program.stop('SIGKILL');
      await killAll(pids);
    },
    async revive() {
      disk.bringBack();
      await store.start();
    },
  };
}

/** A disk with the demo store on it, for as long as `cut` takes. */
async function onDisk(
  create: typeof createSqliteStore,
  isSynced: boolean,
  cut: (disk: SimulatedDisk, store: StoreOnDisk) => Promise<Result>,
): Promise<Result> {
  const disk = createSimulatedDisk();
  let store: StoreOnDisk | null = null;
  const clean = () => {
    for (const pid of store?.listPids() ?? []) signal(pid, 'SIGKILL');
    disk.remove();
  };
  const interrupted = () => process.exit(130);
  process.on('exit', clean).on('SIGINT', interrupted).on('SIGTERM', interrupted);
  try {
    store = await create({ path: disk.path, isSynced });
    await store.start();
    const program = await startProgram(store.environment);
    await program.stop();
    await store.stop();
    disk.keep();
    return await cut(disk, store);
  } finally {
    await killAll(store?.listPids() ?? []);
    disk.remove();
    await store?.remove();
    process.off('exit', clean).off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}
