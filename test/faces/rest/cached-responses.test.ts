/** The catalog over REST comes from the response cache, under what it depends on; nothing else does. */
import { beforeAll, expect, it } from 'vitest';
import { demoCredentials } from '../../../src/demo/application-keys.ts';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { startApp } from '../../support/running-app.ts';
import { useOpened } from '../../support/use-opened.ts';

const products = '/v2/pcm/catalog/products';
const page = `${products}/${demoIds.products.manyChildrenParent}/relationships/children?page[limit]=5`;

const app = useOpened(startApp);
let token: string;
beforeAll(async () => {
  token = (await app.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date()))?.accessToken ?? '';
});

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const before = app.countCached();
  const response = await fetch(`${app.url}${path}`, { method, headers });
  const text = await response.text();
  return { isCached: app.countCached() > before, status: response.status, headers: response.headers, text };
}

it('an equal request gets the same bytes and validator again, past the store', async () => {
  const [first, second] = [await get(page), await get(page)];
  expect([first.isCached, second.isCached]).toEqual([false, true]);
  expect(second.text).toBe(first.text);
  expect(JSON.parse(second.text).data).toHaveLength(5);
  for (const name of ['etag', 'content-type', 'cache-control', 'vary']) {
    expect(second.headers.get(name)).toBe(first.headers.get(name));
  }
  expect(first.headers.get('cache-control')).toBe('public, no-cache');
  const names = ['EP-Channel', 'EP-Context-Tag', 'Accept-Language', 'Authorization'];
  const vary = first.headers.get('vary')?.split(', ');
  expect(vary).toEqual(expect.arrayContaining(names));
  // There is one media type.
  expect(vary).not.toContain('Accept');
});

it.each([page, `${products}/${demoIds.products.manyChildrenParent}`, '/v2/pcm/catalog/nodes'])(
  'a response has the same bytes and validator where nothing is cached: %s',
  async (path) => {
    const uncached = await startApp({ ANSWER_CACHE_MB: '0' });
    try {
      const [here, there] = [await get(path), await fetch(`${uncached.url}${path}`)];
      expect(await there.text()).toBe(here.text);
      expect(there.headers.get('etag')).toBe(here.headers.get('etag'));
      expect(here.headers.get('etag')).toMatch(/^"[\w-]{43}(?:-gzip)?"$/);
      expect(uncached.countCached()).toBe(0);
    } finally {
      await uncached.close();
    }
  },
);

it('what a client has already is not sent again', async () => {
  const etag = (await get(page)).headers.get('etag') ?? '';
  const again = await get(page, { 'If-None-Match': etag });
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  expect((await get(page, { 'If-None-Match': '"another"' })).status).toBe(200);
});

it('HEAD has the headers of GET, and no body', async () => {
  const [whole, head] = [await get(page), await get(page, {}, 'HEAD')];
  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', whole.headers.get('etag')]);
});

it.each<[string, string, Record<string, string>, boolean]>([
  ['another path', `${products}?page[limit]=5`, {}, false],
  ['another page', `${page}&page[offset]=5`, {}, false],
  ['another channel', page, { 'EP-Channel': 'another' }, false],
  ['another tag', page, { 'EP-Context-Tag': 'another' }, false],
  ['another language', page, { 'Accept-Language': 'de' }, false],
  ['the same language in other words', page, { 'Accept-Language': 'de, en;q=0.5' }, true],
])('%s: from the cache %#', async (_title, path, headers, isCached) => {
  expect((await get(path, headers)).isCached).toBe(isCached);
  expect((await get(path, headers)).isCached).toBe(true);
});

it('whoever sends a token gets a private response', async () => {
  const { headers } = await get(page, { Authorization: `Bearer ${token}` });
  expect(headers.get('cache-control')).toBe('private, no-cache');
});

it.each([
  ['a product that is not there', `${products}/absent`, 404],
  ['a page that is too long', `${products}?page[limit]=101`, 400],
  ['application keys', `/v2/application-keys/${demoIds.applicationKeys.storefront}`, 200],
  ['a subscription that is not there', '/v2/subscriptions/subscriptions/8a612c1e-face-5d9d-8bce-4f6937707f6a', 404],
])('%s: never cached', async (_title, path, status) => {
  for (const _time of [1, 2]) {
    const answer = await get(path, { Authorization: `Bearer ${token}` });
    expect([answer.status, answer.isCached, answer.headers.get('etag')]).toEqual([status, false, null]);
  }
});

it.each([
  ['a product that is not there', `${products}/absent`, 404],
  ['a parent that is not there', `${products}/absent/relationships/children`, 404],
  ['a page that is too long', `${products}?page[limit]=101`, 400],
])('%s may be kept by no cache on the way: it may be there in another channel', async (_title, path, status) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await get(path, {}, method);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
  }
});

it.each([
  '/v2/subscriptions/offerings',
  '/v2/application-keys',
  `/v2/application-keys/${demoIds.applicationKeys.storefront}`,
])('%s is no response for shared caches', async (path) => {
  const { status, headers } = await get(path, { Authorization: `Bearer ${token}` });
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
});
