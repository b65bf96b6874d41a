/**
 * The process beside the gateway that copies the platform: requests do not wait for it. It ends with the gateway, and is replaced when it
 * ends before.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../server/logger.ts';
import { syncHeap } from './heap-flags.ts';

export interface Follower {
  /** Resolves when it has ended. */
  stop(): Promise<void>;
}

/** Of one that dies again and again, each replacement waits twice as long. */
const delayMs = { least: 500, most: 30_000 };
/** Who has lived so long has started well. */
const steadyMs = 60_000;

export function startFollower(log: Logger): Follower {
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | null = null;
  let nextDelayMs = delayMs.least;
  let isStopping = false;

  function start(): void {
    const startedAt = performance.now();
    child = fork(fileURLToPath(new URL('./sync.ts', import.meta.url)), ['--follow'], { execArgv: [...syncHeap] });
    child.on('error', (err) => log.warn({ err }, 'the process that copies the platform could not be told'));
    child.once('exit', (code, signal) => {
      child = null;
      if (isStopping) return;
      if (performance.now() - startedAt > steadyMs) nextDelayMs = delayMs.least;
      log.error({ code, signal, inMs: nextDelayMs }, 'the process that copies the platform ended, and is replaced');
      timer = setTimeout(start, nextDelayMs);
      nextDelayMs = Math.min(2 * nextDelayMs, delayMs.most);
    });
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
