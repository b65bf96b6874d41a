/**
 * Gives back what a start leaves: garbage, and the room that V8's young generation grew to meanwhile, 11 MB of 103 (`bench/baseline.md`,
 * start and idle memory). It stops the thread for about 50 ms, so that it is done while nobody sends requests, or not at all: who is
 * busy uses that room.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const lookMs = 1000;
const looks = 60;
/** Of the thread's time; a health check is less. */
const idleShare = 0.02;

/** Resolves when it is done, or given up. */
export async function collectStart(signal: AbortSignal): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    const before = performance.eventLoopUtilization();
    await sleep(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    if (performance.eventLoopUtilization(before).utilization < idleShare) return collectGarbage();
  }
}

/** As the inspector's own button does: no flag of V8 tells it to shrink its spaces, too. */
async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
