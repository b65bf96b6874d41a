import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { createTypePolicies } from '../recipes/apollo-policies.ts';
import type { Data, OpenClient } from './cache-client.ts';

/** `embedded`: the names of the types that have no `id`. */
export function openApolloWith(embedded: string, keysOfRoots?: string[]): OpenClient {
  return ({ url, headers, initial }) => {
    const cache = new InMemoryCache({ typePolicies: createTypePolicies(embedded, keysOfRoots) });
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
