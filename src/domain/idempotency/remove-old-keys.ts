import type { KeyedWrite } from './keyed-write.ts';
import type { IdempotencyKeyStore } from './ports.ts';

const removeEveryMs = 60_000;

/** Now and then a write removes the keys of the past, when it is done: it neither waits for this nor fails by it. */
export function createRemoveOldKeys(
  keys: IdempotencyKeyStore,
  onFailed: ((error: unknown) => void) | undefined,
): (write: KeyedWrite) => Promise<void> {
  let removedAt = 0;

  return async ({ now, forgottenBefore }) => {
    const nowMs = Date.parse(now);
    // A clock that was set back does not put it off.
    if (Math.abs(nowMs - removedAt) < removeEveryMs) return;
    removedAt = nowMs;
    try {
      await keys.removeBefore(forgottenBefore);
    } catch (error) {
      onFailed?.(error);
    }
  };
}
