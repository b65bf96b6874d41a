import type { Exchange } from '../client/exchange.ts';
import type { CallBudget } from './call-budget.ts';

/** Each request waits for its turn; what the platform says of its own limits changes ours. */
export function limited(exchange: Exchange, budget: CallBudget): Exchange {
  return {
    ...exchange,

    async send(request) {
      const permit = await budget.enter(request.deadline);
      try {
        const answer = await exchange.send(request);
        const { status, retryAfterSeconds } = answer;
        if (status === 429 || (status === 503 && retryAfterSeconds !== null)) await permit.slowDown(retryAfterSeconds);
        return answer;
      } finally {
        permit.leave();
      }
    },
  };
}
