/** A worker that hangs still gets its part of the connections, and answers none of them. Each worker says every second that it works. */
import cluster, { type Worker } from 'node:cluster';
import type { Logger } from '../server/logger.ts';

const beatMs = 1000;
/** Far beyond what a worker stalls with everything that clients may send it, and a machine that is busy. */
const silentBeats = 10;
const beat = { works: true };

/** To be called in each process that may be a worker, when it listens. */
export function sayThatItWorks(): void {
  // Whoever supervises may have ended: what is sent then is an error that nobody waits for.
  setInterval(() => process.connected && process.send?.(beat, undefined, {}, () => {}), beatMs).unref();
}

/**
 * To be called once in the process that supervises: one that has listened, and says nothing for ten seconds, is killed. The seconds are
 * this process's own turns: where the machine sleeps, or gives no time to either, none passes.
 */
export function endHungWorkers(log: Logger): void {
  const silent = new Map<Worker, number>();
  cluster.on('listening', (worker) => void silent.set(worker, 0));
  cluster.on('message', (worker, message: unknown) => {
    if (isBeat(message) && silent.has(worker)) silent.set(worker, 0);
  });
  cluster.on('exit', (worker) => void silent.delete(worker));
  setInterval(() => {
    for (const [worker, beats] of silent) {
      silent.set(worker, beats + 1);
      if (beats + 1 !== silentBeats) continue;
      log.error({ worker: worker.process.pid, forMs: silentBeats * beatMs }, 'a worker hangs, and is killed');
      worker.process.kill('SIGKILL');
    }
  }, beatMs).unref();
}

function isBeat(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'works' in message;
}
