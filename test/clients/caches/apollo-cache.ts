import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import type { Data, OpenClient } from './cache-client.ts';

/** What makes a list another one: all arguments but those of the page. */
const listKeys = ['context', 'filter', 'productId'];

export function openApolloWith(keysOfLists: string[]): OpenClient {
  return ({ url, headers, initial }) => {
    const ofRoot = relayStylePagination(keysOfLists);
    const cache = new InMemoryCache({
      typePolicies: {
        Query: { fields: { products: ofRoot, childProducts: ofRoot, catalogNodes: ofRoot, catalogRoots: ofRoot } },
        Product: {
          fields: {
            childProducts: relayStylePagination(['filter']),
            variationMatrix: relayStylePagination(),
            builtChildren: relayStylePagination(),
          },
        },
      },
    });
    if (initial) cache.restore(initial);
    const client = new ApolloClient({ cache, link: new HttpLink({ uri: `${url}/graphql`, headers }) });
    const ask = async (document: string, variables: object, fetchPolicy: 'cache-first' | 'network-only') => {
      const { data } = await client.query<Data>({
        query: gql(document),
        variables: { ...variables },
        fetchPolicy,
        errorPolicy: 'all',
      });
      return data;
    };
    return {
      query: (document, variables) => ask(document, variables, 'cache-first'),
      refetch: (document, variables) => ask(document, variables, 'network-only'),
      read: async (document, variables) =>
        client.readQuery<Data>({ query: gql(document), variables: { ...variables } }),
      extract: () => cache.extract(),
    };
  };
}

export const openApollo = openApolloWith(listKeys);
