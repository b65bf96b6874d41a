/** An operator may ask for a token for the catalog, too. */
import { expect, it } from 'vitest';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { startApp } from '../support/running-app.ts';
import { useOpened } from '../support/use-opened.ts';

const app = useOpened(() => startApp({ CATALOG_ACCESS: 'token' }));

const { showcaseParent } = demoIds.products;
const reads = [
  '{ products(first: 1) { totalCount } }',
  `{ product(id: "${showcaseParent}") { name } }`,
  `{ childProducts(productId: "${showcaseParent}") { totalCount } }`,
  '{ catalogNodes(last: 1) { nodes { name } } }',
  `{ catalogNodes(filter: { id: { in: ["${showcaseParent}"] } }) { nodes { name } } }`,
  '{ offerings { nodes { plans { nodes { name } } } } }',
  `{ catalogRoots { totalCount } }`,
  `{ productBy(by: { slug: "storm-shell" }) { name mainImage { url } } }`,
];

async function ask(query: string, token?: string) {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as { data: object | null; errors?: { extensions: { code: string } }[] };
}

it.each(reads)('without one nothing of it is read: %s', async (query) => {
  const { data, errors } = await ask(query);
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED']);
  expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([]);
});

it.each(reads)('an implicit one is enough: %s', async (query) => {
  const token = await app.tokens.issue(demoCredentials.clientId, 'implicit', new Date());
  expect((await ask(query, token?.accessToken)).errors).toBeUndefined();
});

it.each([
  '/v2/pcm/catalog/products?filter=faulty',
  `/catalog/products/${showcaseParent}`,
  `/pcm/catalog/products/${showcaseParent}/relationships/children`,
  '/v2/catalog/nodes',
  '/v2/subscriptions/offerings',
  '/v2/subscriptions/offerings?page[limit]=faulty',
  '/v2/subscriptions/offerings/faulty/plans',
])('over REST it is required before anything else: %s', async (path) => {
  const without = await fetch(`${app.url}${path}`);
  expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  const token = await app.tokens.issue(demoCredentials.clientId, 'implicit', new Date());
  const withToken = await fetch(`${app.url}${path}`, { headers: { Authorization: `Bearer ${token?.accessToken}` } });
  expect(withToken.status).toBe(path.includes('faulty') ? 400 : 200);
  const afterwards = await fetch(`${app.url}${path}`);
  expect(afterwards.status, 'though the response is cached by now').toBe(401);
});

it('the OpenAPI document says that no operation does without one', async () => {
  const { paths } = (await (await fetch(`${app.url}/v2/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security: object[] }>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations.length).toBeGreaterThan(40);
  expect(operations.filter(({ security }) => security.some((scheme) => Object.keys(scheme).length === 0))).toEqual([]);
});
