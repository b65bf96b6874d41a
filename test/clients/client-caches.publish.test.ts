/** How a list starts over after a publish: `docs/clients.md` says it of each client. */
import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core';
import { expect, it, onTestFinished } from 'vitest';
import { publish } from '../../src/importer/publish.ts';
import { startApp } from '../support/running-app.ts';
import { productRecord, smallCatalog } from '../support/small-catalog.ts';
import { useOpened } from '../support/use-opened.ts';
import { openApolloWith } from './caches/apollo-cache.ts';
import type { CacheClient, Data, OpenClient } from './caches/cache-client.ts';
import { embeddedTypes } from './caches/embedded-types.ts';
import { openGraphcacheWith } from './caches/graphcache.ts';
import { readAnswer } from './recipes/request.ts';

const channel = 'lists';
const document = `query List($context: ContextInput, $cursor: String) {
  products(context: $context, first: 2, after: $cursor) {
    edges { cursor node { __typename id description } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
const firstPage = { context: { channel } };
const openGraphcache = openGraphcacheWith(embeddedTypes);

const app = useOpened(startApp);
let editions = 0;

it.each<[string, OpenClient, (client: CacheClient, open: () => CacheClient) => CacheClient]>([
  ['Apollo Client, by asking again for the first page', openApolloWith(embeddedTypes), (client) => client],
  ['urql, with another client', openGraphcache, (_client, open) => open()],
])('%s', async (_title, openClient, startOver) => {
  const open = () => openClient({ url: app.url, headers: {} });
  const client = open();
  const before = await publishNext();
  await loadTwoPages(client);
  const after = await publishNext();
  const next = startOver(client, open);
  await next.refetch(document, firstPage);
  expect(shown(await next.read(document, firstPage))).toEqual([after, after]);
  expect(after).not.toBe(before);
});

it('urql shows the pages that it has after a first page that is requested again', async () => {
  const client = openGraphcache({ url: app.url, headers: {} });
  const before = await publishNext();
  await loadTwoPages(client);
  const after = await publishNext();
  await client.refetch(document, firstPage);
  expect(shown(await client.read(document, firstPage))).toEqual([after, after, before, before]);
});

it.each([
  ['pages that are all kept, by asking again', undefined, 'invalidateQueries', true],
  ['pages of which the first was dropped, by beginning anew', 1, 'resetQueries', true],
  ['pages of which the first was dropped, but not by asking again', 1, 'invalidateQueries', false],
] as const)('TanStack Query: %s', async (_title, maxPages, startOver, isNew) => {
  const queries = new QueryClient();
  const list = new InfiniteQueryObserver(queries, {
    queryKey: [firstPage],
    queryFn: ({ pageParam }) => askFor(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ products: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    getPreviousPageParam: () => null,
    ...(maxPages && { maxPages }),
  });
  const before = await publishNext();
  onTestFinished(list.subscribe(() => {}));
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  await list.fetchNextPage();
  const after = await publishNext();
  await queries[startOver]();
  const texts = list.getCurrentResult().data?.pages.flatMap(shown) ?? [];
  expect(new Set(texts)).toEqual(new Set([isNew ? after : before]));
});

async function askFor(cursor: string | null): Promise<Data> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: document, variables: { ...firstPage, cursor } }),
  });
  return readAnswer<Data>(response);
}

/** What each product of the new release says of itself. */
async function publishNext(): Promise<string> {
  editions += 1;
  const description = `edition ${editions}`;
  const products = ['a', 'b', 'c', 'd'].map((id) => productRecord({ id, attributes: { description } }));
  await publish(smallCatalog(channel, products), { releases: app.stores.stores.releases, now: new Date() });
  await expect
    .poll(async () =>
      shown(await openApolloWith(embeddedTypes)({ url: app.url, headers: {} }).query(document, firstPage)),
    )
    .toContain(description);
  return description;
}

async function loadTwoPages(client: CacheClient) {
  const { products } = await client.query(document, firstPage);
  await client.query(document, { ...firstPage, cursor: products.pageInfo.endCursor });
}

function shown({ products }: Data): string[] {
  return products.edges.map(({ node }: Data) => node.description);
}
