import { setTimeout as sleep } from 'node:timers/promises';
import { type Exchange, type IncomingAnswer, NoAnswer, type OutgoingRequest } from '../client/exchange.ts';

const maxRetries = 2;
/** Of all requests. A platform that fails gets no more than a tenth on top, whoever waits. */
const shareOfRetries = 0.1;
/** For a gateway that has just started, or is rarely used. */
const retriesInHand = 2;
const maxRetriesInHand = 10;
const delayMs = { least: 50, most: 150 };

/**
 * Sends a read again that got no answer, or one that says that the platform is at fault: twice at most, by its deadline, and where few
 * others are sent again. So is a request for a token of the gateway's own; a write is never sent again.
 */
export function retrying(exchange: Exchange): Exchange {
  let inHand = retriesInHand;

  async function attempt(request: OutgoingRequest, retry: number): Promise<IncomingAnswer> {
    const outcome = await exchange.send(request).catch((error: unknown) => {
      if (error instanceof NoAnswer) return error;
      throw error;
    });
    const waitMs = delayOf(outcome, retry);
    const isAgain = waitMs !== null && retry < maxRetries && inHand >= 1;
    if (!isAgain || performance.now() + waitMs >= request.deadline) return answerOf(outcome);
    inHand -= 1;
    await sleep(waitMs);
    request.onRetry?.();
    return attempt(request, retry + 1);
  }

  return {
    send(request) {
      if (request.method !== 'GET' && !request.isRepeatable) return exchange.send(request);
      inHand = Math.min(maxRetriesInHand, inHand + shareOfRetries);
      return attempt(request, 0);
    },
  };
}

/** Null: it is not sent again. */
function delayOf(outcome: IncomingAnswer | NoAnswer, retry: number): number | null {
  const randomMs = (delayMs.least + Math.random() * (delayMs.most - delayMs.least)) * 2 ** retry;
  if (outcome instanceof NoAnswer) return outcome.isUnreadable ? null : randomMs;
  const { status, retryAfterSeconds } = outcome;
  return status >= 500 && status !== 501 ? Math.max(randomMs, (retryAfterSeconds ?? 0) * 1000) : null;
}

function answerOf(outcome: IncomingAnswer | NoAnswer): IncomingAnswer {
  if (outcome instanceof NoAnswer) throw outcome;
  return outcome;
}
