import { verifySecret } from '../domain/application-key/secret-hash.ts';
import { HttpProblem } from '../http/http-problem.ts';

export type SecretCheck = typeof verifySecret;

/**
 * A check costs some 30 ms of a core and 16 MiB, and anybody may ask for one. Few run at once, so that the rest of the
 * gateway keeps its cores and Node its threads; the others wait, and who would have to wait too long is told to come again.
 */
const maxRunning = 2;
const maxWaiting = 128;

export function createSecretCheck(check: SecretCheck = verifySecret): SecretCheck {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (secret, secretHash) => {
    if (running < maxRunning) running += 1;
    else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new HttpProblem(503, 'Too many secrets are being checked at once. Try again.', { 'Retry-After': '1' });
    try {
      return await check(secret, secretHash);
    } finally {
      // The place goes to the next one in line, or is free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
