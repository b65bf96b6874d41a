import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryConflictsOptions {
  /** Whether the attempt was undone because of others at the same time, and may be made again. */
  readonly isConflict: (error: unknown) => boolean;
  /** Throws where nobody waits any more; absent: somebody does. */
  readonly expectWaiting?: (() => void) | undefined;
}

const attempts = 6;
const firstPauseMs = 5;

/** Makes the attempt again while it meets others, a few times: the last error is thrown. The pauses grow, to a tenth of a second or two. */
export async function retryConflicts<Result>(
  attempt: () => Promise<Result>,
  { isConflict, expectWaiting }: RetryConflictsOptions,
): Promise<Result> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (made === attempts || !isConflict(error)) throw error;
      // Of two that met, one should come first the next time.
      await sleep(firstPauseMs * 2 ** (made - 1) * (0.5 + Math.random()));
      expectWaiting?.();
    }
  }
}
