/** What a process and all that it started use (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

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

/** Of its threads, in nanoseconds: `/proc/<pid>/stat` counts hundredths of a second, which a short round has few of. */
function cpuMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => {
    const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(ran) / 1e6;
  }, 0);
}

function memoryOf(pid: number, file: 'status' | 'smaps_rollup', member: string): number {
  const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
  return Number(new RegExp(`^${member}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024;
}
