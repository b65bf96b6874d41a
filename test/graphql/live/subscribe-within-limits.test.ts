import { buildSchema, parse } from 'graphql';
import { expect, it } from 'vitest';
import type { RequestContext } from '../../../src/domain/request-context.ts';
import { createLiveConnections } from '../../../src/graphql/live/live-connections.ts';
import { type Results, subscribeWithinLimits } from '../../../src/graphql/live/subscribe-within-limits.ts';

const schema = buildSchema('type Query { a: Int } type Subscription { ticks: Int }');
const requestContext = { clientKey: 'client', actor: null } as RequestContext;

async function* endless() {
  yield await new Promise(() => {});
}

it('a subscription that begins while the gateway stops ends, and lets go of its place', async () => {
  const connections = createLiveConnections({ liveConnections: 10, liveConnectionsPerClient: 10 });
  const started = Promise.withResolvers<AsyncIterable<unknown>>();
  const beginning = subscribeWithinLimits(
    { schema, document: parse('subscription { ticks }'), rootValue: { ticks: () => started.promise } },
    {
      connections,
      requestContext,
      sentBytes: 10,
      clientSignal: new AbortController().signal,
      renew: async () => requestContext,
      execute: async () => ({ data: {} }),
      toResult: () => ({ errors: [] }),
    },
  );
  connections.stop();
  started.resolve(endless());
  const results = (await beginning) as Results;
  expect(await results.next()).toEqual({ done: true, value: undefined });
  expect(connections.count()).toBe(0);
});
