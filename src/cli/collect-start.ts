/**
 * Gives back what a start leaves: garbage, and the room that V8's young generation grew to meanwhile, 11 MB of 103
 * (`bench/notebook/start-and-memory.md`). It stops the thread for about 50 ms, so that it is done while nobody sends requests, and before many
 * have come: it throws away what V8 has compiled for them, too, and later ones took a fifth more of the processor's time for as long as the
 * process ran.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const looks = 60;
/** Of the thread's time; a health check is less. */
const idleShare = 0.02;
/** Of requests since the start. */
const mostWorkMs = 250;

export interface CollectOptions {
  readonly signal: AbortSignal;
  /** For so long must nobody send a request. */
  readonly lookMs?: number;
  readonly collect?: () => Promise<void>;
}

/** Resolves when it is done, or given up. */
export async function collectStart({ signal, lookMs = 1000, collect = collectGarbage }: CollectOptions): Promise<void> {
  const atStart = performance.eventLoopUtilization();
  for (let look = 0; look < looks; look += 1) {
    const before = performance.eventLoopUtilization();
    await sleep(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted || performance.eventLoopUtilization(atStart).active > mostWorkMs) return;
    if (performance.eventLoopUtilization(before).utilization < idleShare) return collect();
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
