import type { Exchange, OutgoingRequest } from '../client/exchange.ts';
import type { CallBudget } from './call-budget.ts';

/**
 * Until when a request may wait for its turn, or for the one call that tries the platform: for half of its time. With more requests than may begin,
 * nearly all would begin with hardly any time left otherwise, be cut off, and count as the platform's fault.
 */
export function latestStart({ deadline }: OutgoingRequest): number {
  return (performance.now() + deadline) / 2;
}

/** Each request waits for its turn; what the platform says of its own limits changes ours. */
export function limited(exchange: Exchange, budget: CallBudget): Exchange {
  return {
    async send(request) {
      const permit = await budget.enter(latestStart(request));
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
