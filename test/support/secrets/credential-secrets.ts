import type { Canaries } from './canaries.ts';
import { createRequest, type Headers, posted, type SecretRequest } from './secret-request.ts';

/** Credentials that are none, on both faces and at the token endpoint. */
export function credentialRequests(canaries: Canaries, implicit: Headers): SecretRequest[] {
  const { make } = canaries;
  const basic = () => Buffer.from(`user:${make('password')}`).toString('base64');
  const forged = () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part({ alg: 'ES256', kid: make('key id') })}.${part({ sub: make('subject') })}.${make('signature')}`;
  };
  const faulty: [string, () => string][] = [
    ['a forged token', () => `Bearer ${forged()}`],
    ['no token', () => `Bearer ${make('token')}`],
    ['two tokens', () => `Bearer ${make('token')} ${make('token')}`],
    ['a token without a scheme', () => make('token')],
    ['a password', () => `Basic ${basic()}`],
    ['a long token', () => `Bearer ${make('token').repeat(200)}`],
  ];
  const form = (name: string, fields: Record<string, string>) => ({
    name: `token endpoint: ${name}`,
    ...posted('/oauth/access_token', new URLSearchParams(fields).toString(), {
      'Content-Type': 'application/x-www-form-urlencoded',
    }),
  });
  const grant_type = 'client_credentials';
  return [
    ...faulty.flatMap(([name, authorization]) => [
      createRequest('GraphQL', name, canaries, { Authorization: authorization() }),
      createRequest('REST', name, canaries, { Authorization: authorization() }),
    ]),
    createRequest('GraphQL', 'no token at all', canaries, {}),
    createRequest('REST', 'no token at all', canaries, {}),
    createRequest('GraphQL', 'a token that may only read', canaries, implicit),
    createRequest('REST', 'a token that may only read', canaries, implicit),
    form('a wrong secret', { grant_type, client_id: 'demo-admin', client_secret: make('client secret') }),
    form('an unknown client', { grant_type, client_id: 'nobody', client_secret: make('client secret') }),
    form('a long secret', { grant_type, client_id: 'demo-admin', client_secret: make('client secret').repeat(50) }),
    form('an unknown grant', { grant_type: 'password', client_id: 'x', client_secret: make('client secret') }),
    form('a secret with a NUL', { grant_type, client_id: 'x', client_secret: `${make('client secret')}\0` }),
    {
      name: 'token endpoint: a secret twice',
      ...posted(
        '/oauth/access_token',
        `client_secret=${make('client secret')}&client_secret=${make('client secret')}`,
        { 'Content-Type': 'application/x-www-form-urlencoded' },
      ),
    },
    {
      name: 'token endpoint: half of a body',
      ...posted('/oauth/access_token', `{"client_secret":"${make('client secret')}`, {}),
    },
    { name: 'token endpoint: by GET', path: `/oauth/access_token?client_secret=${make('client secret')}` },
    {
      name: 'token endpoint: no form that decodes',
      ...posted('/oauth/access_token', `client_secret=${make('client secret')}%zz`, {
        'Content-Type': 'application/x-www-form-urlencoded',
      }),
    },
  ];
}
