import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { isSigningSecret, newSecret, signatureHeaders } from '../../../src/domain/webhook/signature.ts';

const message = { id: 'msg_1', sentAt: new Date(), body: '{"type":"catalog.released","name":"Schnürsenkel €"}' };

it("is verified by the receivers' own library", () => {
  const secret = newSecret();
  expect(new Webhook(secret).verify(message.body, signatureHeaders(message, secret))).toEqual(JSON.parse(message.body));
});

it.each([
  ['another body', { body: '{}' }],
  ['another id', { id: 'msg_2' }],
  ['another time', { sentAt: new Date(Date.now() - 60_000) }],
])('is not that of %s', (_title, other) => {
  const secret = newSecret();
  const sentAt = String(Math.floor(message.sentAt.getTime() / 1000));
  const signature = signatureHeaders({ ...message, ...other }, secret);
  const headers = { ...signature, 'webhook-id': message.id, 'webhook-timestamp': sentAt };
  expect(() => new Webhook(secret).verify(message.body, headers)).toThrow('No matching signature found');
});

it('each secret is its own, of 256 bits', () => {
  expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSecret()).not.toBe(newSecret());
});

it.each(['whsec_', `whsec_${'*'.repeat(40)}`, 'whsec_AAAA', 'a-secret-of-sixteen'])('%s is none', (secret) => {
  expect(isSigningSecret(secret)).toBe(false);
  expect(isSigningSecret(newSecret())).toBe(true);
});
