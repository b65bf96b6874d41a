/** While a release is built, its builder says so this often. */
export const touchEveryMs = 10_000;
const abandonedAfterMs = 12 * touchEveryMs;

/** A release that was not touched since then was left by a process that died. */
export function abandonedBefore(now: Date): string {
  return new Date(now.getTime() - abandonedAfterMs).toISOString();
}
