/** Several processes answer on one port: each hands its values to the one that has started them, which adds them up. */
import cluster, { type Worker } from 'node:cluster';
import { addUp, sumOf, whatStays } from './add-up.ts';
import { createNameBound } from './bound-names.ts';
import type { MetricSnapshot, Metrics } from './metrics.ts';

/** For a worker's answer. What it said last counts, when it is too busy. */
const answerMs = 1000;

const ask = { ask: 'metrics' } as const;

interface Told {
  readonly metrics: MetricSnapshot;
}

const isAsked = (message: unknown) => Object(message).ask === ask.ask;
const isTold = (message: unknown): message is Told => Array.isArray(Object(message).metrics);

/** To be called in a worker. */
export function tellMetrics(metrics: Metrics): void {
  process.on('message', async (message) => {
    if (isAsked(message) && process.connected) process.send?.({ metrics: await metrics.snapshot() } satisfies Told);
  });
}

/** Of all workers that there are, and of those that there were; to be called before they are started. */
export function collectFromWorkers(): () => Promise<string> {
  const last = new Map<Worker, MetricSnapshot>();
  const boundNames = createNameBound();
  let ended: Promise<MetricSnapshot> = Promise.resolve([]);

  cluster.on('message', (worker, message) => {
    if (isTold(message)) last.set(worker, boundNames(message.metrics));
  });
  cluster.on('exit', (worker) => {
    const snapshot = last.get(worker);
    if (snapshot) ended = ended.then((others) => sumOf([others, whatStays(snapshot)]));
    last.delete(worker);
  });

  return async () => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    await Promise.all(workers.map((worker) => worker && askOne(worker)));
    return addUp([await ended, ...last.values()]);
  };
}

function askOne(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('exit', done);
      resolve();
    };
    const onMessage = (message: unknown) => void (isTold(message) && done());
    const timer = setTimeout(done, answerMs);
    worker.on('message', onMessage);
    worker.once('exit', done);
    worker.send(ask, (error) => void (error && done()));
  });
}
