/**
 * Whether requests should come here. The truth about the database, within a second; false before it is prepared, and from the first
 * signal to stop on.
 */
import { oneAtATime } from '../domain/one-at-a-time.ts';

export interface Readiness {
  isReady(): Promise<boolean>;
  stop(): void;
}

const deadlineMs = 1000;

export interface ReadinessOptions {
  /** Rejects when requests can't be answered now. */
  ping(): Promise<unknown>;
  /** Whether all that requests need has been built. */
  isPrepared(): boolean;
  /** Told why not, once until they can be answered again. */
  onUnanswered?(error: unknown): void;
}

export function createReadiness({ ping, isPrepared, onUnanswered }: ReadinessOptions): Readiness {
  let isStopped = false;
  let isTold = false;

  function note(error: unknown): boolean {
    if (error !== null && !isTold) onUnanswered?.(error);
    isTold = error !== null;
    return error === null;
  }

  // Nothing limits how often somebody checks: many who do at once must not take all connections.
  const look = oneAtATime(async () => {
    const answered = ping().then(
      () => null,
      (error: unknown) => error,
    );
    const { promise: late, resolve } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => resolve(new Error('It did not answer within a second.')), deadlineMs);
    const error = await Promise.race([answered, late]);
    clearTimeout(timer);
    return note(error);
  });

  return {
    async isReady() {
      if (isStopped || !isPrepared()) return false;
      return look();
    },
    stop() {
      isStopped = true;
    },
  };
}
