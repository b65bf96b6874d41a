import { expect, it } from 'vitest';
import { createGraphiQLTabs } from '../../src/graphiql/graphiql-tabs.ts';

const tokens = { issue: async () => ({ accessToken: 'the-token', expiresAt: new Date(0) }) };
const now = () => new Date('2026-02-03T04:05:06.007Z');

async function tabsFor(host: string, url: string, isDemo = true): Promise<string> {
  const tabs = await createGraphiQLTabs({ config: { isDemo, host }, tokens, now })(new Request(url));
  expect(tabs.length).toBeGreaterThan(0);
  return JSON.stringify(tabs);
}

it.each([
  ['127.0.0.1', 'http://127.0.0.1:4000/graphql'],
  ['localhost', 'http://localhost:4000/graphql'],
  ['::1', 'http://[::1]:4000/graphql'],
  ['127.0.0.1', 'http://LOCALHOST:4000/graphql'],
])('the tabs carry a token where only this machine can ask: %s, %s', async (host, url) => {
  expect(await tabsFor(host, url)).toContain('Bearer the-token');
});

it.each([
  ['0.0.0.0', 'http://127.0.0.1:4000/graphql'],
  ['::', 'http://localhost:4000/graphql'],
  ['192.0.2.1', 'http://192.0.2.1:4000/graphql'],
  ['127.0.0.1', 'http://evil.example:4000/graphql'],
  ['127.0.0.1', 'http://127.0.0.1.evil.example/graphql'],
  ['127.0.0.1', 'http://localhost.evil.example/graphql'],
])('and none where others can: %s, %s', async (host, url) => {
  expect(await tabsFor(host, url)).not.toContain('the-token');
});

it('without the demo store there is neither a token nor an example of it', async () => {
  expect(await tabsFor('127.0.0.1', 'http://127.0.0.1:4000/graphql', false)).not.toMatch(/the-token|mutation/);
});
