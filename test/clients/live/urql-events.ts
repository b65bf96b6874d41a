import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { createClient } from 'graphql-sse';

export function createUrqlClient(url: string): Client {
  const events = createClient({ url });
  const transport = subscriptionExchange({
    forwardSubscription: ({ query = '', variables = {} }) => ({
      subscribe: (sink) => ({ unsubscribe: events.subscribe({ query, variables }, sink) }),
    }),
  });
  return new Client({ url, exchanges: [fetchExchange, transport] });
}
