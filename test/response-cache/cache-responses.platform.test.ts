/** Equal requests that come at once, in front of a platform: none waits for another that waits for the platform. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FaultyPlatform, openFaultyPlatform, silent } from '../support/faulty-platform.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';

const timeoutMs = 2000;

let platform: FaultyPlatform;
let app: RunningApp;
beforeAll(async () => {
  platform = await openFaultyPlatform();
  platform.behave(silent);
  app = await startApp({
    UPSTREAM_URL: platform.url,
    UPSTREAM_CLIENT_ID: 'shop',
    UPSTREAM_TIMEOUT_MS: String(timeoutMs),
  });
});
afterAll(async () => {
  await app.close();
  await platform.close();
});

it.each([
  ['over REST', '/v2/pcm/catalog/products'],
  ['in the graph', `/graphql?query=${encodeURIComponent('{ products { nodes { name } } }')}`],
])('%s, both are refused when the one call of both is', async (_face, path) => {
  const before = platform.calls.length;
  const first = fetch(`${app.url}${path}`);
  await sleep(timeoutMs / 2);
  await Promise.all([first, fetch(`${app.url}${path}`)]);
  expect(platform.calls.length - before).toBe(1);
});
