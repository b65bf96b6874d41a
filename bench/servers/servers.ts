/** The servers that run, and what their starts took. */
import { setTimeout as sleep } from 'node:timers/promises';
import { figuresOf, proportionalBytesOf } from '../load/process-figures.ts';
import { type ContestantName, contestants, type Stage } from './contestants.ts';
import type { ServerProcess } from './server-process.ts';

export interface Start {
  readonly name: ContestantName;
  readonly readyMs: number;
  /** A while after the start, before the first request. */
  readonly idleResidentBytes: number;
  readonly idleProportionalBytes: number;
}

export interface Servers {
  readonly starts: readonly Start[];
  get(name: ContestantName): ServerProcess;
  start(name: ContestantName): Promise<ServerProcess>;
  restart(name: ContestantName): Promise<ServerProcess>;
  stop(): Promise<void>;
}

/** The gateway collects what its start left after a second without requests. */
const idleMs = 3000;

export function createServers(stage: Stage): Servers {
  const running = new Map<ContestantName, ServerProcess>();
  const starts: Start[] = [];
  const servers: Servers = {
    starts,
    get(name) {
      const server = running.get(name);
      if (!server) throw new Error(`${name} does not run.`);
      return server;
    },
    async start(name) {
      const server = await contestants[name].start(stage);
      running.set(name, server);
      await sleep(idleMs);
      starts.push({
        name,
        readyMs: server.readyMs,
        idleResidentBytes: figuresOf(server.pid).residentBytes,
        idleProportionalBytes: proportionalBytesOf(server.pid),
      });
      return server;
    },
    async restart(name) {
      await servers.get(name).stop();
      return servers.start(name);
    },
    async stop() {
      for (const server of running.values()) await server.stop();
    },
  };
  return servers;
}
