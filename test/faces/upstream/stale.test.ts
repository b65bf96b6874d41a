/** What a response says of the platform's part in it: how often it was called, and whether it shows what is not new. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PlatformAnswer } from '../../support/dialect-proxy.ts';
import { openEmbedded } from '../../support/engines.ts';
import { openGatewayBefore } from '../../support/gateway-before.ts';
import { useOpened } from '../../support/use-opened.ts';

const cacheSeconds = 2;
/** No second passes but those that the test lets pass, however long its requests take. */
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterAll(() => void vi.useRealTimers());
const gateway = useOpened(() =>
  openGatewayBefore(openEmbedded, { cacheSeconds, distort: (answer) => instead ?? answer }),
);
const away: PlatformAnswer = { status: 503, text: 'away' };
let instead: PlatformAnswer | null = null;

const query = '{ products(first: 3) { nodes { name } } }';
const path = '/v2/pcm/catalog/products?page%5Blimit%5D=3';

it('a record that can not be read is not shown again, once the platform answers with one that can', async () => {
  const offerings = '/v2/subscriptions/offerings?page%5Blimit%5D=1';
  instead = { status: 200, text: '{"data":[{"id":"7","type":"subscription_offering"}]}' };
  expect((await gateway.rest('GET', offerings)).status).toBe(503);
  instead = null;
  expect((await gateway.rest('GET', offerings)).status).toBe(200);
});

it('calls are told, and none is needed a second time; what outlives the platform says that it is stale', async () => {
  gateway.requests.length = 0;
  const cold = await gateway.ask(query);
  expect(cold.extensions.cost?.upstream, cold.shown).toMatchObject({ actual: gateway.requests.length });
  const overRest = await gateway.rest('GET', path);
  expect(overRest.headers.get('warning')).toBeNull();
  gateway.requests.length = 0;
  const warm = await gateway.ask(query);
  expect(warm.extensions.cost?.upstream).toMatchObject({ actual: 0 });
  expect(warm.extensions).not.toHaveProperty('stale');
  expect([warm.data, gateway.requests.length]).toEqual([cold.data, 0]);

  instead = away;
  vi.advanceTimersByTime(1000 * cacheSeconds);
  const stale = await gateway.ask(query);
  expect([stale.data, stale.extensions.stale], stale.shown).toEqual([cold.data, true]);
  const staleOverRest = await gateway.rest('GET', path);
  expect(staleOverRest.body).toEqual(overRest.body);
  expect(staleOverRest.headers.get('warning')).toBe('110 - "Response is Stale"');
  expect(staleOverRest.headers.get('cache-control')).toBe('no-store');
});
