import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../../support/program.ts';
import type { OpenLoopJob, Outcome } from './open-loop.ts';
import { shopRequests } from './shop-requests.ts';

export interface Generator {
  send(program: Program, perSecond: number, seconds: number): Promise<Outcome[]>;
  stop(): void;
}

const pauseMs = 500;

/** What comes from elsewhere is not slowed down by what it meets here: it goes before, where we may say so. */
export function startGenerator(): Generator {
  const child = fork(join(import.meta.dirname, 'open-loop.ts'));
  try {
    setPriority(child.pid ?? 0, constants.priority.PRIORITY_HIGHEST);
  } catch {
    process.stdout.write('The load generator has no priority here: the figures are worse than they should be.\n');
  }
  return {
    async send({ url, token }, perSecond, seconds) {
      const job: OpenLoopJob = { port: Number(new URL(url).port), requests: shopRequests(token), perSecond, seconds };
      child.send(job);
      const [outcomes] = (await once(child, 'message')) as [Outcome[]];
      await sleep(pauseMs);
      return outcomes;
    },
    stop: () => void child.kill(),
  };
}
