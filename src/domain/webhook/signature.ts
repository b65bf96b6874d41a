/** Standard Webhooks 1.0: `v1` is HMAC-SHA256 of the message's id, its time and its body, joined by full stops. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;
/** Base64 that is none has no bytes, and with such a key anybody could sign. */
const leastKeyBytes = 12;

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), 'base64');
}

export function newSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** Whether it is one that messages are signed with. */
export function isSigningSecret(secret: string): boolean {
  return secret.startsWith(prefix) && keyOf(secret).length >= leastKeyBytes;
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
  const signature = signatureOf({ id, timestamp, body }, secret);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

/** What `webhook-signature` says, or one of what it says where the message is signed with several secrets. `timestamp`: in seconds since 1970. */
export function signatureOf(
  { id, timestamp, body }: Readonly<{ id: string; timestamp: string; body: string | Buffer }>,
  secret: string,
): string {
  const digest = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return `v1,${digest}`;
}
