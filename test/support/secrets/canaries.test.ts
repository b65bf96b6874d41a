import { expect, it } from 'vitest';
import { createCanaries } from './canaries.ts';

it.each<[string, (secret: string) => string]>([
  ['as it is', (secret) => secret],
  ['in other case', (secret) => secret.toLowerCase()],
  ['percent-encoded', (secret) => secret.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
  ['as JSON escapes', (secret) => secret.replaceAll('C', '\\u0043')],
  ['in hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
  ['as Basic credentials', (secret) => Buffer.from(`user:${secret}`).toString('base64')],
  ['in base64url, two bytes on', (secret) => Buffer.from(`{"${secret}"}`).toString('base64url')],
])('a secret is found %s', (_form, encode) => {
  const canaries = createCanaries();
  const secret = canaries.make('token');
  canaries.saw('a log', `before ${encode(secret)} behind`);
  expect(canaries.leaks()).toEqual([expect.stringMatching(/^token in a log/)]);
});

it('a secret is no leak where it is allowed', () => {
  const canaries = createCanaries();
  canaries.saw('the token endpoint', canaries.make('token'), ['token']);
  expect(canaries.leaks()).toEqual([]);
});
