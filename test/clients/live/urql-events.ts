import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { createClient } from 'graphql-sse';
import { keepSubscribed } from './keep-subscribed.ts';

export function createUrqlClient(url: string): Client {
  const events = createClient({ url, retryAttempts: 0 });
  const transport = subscriptionExchange({
    forwardSubscription: ({ query = '', variables = {} }) => ({
      subscribe: (sink) => ({ unsubscribe: keepSubscribed(events, { query, variables }, sink) }),
    }),
  });
  return new Client({ url, exchanges: [fetchExchange, transport] });
}
