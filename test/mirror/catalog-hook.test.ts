import { expect, it } from 'vitest';
import { newSecret, signatureHeaders } from '../../src/domain/webhook/signature.ts';
import { isFromPlatform } from '../../src/mirror/catalog-hook.ts';

const now = new Date('2026-06-01T12:00:00Z');
const plain = 'a-secret-of-the-platform';
const signing = newSecret();
const body = '{"type":"catalog.released"}';
const signed = (changes: { secret?: string; sentAt?: Date; body?: string } = {}) =>
  signatureHeaders(
    { id: 'msg_1', sentAt: changes.sentAt ?? now, body: changes.body ?? body },
    changes.secret ?? signing,
  );
const { 'webhook-signature': _signature, ...unsigned } = signed();
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

it.each<[string, string, Record<string, string>, boolean]>([
  ['the secret', plain, { 'x-moltin-secret-key': plain }, true],
  ['no secret', plain, {}, false],
  ['an empty secret', plain, { 'x-moltin-secret-key': '' }, false],
  ['another secret', plain, { 'x-moltin-secret-key': `${plain}x` }, false],
  ['the secret in other letters', plain, { 'x-moltin-secret-key': plain.toUpperCase() }, false],
  ['the secret in another header', plain, { authorization: `Bearer ${plain}` }, false],
  ['a signature', signing, signed(), true],
  [
    'a signature among others',
    signing,
    { ...signed(), 'webhook-signature': `v1,AAAA ${signed()['webhook-signature']}` },
    true,
  ],
  ['the signing secret itself', signing, { 'x-moltin-secret-key': signing }, false],
  ['a signature of another secret', signing, signed({ secret: newSecret() }), false],
  ['a signature of another body', signing, signed({ body: '{}' }), false],
  ['a signature of six minutes ago', signing, signed({ sentAt: minutes(-6) }), false],
  ['a signature of six minutes later', signing, signed({ sentAt: minutes(6) }), false],
  ['a signature of four minutes ago', signing, signed({ sentAt: minutes(-4) }), true],
  ['a signature of another message', signing, { ...signed(), 'webhook-id': 'msg_2' }, false],
  ['a signature of no time', signing, { ...signed(), 'webhook-timestamp': 'now' }, false],
  ['no signature', signing, unsigned, false],
])('%s is told from what the platform sends', (_, secret, headers, expected) => {
  expect(isFromPlatform({ headers: new Headers(headers), body: Buffer.from(body) }, secret, now)).toBe(expected);
});
