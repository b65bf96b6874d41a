import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningProcess {
  command: string;
  /** Together with the id it names one process for good: ids are given again, to a process that started later. */
  startedAt: string;
}

/** Null when there is no such process, or only its remains that its parent has not collected yet. */
export function findProcess(pid: number): RunningProcess | null {
  return existsSync('/proc/self/stat') ? findInProc(pid) : findByPs(pid);
}

/** Waits until the process is gone; false when it is still there after `timeoutMs`. */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (findProcess(pid) !== null) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Sends the signal; that the process has ended meanwhile is not an error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function findInProc(pid: number): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name in parentheses, may hold blanks and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startedAt] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X' || startedAt === undefined) return null;
    return { command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '), startedAt };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}

function findByPs(pid: number): RunningProcess | null {
  const fields = ['-o', 'state=', '-o', 'lstart=', '-o', 'command='];
  const { stdout } = spawnSync('ps', ['-ww', ...fields, '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const match = /^(\S+)\s+(\w+ \w+\s+\d+ [\d:]+ \d+)\s+(.*)$/.exec((stdout ?? '').trim());
  const [, state, startedAt, command] = match ?? [];
  if (state === undefined || startedAt === undefined || command === undefined || state.startsWith('Z')) return null;
  return { command: `${command} `, startedAt };
}
