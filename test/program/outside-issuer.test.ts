/** The whole gateway with tokens of an outside issuer. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTokenKeys } from '../../src/auth/token-keys.ts';
import { createTokens } from '../../src/auth/tokens.ts';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { type Issuer, type Signer, startIssuer } from '../auth/issuer.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';

let issuer: Issuer;
let sign: Signer;
let app: RunningApp;
beforeAll(async () => {
  issuer = await startIssuer();
  sign = await issuer.addKey('one', 'ES256');
  app = await startApp(issuer.environment);
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});

const query = `{ applicationKey(id: "${demoIds.applicationKeys.storefront}") { resourceId } }`;
async function ask(token: string) {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return { status: response.status, headers: response.headers, code: errors?.[0]?.extensions.code };
}

it('while it is down a token is neither accepted nor called wrong', async () => {
  issuer.failWith({ status: 500, body: '' });
  const { status, headers, code } = await ask(await sign());
  expect([status, code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
  issuer.failWith(null);
  await expect.poll(async () => (await ask(await sign())).status).toBe(200);
});

it('its tokens say who may write', async () => {
  expect((await ask(await sign({ grant: 'client_credentials' }))).code).toBeUndefined();
  expect((await ask(await sign())).code).toBe('FORBIDDEN');
});

it('ours are refused, by every instance', async () => {
  const { signingKeys, applicationKeys } = app.stores.stores;
  const keys = createTokenKeys({ store: signingKeys, monotonicNow: () => performance.now(), now: () => new Date() });
  const own = await createTokens({ keys, applicationKeys }).issue(demoCredentials.clientId, 'implicit', new Date());
  const { status, headers, code } = await ask(own?.accessToken ?? '');
  expect([status, code]).toEqual([401, 'UNAUTHENTICATED']);
  expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
});

it('there is no endpoint for ours, and no tab of GraphiQL brings one', async () => {
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    expect((await fetch(`${app.url}/oauth/access_token`, { method })).status).toBe(404);
  }
  const page = await (await fetch(`${app.url}/graphql`, { headers: { Accept: 'text/html' } })).text();
  expect(page).toContain('CreateSubscription');
  expect(page).not.toContain('Bearer ');
});
