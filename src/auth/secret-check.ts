import pLimit from 'p-limit';
import { verifySecret } from '../domain/application-key/secret-hash.ts';
import { HttpProblem } from '../http/http-problem.ts';

export type SecretCheck = typeof verifySecret;

/**
 * A check costs some 30 ms of a core and 16 MiB, and anybody may cause one. Few run at once, so that the rest of the
 * gateway keeps its cores and Node its threads; the others wait, and who would have to wait too long is told to come again.
 */
const maxRunning = 2;
const maxWaiting = 128;

export function createSecretCheck(check: SecretCheck = verifySecret): SecretCheck {
  const inTurn = pLimit(maxRunning);
  return async (secret, secretHash) => {
    if (inTurn.pendingCount < maxWaiting) return inTurn(check, secret, secretHash);
    throw new HttpProblem(503, 'Too many secrets are being checked at once. Try again.', { 'Retry-After': '1' });
  };
}
