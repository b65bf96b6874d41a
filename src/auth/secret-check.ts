import pLimit, { type LimitFunction } from 'p-limit';
import { verifySecret } from '../domain/application-key/secret-hash.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { memoised } from '../lib/memo.ts';

/** `address`: whom it comes from. @throws HttpProblem 503 where too many wait */
export type SecretCheck = (address: string, ...ofSecret: Parameters<typeof verifySecret>) => Promise<boolean>;

/**
 * A check costs some 30 ms of a core and 16 MiB, and anybody may cause one. Few run at once, so that the rest of the
 * gateway keeps its cores and Node its threads; the others wait, and who would have to wait too long is told to come again.
 * Each address has a queue of its own: whoever sends many waits for these, and the others only for those that run.
 */
const maxRunning = 2;
const maxWaiting = { ofAddress: 64, inAll: 512 };

interface Queue {
  readonly inTurn: LimitFunction;
  unanswered: number;
}

export function createSecretCheck(check: typeof verifySecret = verifySecret): SecretCheck {
  const inTurn = pLimit(maxRunning);
  const queues = new Map<string, Queue>();
  let unanswered = 0;
  return async (address, secret, secretHash) => {
    const ofAddress = queues.get(address)?.unanswered ?? 0;
    if (ofAddress >= maxRunning + maxWaiting.ofAddress || unanswered >= maxRunning + maxWaiting.inAll)
      throw new HttpProblem(503, 'Too many secrets are being checked at once. Try again.', { 'Retry-After': '1' });
    const queue = memoised(queues, address, () => ({ inTurn: pLimit(maxRunning), unanswered: 0 }));
    queue.unanswered += 1;
    unanswered += 1;
    try {
      return await queue.inTurn(() => inTurn(check, secret, secretHash));
    } finally {
      queue.unanswered -= 1;
      unanswered -= 1;
      if (queue.unanswered === 0) queues.delete(address);
    }
  };
}
