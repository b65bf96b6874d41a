/** How long after each attempt in vain comes the next one: minutes at first, then hours, until it is given up. */
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const pausesMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour];

/** Addresses that fail together are not tried again together: up to a fifth more or less. */
const jitter = 0.2;

/** No attempt is put off for longer. */
export const longestPauseMs = pauseAfter(pausesMs.length, 1);

/** `attempts`: how many there were, from 1 on. `random`: from 0 to 1. */
export function pauseAfter(attempts: number, random: number): number {
  const pause = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 0;
  return Math.round(pause * (1 - jitter + 2 * jitter * random));
}
