/** The resident memory of a process by the kernel's own account (Linux): a peak that no sampling can miss. */
import { readFileSync, writeFileSync } from 'node:fs';

/** What it has now, in bytes; from here on the peak is counted anew. */
export function markMemory(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return readStatus(pid, 'VmRSS');
}

/** The most that it had since it was marked. */
export function peakMemory(pid: number): number {
  return readStatus(pid, 'VmHWM');
}

function readStatus(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}
