/** Standard Webhooks 1.0: `v1` is HMAC-SHA256 of the message's id, its time and its body, joined by full stops. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

export function newSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

export interface SignedMessage {
  readonly id: string;
  /** Of this attempt. */
  readonly sentAt: Date;
  readonly body: string;
}

/** The headers that say what the message is, and that it is ours. */
export function signatureHeaders({ id, sentAt, body }: SignedMessage, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
