import { ApolloLink, Observable } from '@apollo/client';
import { print } from 'graphql';
import { createClient } from 'graphql-sse';
import { Observable as RelayObservable, type SubscribeFunction } from 'relay-runtime';
import { keepSubscribed } from './keep-subscribed.ts';

/** `ApolloLink.split(({ operationType }) => operationType === 'subscription', createEventLink(url), http)` */
export function createEventLink(url: string): ApolloLink {
  const events = createClient({ url, retryAttempts: 0 });
  return new ApolloLink(
    ({ query, variables }) =>
      new Observable((sink) => keepSubscribed(events, { query: print(query), variables }, sink)),
  );
}

/** `Network.create(send, createRelaySubscribe(url))` */
export function createRelaySubscribe(url: string): SubscribeFunction {
  const events = createClient({ url, retryAttempts: 0 });
  return ({ id, text }, variables) => {
    const request = { query: text ?? '', ...(id && { doc_id: id }), variables };
    return RelayObservable.create((sink) => keepSubscribed(events, request, sink));
  };
}
