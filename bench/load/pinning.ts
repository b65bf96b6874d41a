/** Servers on one core, the load generator on another, so that neither takes the other's time; Linux only. */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const canPin = availableParallelism() >= 2 && spawnSync('taskset', ['--version']).status === 0;

/** PostgreSQL has the cores that are left; of two, the generator's. */
const cores = {
  server: '0',
  generator: '1',
  database: availableParallelism() > 2 ? `2-${availableParallelism() - 1}` : '1',
} as const;

export type Core = keyof typeof cores;

/** The command that runs Node.js there. */
export function nodeOn(core: Core, args: readonly string[]): [file: string, args: string[]] {
  return canPin ? ['taskset', ['-c', cores[core], process.execPath, ...args]] : [process.execPath, [...args]];
}

/** Moves a running process, and what it will start. */
export function moveTo(core: Core, pid: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', cores[core], String(pid)]);
}

export function commandOn(core: Core, command: readonly string[]): [file: string, args: string[]] {
  const [file = '', ...args] = canPin ? ['taskset', '-c', cores[core], ...command] : command;
  return [file, args];
}

export const pinning = canPin
  ? `the measured server on core ${cores.server}, the load generator on core ${cores.generator}, PostgreSQL and the REST face behind P4 on ${cores.database}`
  : 'nothing pinned to a core: no taskset, or a single core';
