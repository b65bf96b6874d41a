import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoff,
  type IHalfOpenAfterBackoffContext,
} from 'cockatiel';
import { hasCode } from '../../domain/errors.ts';
import { type Exchange, type IncomingAnswer, NoAnswer } from '../client/exchange.ts';
import { platformGone } from '../client/platform-errors.ts';
import { latestStart } from './limited-exchange.ts';

/** More than half of the last calls: then the platform is left alone, and tried with one call after a while. */
const window = { size: 20, threshold: 0.5, minimumNumberOfCalls: 5 };
const defaultHalfOpenAfterMs = 2000;

/** By a clock that nobody sets: the library compares `duration` with the time of day, by which a circuit stayed open for as long as that was set back. */
function createPause(ms: number): IBackoff<IHalfOpenAfterBackoffContext> {
  const endsAt = performance.now() + ms;
  const pause: IBackoff<IHalfOpenAfterBackoffContext> = {
    get duration() {
      return performance.now() < endsAt ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    },
    next: () => createPause(ms),
  };
  return pause;
}

export interface BreakingExchange extends Exchange {
  /** Whether nothing is sent to the platform for now, but for the one call that tries it: that may take as long as a call may. */
  isOpen(): boolean;
}

/**
 * After many that timed out, broke or were answered by 5xx, none is sent for a while. What the client did wrong never counts, nor a request for a
 * token of its own: anybody may send as many as the rate limits allow.
 */
export function breaking(exchange: Exchange, halfOpenAfterMs = defaultHalfOpenAfterMs): BreakingExchange {
  // The one call that tries the platform says nothing of it where the limits did not let it begin.
  const isUntried = (error: unknown) => breaker.state === CircuitState.HalfOpen && hasCode(error, 'UNAVAILABLE');
  const policy = handleWhen(
    (error) => (error instanceof NoAnswer && !error.isUnreadable) || isUntried(error),
  ).orWhenResult((answer) => (answer as IncomingAnswer).status >= 500 && (answer as IncomingAnswer).status !== 501);
  const breaker: CircuitBreakerPolicy = circuitBreaker(policy, {
    halfOpenAfter: { next: () => createPause(halfOpenAfterMs) },
    breaker: new CountBreaker(window),
  });
  return {
    isOpen: () => breaker.state !== CircuitState.Closed,

    async send(request) {
      try {
        if (request.isSignIn && breaker.state === CircuitState.Closed) return await exchange.send(request);
        const latest = latestStart(request);
        return await breaker.execute(() => {
          if (performance.now() > latest) throw platformGone();
          return exchange.send(request);
        });
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        // Each failure was told already.
        throw platformGone();
      }
    },
  };
}
