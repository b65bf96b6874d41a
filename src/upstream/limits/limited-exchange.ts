import type { Exchange } from '../client/exchange.ts';
import type { CallBudget } from './call-budget.ts';

/**
 * How much of the time that a request has it may wait for its turn. One that began with hardly any left would be cut off however soon the
 * platform answers: while more come than may begin that is nearly all of them, and the breaker takes it for the platform's fault.
 */
const shareOfWaiting = 0.5;

/** Each request waits for its turn; what the platform says of its own limits changes ours. */
export function limited(exchange: Exchange, budget: CallBudget): Exchange {
  return {
    async send(request) {
      const now = performance.now();
      const permit = await budget.enter(now + shareOfWaiting * (request.deadline - now));
      try {
        const answer = await exchange.send(request);
        const { status, retryAfterSeconds } = answer;
        const isTooMany = status === 429 || (status === 503 && retryAfterSeconds !== null);
        if (isTooMany && !request.isSignIn) await permit.slowDown(retryAfterSeconds);
        return answer;
      } finally {
        permit.leave();
      }
    },
  };
}
