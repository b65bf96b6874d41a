/**
 * Preloaded into the gateway (`NODE_OPTIONS=--expose-gc --import …`): on SIGUSR2 it writes to the file that WATCH_FILE names
 * what the process holds after a garbage collection, and how late its event loop was since it was last asked.
 */
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface ProcessSample {
  readonly heapBytes: number;
  /** What JavaScript objects hold outside of the heap: buffers above all. */
  readonly externalBytes: number;
  readonly residentBytes: number;
  /** In milliseconds. The timer that measures it is due every 10 ms, which is what an idle loop shows. */
  readonly delayMs: { readonly p50: number; readonly p99: number; readonly max: number };
  /** Active handles and requests by kind. */
  readonly handles: Readonly<Record<string, number>>;
  readonly openFiles: number;
}

const delay = monitorEventLoopDelay({ resolution: 10 });
const file = process.env.WATCH_FILE;

if (file) {
  delay.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.part`, JSON.stringify(takeSample()));
    renameSync(`${file}.part`, file);
  });
}

function takeSample(): ProcessSample {
  delay.disable();
  const toMs = (nanoseconds: number) => Math.round(nanoseconds / 1e5) / 10;
  const delayMs = { p50: toMs(delay.percentile(50)), p99: toMs(delay.percentile(99)), max: toMs(delay.max) };
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  const openFiles = readdirSync('/proc/self/fd').length;
  delay.reset();
  delay.enable();
  return { heapBytes: heapUsed, externalBytes: external, residentBytes: rss, delayMs, handles, openFiles };
}
