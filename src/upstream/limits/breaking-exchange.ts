import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import { hasCode } from '../../domain/errors.ts';
import { type Exchange, type IncomingAnswer, NoAnswer } from '../client/exchange.ts';
import { platformGone } from '../client/platform-errors.ts';

/** Half of the last calls: then the platform is left alone, and tried with one call after a while. */
const window = { size: 20, threshold: 0.5, minimumNumberOfCalls: 5 };
const defaultHalfOpenAfterMs = 2000;

export interface BreakingExchange extends Exchange {
  /** Whether nothing is sent to the platform for now. */
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
    halfOpenAfter: halfOpenAfterMs,
    breaker: new CountBreaker(window),
  });
  return {
    ...exchange,
    isOpen: () => breaker.state === CircuitState.Open,

    async send(request) {
      try {
        if (request.isSignIn && breaker.state === CircuitState.Closed) return await exchange.send(request);
        return await breaker.execute(() => exchange.send(request));
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        // Each failure was told already.
        throw platformGone();
      }
    },
  };
}
