import { readFile } from 'node:fs/promises';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { expect, it } from 'vitest';
import { createTypePolicies } from '../recipes/apollo-policies.ts';
import { askAgain } from './ask-again.ts';

it('a query that was on its way is requested again when its answer has come', async () => {
  const releases = ['before', 'after'];
  const first = Promise.withResolvers<void>();
  let requests = 0;
  /** Answers the first request slowly, with what was shown when it was sent. */
  const answer: typeof fetch = async () => {
    const release = releases[requests] ?? 'requested too often';
    requests += 1;
    if (requests === 1) await first.promise;
    return Response.json({ data: { shown: { __typename: 'Shown', id: '1', release } } });
  };
  const link = new HttpLink({ uri: 'http://gateway.invalid/graphql', fetch: answer });
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  const query = client.watchQuery<{ shown: { release: string } }>({ query: gql('{ shown { id release } }') });
  query.subscribe({});
  await expect.poll(() => requests).toBe(1);
  const asking = askAgain(client);
  first.resolve();
  await asking;
  expect(query.getCurrentResult().data).toMatchObject({ shown: { release: 'after' } });
  await askAgain(client);
  expect(requests).toBe(3);
});

interface List {
  readonly products: {
    readonly edges: readonly { readonly cursor: string; readonly node: { readonly name: string } }[];
    readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
  };
}

it('a page that is added to a list is not of the release before', async () => {
  const more = Promise.withResolvers<void>();
  let release = 'before';
  /** Answers for a next page slowly, with what was shown when it was sent. */
  const answer: typeof fetch = async (_, init) => {
    const { after } = JSON.parse(String(init?.body)).variables;
    const cursor = `${release} ${after ? 2 : 1}`;
    if (after) await more.promise;
    const edges = [{ __typename: 'ProductEdge', cursor, node: { __typename: 'Product', id: cursor, name: cursor } }];
    const pageInfo = { __typename: 'PageInfo', endCursor: cursor, hasNextPage: !after };
    return Response.json({ data: { products: { __typename: 'ProductConnection', edges, pageInfo } } });
  };
  const cache = new InMemoryCache({ typePolicies: createTypePolicies('ProductFacets') });
  const link = new HttpLink({ uri: 'http://gateway.invalid/graphql', fetch: answer });
  const client = new ApolloClient({ cache, link });
  const query = gql(`query($after: String) {
    products(first: 1, after: $after) { edges { cursor node { id name } } pageInfo { endCursor hasNextPage } }
  }`);
  const list = client.watchQuery({ query });
  const shown = () => client.readQuery<List>({ query })?.products.edges.map(({ node }) => node.name);
  list.subscribe({});
  await expect.poll(shown).toEqual(['before 1']);
  const loaded = list.fetchMore({ variables: { after: 'before 1' } });
  release = 'after';
  const asking = askAgain(client);
  setTimeout(more.resolve, 50);
  await Promise.all([asking, loaded]);
  expect(shown()).toEqual(['after 1']);
});

it('ask-again.ts is the code of the documentation', async () => {
  const code = await readFile(new URL('ask-again.ts', import.meta.url), 'utf8');
  expect(await readFile('docs/clients.md', 'utf8')).toContain(`\n\`\`\`ts\n${code}\`\`\`\n`);
});
