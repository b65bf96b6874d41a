/**
 * Runs as many processes as `WORKERS` says on one port. The first of them starts as a single one does, and the others follow when it is
 * ready: so migrations and the demo store are done once. One that dies is replaced, and a stop is handed on to all of them.
 * Answers no requests and opens no database: it hands on connections, and counts requests for all.
 */
import cluster, { type Worker } from 'node:cluster';
import type { Config } from '../config.ts';
import type { Logger } from '../server/logger.ts';
import { shareRateBudgets } from '../server/rate-budget.ts';
import { serveCallBudget } from '../upstream/limits/worker-call-budget.ts';
import { forkSafely } from './fork-safely.ts';
import { endHungWorkers } from './hung-workers.ts';
import { nextDelay } from './replacement-delay.ts';
import { environmentOf, type RoleName } from './role.ts';
import { takeBackConnections } from './take-back-connections.ts';
import { type Parents, untilStopped } from './until-stopped.ts';

export interface SuperviseOptions {
  readonly config: Pick<Config, 'workers' | 'drainTimeoutMs' | 'metrics' | 'upstream'>;
  readonly log: Logger;
  readonly parents: Parents | null;
}

const delays = { leastMs: 100, mostMs: 10_000, steadyMs: 30_000 };
/** For closing the database, after the requests have been answered or cut off; the supervisor ends within the same second. */
const closeMs = 800;

interface Place {
  /** That the next process in it will have. */
  role: RoleName;
  worker: Worker | null;
  startedAt: number;
  delayMs: number;
  timer: NodeJS.Timeout | null;
}

/** Resolves with the exit code when it was stopped, and no worker is left; or when the first one could not start. */
export async function superviseWorkers({ config, log, parents }: SuperviseOptions): Promise<number> {
  await countTogether(config, log);
  takeBackConnections();
  endHungWorkers(log);
  const { places, open, state } = createPlaces(log);

  const stopped = untilStopped({
    parents,
    onStop() {
      state.isStopping = true;
      stopAll(places);
    },
  });

  const { worker } = open('first');
  const first = worker ? await untilReady(worker) : 1;
  if (!state.isStopping && first !== null) return first;
  state.hasStarted = true;
  while (!state.isStopping && places.length < config.workers) open('other');
  await stopped;
  await untilAllEnded(places, config.drainTimeoutMs + closeMs);
  return 0;
}

/** Each has a worker, and another one when that has died. */
function createPlaces(log: Logger) {
  const places: Place[] = [];
  const state = { hasStarted: false, isStopping: false };

  function start(place: Place): void {
    Object.assign(place, { startedAt: performance.now(), timer: null });
    place.worker = forkSafely(() => cluster.fork(environmentOf(place.role)), {
      pidOf: (worker) => worker.process.pid,
      onUnstarted: (err) => replace(place, { err }),
      // What is sent to one that has just died finds no channel.
      onError: (err) => log.debug({ err }, 'a worker could not be told'),
    });
  }

  function replace(place: Place, why: Died): void {
    place.worker = null;
    if (state.isStopping) return;
    if (!state.hasStarted) {
      sayWhy(why, log);
      return;
    }
    Object.assign(place, ofReplacement(place));
    log.error({ ...why, inMs: place.delayMs }, 'a worker died, and is replaced');
    place.timer = setTimeout(start, place.delayMs, place);
  }

  cluster.on('exit', (worker, code, signal) => {
    const place = places.find((one) => one.worker === worker);
    if (place) replace(place, { worker: worker.process.pid, code, signal });
  });

  function open(role: RoleName): Place {
    const place: Place = { role, worker: null, startedAt: 0, delayMs: delays.leastMs, timer: null };
    places.push(place);
    start(place);
    return place;
  }

  return { places, open, state };
}

/** What its workers do, as if they were one process. */
async function countTogether({ metrics, upstream }: SuperviseOptions['config'], log: Logger): Promise<void> {
  shareRateBudgets();
  if (upstream) serveCallBudget(upstream);
  if (metrics) await (await import('./show-metrics.ts')).showMetricsOfWorkers(metrics, log);
}

function stopAll(places: readonly Place[]): void {
  for (const { worker, timer } of places) {
    clearTimeout(timer ?? undefined);
    worker?.process.kill('SIGTERM');
  }
}

interface Died {
  readonly worker?: number | undefined;
  readonly code?: number;
  readonly signal?: string | null;
  /** It could not be started. */
  readonly err?: unknown;
}

/** With a code the first worker has said why itself. */
function sayWhy(died: Died, log: Logger): void {
  if (died.signal || died.err) log.error(died, 'the first worker died before it was ready');
}

function ofReplacement({ role, startedAt, delayMs }: Place): Pick<Place, 'role' | 'delayMs'> {
  return {
    // The gateway has said already that it is ready.
    role: role === 'first' ? 'background' : role,
    delayMs: nextDelay(delayMs, performance.now() - startedAt, delays),
  };
}

/** Null: it listens; or else the code that it ended with, which it has explained. */
function untilReady(worker: Worker): Promise<number | null> {
  return new Promise((resolve) => {
    worker.once('listening', () => resolve(null));
    worker.once('exit', (code) => resolve(code ?? 1));
    worker.once('error', () => worker.process.pid === undefined && resolve(1));
  });
}

async function untilAllEnded(places: readonly Place[], deadlineMs: number): Promise<void> {
  const workers = places.flatMap(({ worker }) => worker ?? []);
  const cutOff = setTimeout(() => {
    for (const worker of workers) worker.process.kill('SIGKILL');
  }, deadlineMs);
  await Promise.all(workers.map((worker) => worker.isDead() || new Promise((resolve) => worker.once('exit', resolve))));
  clearTimeout(cutOff);
}
