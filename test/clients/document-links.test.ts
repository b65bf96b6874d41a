/** Clients that name their documents, with the links and exchanges that they come with, and manifests as their tools write them. */
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { Client, fetchExchange } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { type ConcreteRequest, Environment, fetchQuery, Network, RecordSource, Store } from 'relay-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { readTrustedDocuments, sha256 } from '../../src/graphql/documents/trusted-documents.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';
import { ChildProductsDocument, UpdateApplicationKeyDocument } from './generated/graphql.ts';
import { createApolloLink, type Manifest } from './recipes/apollo-link.ts';
import { trusted } from './recipes/urql-trusted.ts';
import { relayScreens } from './relay/artifacts.ts';

const manifests = {
  apollo: 'test/clients/manifests/apollo.json',
  codegen: 'test/clients/generated/persisted-documents.json',
  relay: 'test/clients/relay/documents.json',
} as const;

let folder: string;
let open: RunningApp;
let closed: RunningApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manifests-'));
  for (const [name, path] of Object.entries(manifests)) await copyFile(path, join(folder, `${name}.json`));
  open = await startApp();
  closed = await startApp({ TRUSTED_DOCUMENTS: folder, TRUSTED_DOCUMENTS_ONLY: 'on' });
});
afterAll(async () => {
  await Promise.all([open?.close(), closed?.close()]);
  await rm(folder, { recursive: true });
});

/** A request, as the gateway sees it, and what it says of it. */
type Seen = readonly [method: string, sent: 'hash' | 'hash and text' | 'text', said: string];

function recordFetch() {
  const seen: Seen[] = [];
  const recorded: typeof fetch = async (input, init = {}) => {
    const url = new URL(String(input));
    const params = init.body ? JSON.parse(String(init.body)) : Object.fromEntries(url.searchParams);
    const response = await fetch(input, init);
    const { errors } = (await response.clone().json()) as {
      errors?: { message: string; extensions: { code: string } }[];
    };
    const isNamed = Boolean(params.extensions?.persistedQuery ?? /persistedQuery/.test(params.extensions ?? ''));
    const sent = isNamed ? (params.query ? 'hash and text' : 'hash') : 'text';
    seen.push([init.method ?? 'GET', sent, errors?.[0]?.extensions.code ?? 'data']);
    return response;
  };
  return { seen, recorded };
}

interface LinkedClient {
  readonly seen: readonly Seen[];
  /** Past the client's own cache. */
  request(text: string): Promise<unknown>;
}

type OpenLinked = (app: RunningApp) => LinkedClient;

function openApollo(useGETForHashedQueries: boolean): OpenLinked {
  return ({ url }) => {
    const { seen, recorded } = recordFetch();
    const http = new HttpLink({ uri: `${url}/graphql`, fetch: recorded });
    const link = new PersistedQueryLink({
      sha256: async (text: string) => sha256(text),
      useGETForHashedQueries,
    }).concat(http);
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    return {
      seen,
      request: async (text) =>
        (await client.query({ query: gql(text), fetchPolicy: 'no-cache', errorPolicy: 'all' })).data,
    };
  };
}

function openUrql(preferGetForPersistedQueries: 'force' | false): OpenLinked {
  return ({ url }) => {
    const { seen, recorded } = recordFetch();
    const exchanges = [persistedExchange({ preferGetForPersistedQueries }), fetchExchange];
    const client = new Client({ url: `${url}/graphql`, fetch: recorded, exchanges, preferGetMethod: false });
    return {
      seen,
      request: async (text) => (await client.query(text, {}, { requestPolicy: 'network-only' }).toPromise()).data,
    };
  };
}

const clients: readonly [title: string, client: OpenLinked, method: 'GET' | 'POST'][] = [
  ["Apollo's PersistedQueryLink by POST", openApollo(false), 'POST'],
  ["Apollo's PersistedQueryLink by GET", openApollo(true), 'GET'],
  ["urql's persistedExchange by POST", openUrql(false), 'POST'],
  ["urql's persistedExchange by GET", openUrql('force'), 'GET'],
];

describe.each(clients)('%s', (title, openLinked, method) => {
  it('misses once, sends the text, and is answered by the hash from then on', async () => {
    const { seen, request } = openLinked(open);
    const text = `query By${sha256(title).slice(0, 8)} { __typename }`;
    for (const _ of [1, 2]) expect(await request(text)).toMatchObject({ __typename: 'Query' });
    expect(seen.map(([, ...of]) => of)).toEqual([
      ['hash', 'PERSISTED_QUERY_NOT_FOUND'],
      ['hash and text', 'data'],
      ['hash', 'data'],
    ]);
    expect([seen[0]?.[0], seen[2]?.[0]]).toEqual([method, method]);
    // Another client with the same document never sends its text.
    const other = openLinked(open);
    await other.request(text);
    expect(other.seen).toEqual([[method, 'hash', 'data']]);
  });

  it('falls back to the text where hashes are not supported, and hears that it is not trusted', async () => {
    const { seen, request } = openLinked(closed);
    const text = `query Untrusted${method} { __typename }`;
    expect(await request(text)).toBeFalsy();
    expect(seen.at(0)?.slice(1)).toEqual(['hash', 'PERSISTED_QUERY_NOT_SUPPORTED']);
    expect(seen.at(-1)?.slice(1)).toEqual(['text', 'DOCUMENT_NOT_TRUSTED']);
  });
});

describe('a manifest', () => {
  it.each(Object.entries(manifests))(
    'that %s made is loaded, and each of its documents is executed',
    async (name, path) => {
      const documents = await readTrustedDocuments(path);
      const entries = toEntries(JSON.parse(await readFile(path, 'utf8')));
      expect(documents?.size).toBe(entries.length);
      for (const [id, text] of entries) expect(documents?.findText(id), name).toBe(text);
    },
  );

  it("of Apollo's generator serves Apollo's link", async () => {
    const manifest: Manifest = JSON.parse(await readFile(manifests.apollo, 'utf8'));
    const { seen, recorded } = recordFetch();
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      link: createApolloLink(manifest, { uri: `${closed.url}/graphql`, fetch: recorded }),
    });
    const text = await readFile('test/clients/manifests/documents/shop-product.graphql', 'utf8');
    const id = demoIds.products.showcaseParent;
    const { data } = await client.query<{ product: { resourceId: string } }>({ query: gql(text), variables: { id } });
    expect(data?.product.resourceId).toBe(id);
    await expect(client.query({ query: gql('query Newer { limits { cost } }') })).rejects.toThrow(
      "no operation 'Newer'",
    );
    expect(seen).toEqual([['GET', 'hash', 'data']]);
  });

  it("of codegen's client preset serves documentId", async () => {
    const { __meta__ } = ChildProductsDocument as unknown as { readonly __meta__: { readonly hash: string } };
    const variables = { parent: demoIds.products.showcaseParent, currency: 'EUR', first: 1 };
    expect(__meta__.hash).toMatch(/^sha256:/);
    expect(await post({ documentId: __meta__.hash, variables })).toMatchObject({ data: { childProducts: {} } });
    const search = new URLSearchParams({ documentId: __meta__.hash, variables: JSON.stringify(variables) });
    const response = await fetch(`${closed.url}/graphql?${search}`);
    expect(await response.json()).toMatchObject({ data: { childProducts: {} } });
    expect(response.headers.get('cache-control')).toBe('public, no-cache');
  });

  it("of codegen's client preset serves Apollo's link, mutations too", async () => {
    const { seen, recorded } = recordFetch();
    const link = createApolloLink({ operations: [] }, { uri: `${closed.url}/graphql`, fetch: recorded });
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    const variables = { parent: demoIds.products.showcaseParent, currency: 'EUR', first: 1 };
    const { data } = await client.query({ query: ChildProductsDocument, variables, fetchPolicy: 'no-cache' });
    expect(data?.childProducts?.nodes).toHaveLength(1);
    const input = { id: demoIds.applicationKeys.admin, name: 'Renamed' };
    await client.mutate({ mutation: UpdateApplicationKeyDocument, variables: { input }, errorPolicy: 'all' });
    expect(seen).toEqual([
      ['GET', 'hash', 'data'],
      ['POST', 'hash', 'UNAUTHENTICATED'],
    ]);
  });

  it("of codegen's client preset serves urql's exchange, mutations too", async () => {
    const { seen, recorded } = recordFetch();
    const exchanges = [trusted, fetchExchange];
    const client = new Client({ url: `${closed.url}/graphql`, fetch: recorded, exchanges, preferGetMethod: false });
    const variables = { parent: demoIds.products.showcaseParent, currency: 'EUR', first: 1 };
    const { data } = await client.query(ChildProductsDocument, variables).toPromise();
    expect(data?.childProducts?.nodes).toHaveLength(1);
    const input = { id: demoIds.applicationKeys.admin, name: 'Renamed' };
    await client.mutation(UpdateApplicationKeyDocument, { input }).toPromise();
    expect(seen).toEqual([
      ['GET', 'hash', 'data'],
      ['POST', 'hash', 'UNAUTHENTICATED'],
    ]);
  });

  it("of relay-compiler serves Relay's network layer", async () => {
    const environment = new Environment({
      network: Network.create((operation, variables) => post({ doc_id: operation.id, variables })),
      store: new Store(new RecordSource()),
    });
    const query = relayScreens.List?.query as ConcreteRequest;
    const data = await fetchQuery(environment, query, { size: 1, context: { channel: 'mobile' } }).toPromise();
    expect(data).toBeTruthy();
    const records = Object.values(environment.getStore().getSource().toJSON());
    expect(records.filter((record) => record?.__typename === 'ProductEdge').length).toBeGreaterThan(0);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: whatever the operation selects
async function post(params: object): Promise<any> {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(`${closed.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(params) })).json();
}

interface ApolloManifest {
  readonly operations: readonly { readonly id: string; readonly body: string }[];
}

function toEntries(manifest: ApolloManifest | Record<string, string>): [id: string, text: string][] {
  if (!Array.isArray(manifest.operations)) return Object.entries(manifest as Record<string, string>);
  return (manifest as ApolloManifest).operations.map(({ id, body }) => [id, body]);
}
