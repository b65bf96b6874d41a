/** When a process that has ended is replaced: of one that ends again and again, each replacement waits twice as long. */
export interface ReplacementDelays {
  readonly leastMs: number;
  readonly mostMs: number;
  /** Who has lived so long has started well. */
  readonly steadyMs: number;
}

/** `lastMs`: what its own start was delayed by. */
export function nextDelay(lastMs: number, livedMs: number, { leastMs, mostMs, steadyMs }: ReplacementDelays): number {
  return livedMs > steadyMs ? leastMs : Math.min(2 * lastMs, mostMs);
}
