import { Client, fetchExchange, ssrExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import type { OpenClient } from './cache-client.ts';

/** `embedded`: the names of the types that have no key. */
export const openGraphcacheWith =
  (embedded: string): OpenClient =>
  ({ url, headers, initial }) => {
    const cache = cacheExchange({
      keys: Object.fromEntries(embedded.split(' ').map((type) => [type, () => null])),
      resolvers: {
        Query: {
          products: relayPagination(),
          childProducts: relayPagination(),
          catalogNodes: relayPagination(),
          catalogRoots: relayPagination(),
        },
        Product: {
          childProducts: relayPagination(),
          variationMatrix: relayPagination(),
          builtChildren: relayPagination(),
        },
      },
      logger: (severity, message) => {
        if (severity !== 'debug') throw new Error(`Graphcache has a complaint: ${message}`);
      },
    });
    const ssr = ssrExchange({ isClient: initial !== undefined, initialState: initial });
    const client = new Client({
      url: `${url}/graphql`,
      exchanges: [cache, ssr, fetchExchange],
      preferGetMethod: false,
      fetchOptions: { headers: { ...headers } },
    });
    const ask = async (
      document: string,
      variables: object,
      requestPolicy: 'cache-first' | 'network-only' | 'cache-only',
    ) => {
      const { data } = await client.query(document, { ...variables }, { requestPolicy }).toPromise();
      return data ?? null;
    };
    return {
      query: (document, variables) => ask(document, variables, 'cache-first'),
      refetch: (document, variables) => ask(document, variables, 'network-only'),
      read: (document, variables) => ask(document, variables, 'cache-only'),
      extract: () => ssr.extractData(),
    };
  };
