/** What a process and all that it started use (Linux). */
import { readFileSync } from 'node:fs';

/** /proc counts in hundredths of a second, on every platform that Node.js runs on. */
const tickMs = 10;

export interface ProcessFigures {
  readonly cpuMs: number;
  readonly residentBytes: number;
}

export function figuresOf(pid: number): ProcessFigures {
  const all = treeOf(pid);
  const sum = (read: (pid: number) => number) => all.reduce((total, one) => total + read(one), 0);
  return { cpuMs: sum(cpuMsOf), residentBytes: sum((one) => memoryOf(one, 'status', 'VmRSS')) };
}

/** With the memory that is shared with other processes counted in part. */
export function proportionalBytesOf(pid: number): number {
  return treeOf(pid).reduce((total, one) => total + memoryOf(one, 'smaps_rollup', 'Pss'), 0);
}

function treeOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(treeOf)];
}

function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the program's name, which may hold anything: the fields from the third on.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

function memoryOf(pid: number, file: 'status' | 'smaps_rollup', member: string): number {
  const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
  return Number(new RegExp(`^${member}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024;
}
