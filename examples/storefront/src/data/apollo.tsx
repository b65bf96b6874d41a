import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider, useMutation, useQuery } from '@apollo/client/react';
import { toOutage, toProblem } from './problem.ts';
import { gatewayEndpoint, type Problem, type ShopData, shopEndpoint } from './shop-data.ts';
import { useLast } from './use-last.ts';

const client = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: gatewayEndpoint }) });

/**
 * NOTE: Apollo's types say of each call what its options make of the data, which can't be said of a document that is a parameter: hence
 * `never`. The pages are typed by `ShopData`.
 */
export const shopData: ShopData = {
  Provider: ({ children }) => <ApolloProvider client={client}>{children}</ApolloProvider>,

  useRead(document, variables, { atShop = false } = {}) {
    const context = atShop ? { uri: shopEndpoint } : {};
    const { data, loading, error } = useQuery(document, { variables, context, errorPolicy: 'all' } as never);
    const last = useLast(data);
    return { data: last as never, isLoading: loading, problem: error ? describe(error) : null };
  },

  useWrite(document) {
    const [mutate] = useMutation(document, { context: { uri: shopEndpoint }, errorPolicy: 'all' });
    return async (variables) => {
      const { data, error } = await mutate({ variables } as never).catch((error: Error) => ({ data: null, error }));
      return { data: (data ?? null) as never, problem: error ? describe(error) : null };
    };
  },
};

function describe(error: Error): Problem {
  return CombinedGraphQLErrors.is(error) ? toProblem(error.errors) : toOutage(error);
}
