/** Whole responses that are made of a platform's answers: sent again while these are new, to whom these belong. */
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openEmbedded } from '../../support/engines.ts';
import { type GatewayBefore, openGatewayBefore } from '../../support/gateway-before.ts';

const cacheSeconds = 2;
const query = '{ products(first: 3) { nodes { name } } }';
const path = '/v2/pcm/catalog/products?page%5Blimit%5D=3';

let gateway: GatewayBefore | null = null;
let edition = 'first';
const open = async () => {
  gateway = await openGatewayBefore(openEmbedded, {
    ...{ cacheSeconds, responseCacheBytes: 1_000_000 },
    distort: ({ status, text }) => ({ status, text: text.replaceAll('"name":"', `"name":"${edition} `) }),
  });
  return gateway;
};
beforeEach(async () => {
  await gateway?.drop();
  edition = 'first';
});
afterAll(() => gateway?.drop());

it('a response is cached from the first one on that took no call, until its answers are old', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, requests, responseCache } = await open();
  const cold = await ask(query);
  const calls = requests.length;
  const { cost } = cold.extensions;
  expect(cost?.upstream, cold.shown).toEqual({ estimated: expect.any(Number), actual: calls });
  expect(responseCache.size().entries).toBe(0);
  const warm = await ask(query);
  // It did the same work, of which the calls alone were not needed.
  expect(warm.extensions.cost).toEqual({ ...cost, upstream: { ...cost?.upstream, actual: 0 } });
  expect(requests.length).toBe(calls);
  expect(responseCache.size().entries).toBe(1);
  edition = 'second';
  expect((await ask(query)).body).toBe(warm.body);
  expect(requests.length).toBe(calls);

  vi.advanceTimersByTime(1000 * cacheSeconds);
  const stale = await ask(query);
  expect([stale.data, stale.extensions.stale]).toEqual([cold.data, true]);
  await expect.poll(async () => (await ask(query)).extensions.stale).toBeUndefined();
  expect((await ask(query)).data.products.nodes[0].name).toMatch(/^second /);
});

it('a response is of the one who sent the same credentials, and of nobody else', async () => {
  const { ask, requests, responseCache } = await open();
  const callers = [{ as: 'nobody' }, { as: 'shopper' }, { as: 'admin' }] as const;
  for (const caller of callers) {
    const calls = requests.length;
    await ask(query, {}, caller);
    expect(requests.length).toBeGreaterThan(calls);
    await ask(query, {}, caller);
  }
  expect(responseCache.size().entries).toBe(callers.length);
});

it('languages that are wished for otherwise are other responses: which there are is not known', async () => {
  const { ask, responseCache } = await open();
  for (const language of ['de', 'de, en;q=0.5', 'de']) {
    await ask(query, {}, { language });
    await ask(query, {}, { language });
  }
  expect(responseCache.size().entries).toBe(2);
});

it('HTTP caches are told by what a response over REST is told apart', async () => {
  const { rest } = await open();
  const headers = { 'EP-Account-Management-Authentication-Token': 'of-an-account' };
  for (const [as, sent, control] of [
    ['nobody', {}, 'public, no-cache'],
    ['nobody', headers, 'private, no-cache'],
    ['shopper', {}, 'private, no-cache'],
  ] as const) {
    await rest('GET', path, { as, headers: sent });
    const cached = await rest('GET', path, { as, headers: sent });
    expect(cached.headers.get('cache-control')).toBe(control);
    const names = cached.headers.get('vary')?.toLowerCase().split(', ') ?? [];
    expect(names).toContain('ep-account-management-authentication-token');
    expect(names).toEqual([...new Set(names)]);
  }
});

it('nothing is cached that was not read of the catalog', async () => {
  const { ask, responseCache } = await open();
  for (const _ of [1, 2]) await ask('{ customApis(first: 1) { nodes { name } } }');
  expect(responseCache.size().entries).toBe(0);
});
