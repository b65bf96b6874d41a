import { readFileSync } from 'node:fs';

/** How many of the kernel's clock ticks make a second: USER_HZ, which is 100 wherever Linux runs. */
const ticksPerSecond = 100;

/** How long the main thread of a process has been at work so far, in milliseconds (Linux). It waits for a core at other times. */
export function mainThreadTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  // The second field, the program's name in parentheses, may hold blanks itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return ((user + system) * 1000) / ticksPerSecond;
}
