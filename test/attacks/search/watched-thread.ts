/**
 * Preloaded into the gateway: says over the socket that WATCH_SOCKET names how long its main thread did nothing else, and how
 * long it was at work, since it was last asked. Two figures, because on a busy machine a thread also waits for a core.
 */
import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

export interface ThreadSample {
  /** The longest delay of a timer that is due all the time. */
  readonly delayMs: number;
  readonly cpuMs: number;
}

const resolutionMs = 2;
const path = process.env.WATCH_SOCKET;

// Threads of the gateway are preloaded, too.
if (path && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let before = process.threadCpuUsage();
  const socket = connect(path);
  socket.unref();
  // Whatever is sent is the question. The timer that was held up has to come first: only then is its delay known.
  socket.on('data', () => setTimeout(answer, 2 * resolutionMs));
  function answer(): void {
    const { user, system } = process.threadCpuUsage(before);
    const sample: ThreadSample = {
      delayMs: Math.max(0, delay.max / 1e6 - resolutionMs),
      cpuMs: (user + system) / 1000,
    };
    delay.reset();
    before = process.threadCpuUsage();
    socket.write(`${JSON.stringify(sample)}\n`);
  }
}
