/**
 * Whether the processes that started this one are still there: npm, and the shell in which it runs a script. Neither tells its
 * child that it ends: npm hands a SIGTERM to the shell, which ends without a word, and SIGKILL lets nobody say anything.
 */
import { readFileSync } from 'node:fs';
import type { Parents } from './until-stopped.ts';

/** To be called first of all: who ends before is not missed. */
export function noteParents(): Parents {
  const isUnderShell = /^[^\0]*sh\0-c\0/.test(readOf(process.ppid, 'cmdline'));
  // An orphan gets another parent, and so does the shell.
  const lineage = () => (isUnderShell ? `${process.ppid} ${parentOf(process.ppid)}` : `${process.ppid}`);
  const noted = lineage();
  return { areThere: () => lineage() === noted };
}

function parentOf(pid: number): string {
  return /^PPid:\s+(\d+)/m.exec(readOf(pid, 'status'))?.[1] ?? '';
}

/** Empty where there is no such file: the process has ended, or this is no Linux, whose shell alone stays while a command runs. */
function readOf(pid: number, name: 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch (error) {
    if (/^(ENOENT|ESRCH|EACCES)$/.test((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
