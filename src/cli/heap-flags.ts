/** How V8 collects the heaps of this house's programs. */
import { setFlagsFromString } from 'node:v8';

/**
 * How much V8's heap may take of a command that reads catalogs of any size, and how it is collected
 * (docs/decisions/0004-an-import-is-two-passes.md). However a command is started, it becomes a process with these flags before it loads anything.
 */
const collecting = [
  '--max-semi-space-size=16',
  '--incremental-marking-soft-trigger=70',
  '--incremental-marking-hard-trigger=85',
  '--no-parallel-scavenge',
  // Not of the heap: a program that runs from its sources has threads that strip types (docs/operating.md).
  '--wasm-wrapper-tiering-budget=1000000000',
];

export const importHeap: readonly string[] = ['--max-old-space-size=160', ...collecting];
/** Of one that holds a platform's lists beside. */
export const syncHeap: readonly string[] = ['--max-old-space-size=256', ...collecting];

/** Does not return where the process does not have them; whoever gave Node.js a limit of their own keeps it. */
export function restartWith(flags: readonly string[]): void {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  // NOTE: Windows has no `execve`: there, V8 chooses by itself.
  if (/--max[-_]old[-_]space[-_]size/.test(given) || !process.execve) return;
  process.execve(
    process.execPath,
    [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)],
    process.env,
  );
}

/**
 * Collects as suits a process that answers requests, from now on: a whole heap when it is twice as large as what the last time left, and no
 * object among the old ones because those stayed that a start made at the same place in the code (`bench/notebook/attacks.md`). Set when it has
 * started, since V8 reads compiled code, that of Node.js itself too, only with the flags that it was compiled with: as arguments they cost a
 * fifth of a start.
 */
export function collectLikeServers(): void {
  setFlagsFromString('--heap-growing-percent=100');
  setFlagsFromString('--no-allocation-site-pretenuring');
}
