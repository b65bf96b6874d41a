/**
 * Whether requests should come here. The truth about the database, within a second: that it answers, or that the catalog is shown without it.
 * False before it is prepared, and from the first signal to stop on.
 */
import { oneAtATime } from '../lib/one-at-a-time.ts';
import { within } from '../lib/within.ts';

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
  /** Whether the catalog is shown all the same; absent: it is not. */
  isShown?(): boolean;
  /** Told why not, once until that changes. */
  onUnanswered?(error: unknown, isShown: boolean): void;
}

export function createReadiness({
  ping,
  isPrepared,
  isShown = () => false,
  onUnanswered,
}: ReadinessOptions): Readiness {
  let isStopped = false;
  let told: 'answered' | 'shown' | 'unanswered' = 'answered';

  function note(error: unknown): boolean {
    const state = error === null ? 'answered' : isShown() ? 'shown' : 'unanswered';
    if (state !== told && state !== 'answered') onUnanswered?.(error, state === 'shown');
    told = state;
    return state !== 'unanswered';
  }

  // Nothing limits how often somebody checks: many who do at once must not take all connections.
  const look = oneAtATime(() =>
    within(deadlineMs, ping(), () => new Error('It did not answer within a second.')).then(() => note(null), note),
  );

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
