/** What `docs/clients.md` shows as recipes. */
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { QueryClient } from '@tanstack/query-core';
import { getNamedType, isObjectType } from 'graphql';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { startApp } from '../support/running-app.ts';
import { useOpened } from '../support/use-opened.ts';
import { embeddedTypes } from './caches/embedded-types.ts';
import {
  ChildProductsDocument,
  type ChildProductsQuery,
  type ChildProductsQueryVariables,
} from './generated/graphql.ts';
import { createTypePolicies } from './recipes/apollo-policies.ts';
import { ask, productDocument } from './recipes/graphql-tada.ts';
import { createPageFetch } from './recipes/page-fetch.ts';
import { queryOptions } from './recipes/query-options.ts';
import { type Named, request } from './recipes/request.ts';

const manifest = 'test/clients/generated/persisted-documents.json';
const app = useOpened(() => startApp({ TRUSTED_DOCUMENTS: manifest }));

it('a typed document is requested by its hash', async () => {
  const variables = { parent: demoIds.products.showcaseParent, currency: 'EUR', first: 1 };
  const { childProducts } = await request(app.url, ChildProductsDocument, variables);
  expect(childProducts?.nodes[0]?.price?.money.currency).toBe('EUR');
  await expect(request(app.url, ChildProductsDocument, { ...variables, parent: 'absent' })).resolves.toMatchObject({
    childProducts: null,
  });
  await expect(request(app.url, ChildProductsDocument, { ...variables, first: 0 })).rejects.toMatchObject({
    message: expect.stringContaining("'first'"),
    cause: [{ extensions: { code: 'VALIDATION_FAILED' } }],
  });
});

it('a document that is a string (`documentMode`) is requested in the same way', async () => {
  type Document = DocumentTypeDecoration<ChildProductsQuery, ChildProductsQueryVariables>;
  const { __meta__ } = ChildProductsDocument as Named;
  const document = Object.assign('', { __meta__ }) as Document;
  const variables = { parent: demoIds.products.showcaseParent, currency: 'EUR', first: 1 };
  const { childProducts } = await queryOptions(app.url, document, variables).queryFn();
  expect(childProducts?.nodes).toHaveLength(1);
});

it('gql.tada types a document as it is written, by the schema', async () => {
  const variables = { id: demoIds.products.showcaseChild, currency: 'EUR', context: { language: 'de' } };
  const { product } = await ask(app.url, productDocument, variables);
  const name: string | undefined = product?.name;
  const amount: string | undefined = product?.price?.money.amount;
  expect([name, amount]).toEqual([expect.any(String), expect.stringMatching(/^\d+$/)]);
  // @ts-expect-error A product has no such field.
  expect(product?.nothing).toBeUndefined();
  // @ts-expect-error `currency` is required.
  await expect(ask(app.url, productDocument, { id: variables.id })).rejects.toThrow(
    "The field 'currency' is required.",
  );
});

it('TanStack Query keeps two contexts apart, and asks for each once', async () => {
  const queries = new QueryClient();
  const read = (channel: string) => {
    const variables = { parent: demoIds.products.showcaseParent, currency: 'EUR', first: 1, context: { channel } };
    return queries.fetchQuery({ ...queryOptions(app.url, ChildProductsDocument, variables), staleTime: Infinity });
  };
  const [web, mobile] = [await read(''), await read('mobile')];
  expect(mobile).not.toEqual(web);
  expect(await read('')).toBe(web);
  expect(queries.getQueryCache().getAll()).toHaveLength(2);
});

/** The tokens that the page sends, each with the status that it was answered with; `revoked`: from the next request on. */
function watchTokens() {
  const sent: [token: string, status: number][] = [];
  const revoked = new Set<string | null>();
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const token = new Headers(given[1]?.headers).get('authorization');
    const response = revoked.has(token) ? new Response(null, { status: 401 }) : await send(...given);
    if (token) sent.push([token, response.status]);
    return response;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { sent, revoked };
}

describe('a page', () => {
  const query = '/graphql?query={__typename}';

  it('has one token, and gets another one before it expires', async () => {
    const { sent } = watchTokens();
    let time = 0;
    const pageFetch = createPageFetch(app.url, 'demo-storefront', () => time);
    await Promise.all([pageFetch(app.url + query), pageFetch(app.url + query)]);
    time = 3_539_000;
    await pageFetch(app.url + query);
    time = 3_541_000;
    await pageFetch(app.url + query);
    const [first, same, still, next] = sent;
    expect(first).toEqual([expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/), 200]);
    expect([same, still]).toEqual([first, first]);
    expect(next?.[1]).toBe(200);
    expect(next?.[0]).not.toBe(first?.[0]);
  });

  it('gets one other where it is refused, and sends again what was refused', async () => {
    const { sent, revoked } = watchTokens();
    const pageFetch = createPageFetch(app.url, 'demo-storefront');
    await pageFetch(app.url + query);
    revoked.add(sent[0]?.[0] ?? '');
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    };
    const answers = await Promise.all([1, 2, 3].map(() => pageFetch(`${app.url}/graphql`, init)));
    for (const answer of answers) expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
    expect(sent.map(([, status]) => status)).toEqual([200, 401, 401, 401, 200, 200, 200]);
    expect(new Set(sent.map(([token]) => token)).size).toBe(2);
  });

  it('reads a catalog that needs a token, through the requests of the other recipes, too', async () => {
    const closed = await startApp({ CATALOG_ACCESS: 'token', TRUSTED_DOCUMENTS: manifest });
    onTestFinished(() => closed.close());
    const variables = { parent: demoIds.products.showcaseParent, currency: 'EUR', first: 1 };
    await expect(request(closed.url, ChildProductsDocument, variables)).rejects.toThrow('token');
    const pageFetch = createPageFetch(closed.url, 'demo-storefront');
    const options = queryOptions(closed.url, ChildProductsDocument, variables, pageFetch);
    const { childProducts } = await new QueryClient().fetchQuery(options);
    expect(childProducts?.nodes).toHaveLength(1);
  });

  it('whose client is unknown hears of it, and may try again', async () => {
    const pageFetch = createPageFetch(app.url, 'absent');
    for (const _ of [1, 2]) await expect(pageFetch(app.url + query)).rejects.toThrow('No token: 401');
  });
});

describe("Apollo's policies", () => {
  function openShop() {
    let requests = 0;
    const cache = new InMemoryCache({ typePolicies: createTypePolicies(embeddedTypes) });
    const counted: typeof fetch = (...given) => {
      requests++;
      return fetch(...given);
    };
    const client = new ApolloClient({ cache, link: new HttpLink({ uri: `${app.url}/graphql`, fetch: counted }) });
    // biome-ignore lint/suspicious/noExplicitAny: whatever was selected
    const show = async (document: string) => (await client.query<any>({ query: gql(document) })).data;
    return { show, requested: () => requests };
  }

  it('join the pages of every list', () => {
    const policies = createTypePolicies(embeddedTypes);
    const lists = Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type)
        ? Object.values(type.getFields()).flatMap(({ name, type: of }) =>
            getNamedType(of).name.endsWith('Connection') ? [[type.name, name] as const] : [],
          )
        : [],
    );
    const joined = lists.filter(([type, field]) => Object.hasOwn(policies[type]?.fields ?? {}, field));
    expect(lists.length).toBeGreaterThan(10);
    expect(joined).toEqual(lists);
  });

  it('keep what several queries select of one embedded object', async () => {
    const { show, requested } = openShop();
    const priceWith = (members: string) =>
      show(`{ product(id: "${demoIds.products.showcaseChild}") { id price(currency: "EUR") { ${members} } } }`);
    const [card, page] = ['money { amount }', 'includesTax money { formatted }'];
    const shown = [await priceWith(card), await priceWith(page)];
    expect(requested()).toBe(2);
    expect([await priceWith(card), await priceWith(page)]).toEqual(shown);
    expect(requested()).toBe(2);
  });

  it('keep the tiers in each currency, and the attributes of a template, that several queries select', async () => {
    const { show, requested } = openShop();
    const tiersIn = (currency: string) =>
      show(`{
        productBy(by: { slug: "gas-230" }) {
          id tiers { name minimumQuantity price(currency: "${currency}") { money { amount } } }
          extensions { template attribute(key: "${currency === 'EUR' ? 'made_in' : 'repairable'}") { key } }
        }
      }`);
    const shown = [await tiersIn('EUR'), await tiersIn('USD')];
    expect(shown[0].productBy.tiers.length).toBeGreaterThan(1);
    expect(requested()).toBe(2);
    expect([await tiersIn('EUR'), await tiersIn('USD')]).toEqual(shown);
    expect(requested()).toBe(2);
  });

  it('ask for the part of a list that nobody selected before', async () => {
    const parts = ['totalCount', 'nodes { id }', 'edges { node { id } }', 'pageInfo { hasNextPage endCursor }'];
    const lists = ['products(first: 2)', 'catalogRoots', 'products(filter: { sku: { eq: "absent" } })'];
    for (const list of lists)
      for (const first of parts) {
        const { show } = openShop();
        await show(`{ ${list} { ${first} } }`);
        for (const part of parts) {
          const document = `{ ${list} { ${part} } }`;
          expect(await show(document)).toEqual(await openShop().show(document));
        }
      }
  });

  it('show as much of a list as is requested, whatever was requested of it before', async () => {
    const { show } = openShop();
    const shownOf = async (size: number) =>
      (await show(`{ products(first: ${size}) { edges { node { id } } } }`)).products.edges.length;
    expect([await shownOf(2), await shownOf(5), await shownOf(2)]).toEqual([2, 5, 2]);
  });
});
