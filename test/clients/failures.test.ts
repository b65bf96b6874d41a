/** What clients show of a field that failed for the moment, as where a platform behind the gateway is away, and of one that always fails. */
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../support/running-app.ts';
import { useOpened } from '../support/use-opened.ts';
import { embeddedTypes } from './caches/embedded-types.ts';
import { openGraphcacheWith } from './caches/graphcache.ts';
import { openRelay } from './caches/relay-cache.ts';
import { listScreen } from './caches/screens.ts';
import { failures } from './recipes/apollo-failures.ts';
import { createTypePolicies } from './recipes/apollo-policies.ts';
import { retries } from './recipes/apollo-retries.ts';

const { document, variables } = listScreen({ channel: 'mobile', tag: '', language: 'de' }, null);
const passing = ['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL'];

const app = useOpened(() => startApp({ TRUSTED_DOCUMENTS: 'test/clients/relay/documents.json' }));

/** The list of the first response is null, with an error of this code. Returns how many requests were sent. */
function failOnce(code: string): () => number {
  let requests = 0;
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const response = await send(...given);
    // Clients of other tests may still be at work.
    if (!String(given[0]).startsWith(app.url) || ++requests > 1) return response;
    const { data } = (await response.json()) as { data: object };
    const errors = [{ message: 'Not now.', path: ['products'], extensions: { code } }];
    return Response.json({ data: { ...data, products: null }, errors });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return () => requests;
}

describe('Apollo Client with errorPolicy: all', () => {
  function openShop(links: readonly ApolloLink[]) {
    const cache = new InMemoryCache({ typePolicies: createTypePolicies(embeddedTypes) });
    const client = new ApolloClient({
      cache,
      link: ApolloLink.from([...links, new HttpLink({ uri: `${app.url}/graphql` })]),
    });
    const query = gql('{ catalogRoots { totalCount } products(first: 2) { edges { node { id } } } }');
    return async () => {
      // biome-ignore lint/suspicious/noExplicitAny: whatever was selected
      const { data, error } = await client.query<any>({ query, errorPolicy: 'all' });
      return [data?.products?.edges.length, data?.catalogRoots.totalCount > 0, error?.message];
    };
  }

  it.each(passing)('requests again what was %s', async (code) => {
    const requested = failOnce(code);
    const show = openShop([failures]);
    expect(await show()).toEqual([undefined, false, 'Not now.']);
    expect([await show(), await show()]).toEqual([
      [2, true, undefined],
      [2, true, undefined],
    ]);
    expect(requested()).toBe(2);
  });

  it.each([
    ['what came beside an error that stays', 'UNPROCESSABLE_ENTITY', [failures]],
    ['without that link, the null of what failed for the moment', 'UNAVAILABLE', []],
  ])('keeps %s', async (_what, code, links) => {
    const requested = failOnce(code);
    const show = openShop(links);
    expect(await show()).toEqual([undefined, true, 'Not now.']);
    expect(await show()).toEqual([undefined, true, undefined]);
    expect(requested()).toBe(1);
  });
});

it.each([
  ['is sent again when Retry-After says', 429, 'RATE_LIMITED', 2],
  ['is sent again, too', 503, 'UNAVAILABLE', 2],
  ['is not mended by that', 200, 'EXPIRED', 1],
])('what Apollo Client hears %s: %s, %s', async (_what, status, code, sent) => {
  const times: number[] = [];
  const answer = { errors: [{ message: 'Not now.', extensions: { code } }] };
  const headers = { 'Content-Type': 'application/graphql-response+json', 'Retry-After': '1' };
  const busyOnce: typeof fetch = async () => {
    times.push(performance.now());
    if (times.length === 1) return Response.json(answer, { status, headers });
    return Response.json({ data: { limits: { __typename: 'RequestLimits', maxDepth: 9 } } });
  };
  const http = new HttpLink({ uri: app.url, fetch: busyOnce });
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.from([retries, failures, http]) });
  const { data } = await client.query({ query: gql('{ limits { maxDepth } }'), errorPolicy: 'all' });
  expect([times.length, data !== undefined]).toEqual([sent, sent > 1]);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual((sent - 1) * 990);
});

it.each(passing)('Relay requests again what was %s', async (code) => {
  const requested = failOnce(code);
  const client = openRelay({ url: app.url, headers: {} });
  await expect(client.query(document, variables)).rejects.toThrow('Try again.');
  const { products } = await client.query(document, variables);
  expect(products.edges.length).toBeGreaterThan(0);
  await client.query(document, variables);
  expect(requested()).toBe(2);
});

it('Relay keeps a list whose next page is of a release that is gone, and is told so', async () => {
  const client = openRelay({ url: app.url, headers: {} });
  const { products } = await client.query(document, variables);
  const ofAnother = { ...variables, cursor: 'b3RoZXI' };
  await expect(client.refetch(document, ofAnother)).rejects.toThrow('Try again.');
  failOnce('EXPIRED');
  await expect(client.refetch(document, { ...variables, cursor: products.pageInfo.endCursor })).rejects.toThrow();
  expect(await client.read(document, variables)).toMatchObject({ products });
});

it('Graphcache requests again what failed', async () => {
  const requested = failOnce('UNAVAILABLE');
  const client = openGraphcacheWith(embeddedTypes)({ url: app.url, headers: {}, initial: {} });
  await client.query(document, variables);
  const { products } = await client.query(document, variables);
  expect(products.edges.length).toBeGreaterThan(0);
  expect(requested()).toBe(2);
});
