/** Whether somebody who says that there is something new may: the platform sends a secret along, another gateway signs with it. */
import { hash, timingSafeEqual } from 'node:crypto';
import { isSigningSecret, signatureOf } from '../domain/webhook/signature.ts';

export interface HookRequest {
  readonly headers: { get(name: string): string | null };
  readonly body: Buffer;
}

/** Where platforms put the secret. */
const secretHeader = 'x-moltin-secret-key';
/** A message that somebody has recorded is not taken for ever. */
const toleranceSeconds = 300;

/** `secret`: as it is sent, or Standard Webhooks' (`whsec_…`), with which messages are signed. Compared in constant time. */
export function isFromPlatform(request: HookRequest, secret: string, now: Date): boolean {
  if (isSigningSecret(secret)) return isSigned(request, secret, now);
  const sent = request.headers.get(secretHeader);
  return sent !== null && isEqual(sent, secret);
}

function isSigned({ headers, body }: HookRequest, secret: string, now: Date): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`));
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const expected = signatureOf({ id, timestamp, body }, secret);
  return signatures.split(' ').some((signature) => isEqual(signature, expected));
}

/** In a time that depends on neither. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(one), digest(other));
}
