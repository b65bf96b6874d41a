/** Tokens of a platform can't be read: their requests count by address, whosever they are and however many there are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FaultyPlatform, json, openFaultyPlatform } from '../support/faulty-platform.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';

let platform: FaultyPlatform;
let app: RunningApp;
beforeAll(async () => {
  platform = await openFaultyPlatform(json({ data: [] }));
  const limits = { RATE_LIMIT_PER_ADDRESS: '6', RATE_LIMIT_PER_CLIENT: '1', RATE_LIMIT_FAILED_LOGINS: '1' };
  app = await startApp({ UPSTREAM_URL: platform.url, UPSTREAM_CLIENT_ID: 'shop', ...limits });
});
afterAll(async () => {
  await app.close();
  await platform.close();
});

it('no budget is of a token, and the one of the address holds for all of them', async () => {
  const ask = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${app.url}/graphql?query={__typename}`, { headers });
    return { status: response.status, policy: response.headers.get('ratelimit-policy'), text: await response.text() };
  };
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(`token-${index % 4}`)));
  expect(first?.policy).toBe('"address";q=6;w=1');
  const refused = others.filter(({ status }) => status === 429);
  // A second may end in between.
  expect(refused.length).toBeGreaterThanOrEqual(8);
  expect(refused.length).toBeLessThanOrEqual(14);
  for (const { text } of refused) expect(text).toContain('Too many requests came from this address.');
  expect(platform.received).toEqual([]);
});
