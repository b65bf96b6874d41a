/** Apollo's, Graphcache's and Relay's caches show what the gateway says, whatever context, filter, page or product is visited next. */
import { expect, it } from 'vitest';
import { startApp } from '../support/running-app.ts';
import { useOpened } from '../support/use-opened.ts';
import { openApolloWith } from './caches/apollo-cache.ts';
import type { Data } from './caches/cache-client.ts';
import { embeddedTypes } from './caches/embedded-types.ts';
import { openGraphcacheWith } from './caches/graphcache.ts';
import { openRelay } from './caches/relay-cache.ts';
import { steps, stepsOfSession, walkSessions } from './caches/walk-sessions.ts';

const app = useOpened(() =>
  startApp({
    TRUSTED_DOCUMENTS: 'test/clients/relay/documents.json',
    ...{ RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_CLIENT: '0' },
  }),
);

it.each([
  ["Apollo Client's", openApolloWith(embeddedTypes)],
  ["Graphcache's", openGraphcacheWith(embeddedTypes)],
  ["Relay's", openRelay],
])(
  '%s cache is right after each step of a random walk',
  async (name, openClient) => {
    const { wrong, wrongCount, ...report } = await walkSessions({ url: app.url, openClient, count: steps });
    process.stdout.write(
      `${name} cache: ${wrongCount} of ${report.compared} screens wrong, ${report.pagesLoaded} pages loaded\n`,
    );
    expect(wrong).toEqual([]);
    expect(wrongCount).toBe(0);
    expect(report.compared).toBeGreaterThan(steps);
    expect(report.pagesLoaded).toBeGreaterThan(steps / 20);
    // The contexts differ in what they show: a cache that mixed them up would be seen.
    expect(report.mostPrices).toBeGreaterThan(1);
    expect(report.mostNames).toBeGreaterThan(1);
  },
  60_000 + 200 * steps,
);

it('a cache that leaves the context out of the key of a list is seen to be wrong', async () => {
  const { wrongCount } = await walkSessions({
    url: app.url,
    openClient: openApolloWith(embeddedTypes, ['filter', 'productId']),
    count: stepsOfSession,
  });
  expect(wrongCount).toBeGreaterThan(0);
});

it.each([
  ['Apollo Client', openApolloWith(embeddedTypes)],
  ['urql', openGraphcacheWith(embeddedTypes)],
])('%s continues a list in each currency, where the list states it', async (_, openClient) => {
  const client = openClient({ url: app.url, headers: {} });
  const document = `query List($currency: CurrencyCode!, $after: String) {
    products(first: 2, after: $after, currency: $currency) {
      edges { node { id price(currency: $currency) { money { currency } } } } pageInfo { endCursor } } }`;
  const first = await client.query(document, { currency: 'EUR' });
  await client.refetch(document, { currency: 'EUR', after: first.products.pageInfo.endCursor });
  await client.query(document, { currency: 'USD' });
  const shownIn = async (currency: string) =>
    (await client.read(document, { currency }))?.products.edges.map(({ node }: Data) => node.price?.money.currency);
  expect(await shownIn('EUR')).toEqual(['EUR', 'EUR', 'EUR', 'EUR']);
  expect(await shownIn('USD')).toEqual(['USD', 'USD']);
});
