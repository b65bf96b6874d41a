/**
 * The process beside the gateway that copies the platform: requests do not wait for it. It ends with the gateway, and is replaced when it
 * ends before.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../server/logger.ts';
import { forkSafely } from './fork-safely.ts';
import { syncHeap } from './heap-flags.ts';
import { nextDelay } from './replacement-delay.ts';

export interface Follower {
  /** Resolves when it has ended. */
  stop(): Promise<void>;
}

const delays = { leastMs: 500, mostMs: 30_000, steadyMs: 60_000 };

export function startFollower(log: Logger): Follower {
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | null = null;
  let delayMs = delays.leastMs / 2;
  let isStopping = false;

  function start(): void {
    const startedAt = performance.now();
    const replace = (why: object) => {
      child = null;
      if (isStopping) return;
      delayMs = nextDelay(delayMs, performance.now() - startedAt, delays);
      log.error({ ...why, inMs: delayMs }, 'the process that copies the platform ended, and is replaced');
      timer = setTimeout(start, delayMs);
    };
    child = forkSafely(
      () => fork(fileURLToPath(new URL('./sync.ts', import.meta.url)), ['--follow'], { execArgv: [...syncHeap] }),
      {
        pidOf: ({ pid }) => pid,
        onUnstarted: (err) => replace({ err }),
        onError: (err) => log.warn({ err }, 'the process that copies the platform could not be told'),
      },
    );
    child?.once('exit', (code, signal) => replace({ code, signal }));
  }

  start();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer ?? undefined);
      if (!child) return;
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
