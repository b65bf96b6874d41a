import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache, type OperationVariables } from '@apollo/client';
import { ApolloProvider, useMutation, useQuery } from '@apollo/client/react';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { toOutage, toProblem } from './problem.ts';
import { gatewayEndpoint, type Problem, type ReadOptions, type ShopData, shopEndpoint } from './shop-data.ts';
import { useLast } from './use-last.ts';

const client = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: gatewayEndpoint }) });

/** Apollo's types are of documents that stand in the call; of one that is a parameter, the document itself says what its data is. */
export const shopData: ShopData = {
  Provider: ({ children }) => <ApolloProvider client={client}>{children}</ApolloProvider>,

  useRead<Data, Variables extends OperationVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    { atShop = false, isRetry = false }: ReadOptions = {},
  ) {
    const context = atShop ? { uri: shopEndpoint } : {};
    const fetchPolicy = isRetry ? 'cache-and-network' : 'cache-first';
    const options = { variables, context, errorPolicy: 'all', fetchPolicy } as const;
    const { data, loading, error } = useQuery<unknown, OperationVariables>(document, options);
    const last = useLast(data) as Data | undefined;
    return { data: last, isLoading: loading, problem: error ? describe(error) : null };
  },

  useWrite<Data, Variables extends OperationVariables>(document: TypedDocumentNode<Data, Variables>) {
    const options = { context: { uri: shopEndpoint }, errorPolicy: 'all' } as const;
    const [mutate] = useMutation<unknown, OperationVariables>(document, options);
    return async (variables: Variables) => {
      const { data, error } = await mutate({ variables }).catch((error: Error) => ({ data: null, error }));
      return { data: (data ?? null) as Data | null, problem: error ? describe(error) : null };
    };
  },
};

function describe(error: Error): Problem {
  return CombinedGraphQLErrors.is(error) ? toProblem(error.errors) : toOutage(error);
}
