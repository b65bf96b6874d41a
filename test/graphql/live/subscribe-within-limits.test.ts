import { buildSchema, parse } from 'graphql';
import { expect, it } from 'vitest';
import { DomainError } from '../../../src/domain/errors.ts';
import type { RequestContext } from '../../../src/domain/request-context.ts';
import { createLiveConnections } from '../../../src/graphql/live/live-connections.ts';
import {
  type Results,
  type SubscribeOptions,
  subscribeWithinLimits,
} from '../../../src/graphql/live/subscribe-within-limits.ts';

const schema = buildSchema('type Query { a: Int } type Subscription { ticks: Int }');
const requestContext = { clientKey: 'client', actor: null } as RequestContext;

async function* endless() {
  yield await new Promise(() => {});
}

async function* ticking() {
  for (;;) yield { ticks: 1 };
}

function subscribe(ticks: () => unknown, changes: Partial<SubscribeOptions> = {}) {
  return subscribeWithinLimits(
    { schema, document: parse('subscription { ticks }'), rootValue: { ticks } },
    {
      connections: createLiveConnections({ liveConnections: 10, liveConnectionsPerClient: 10 }),
      requestContext,
      sentBytes: 10,
      clientSignal: new AbortController().signal,
      renew: async () => requestContext,
      execute: async () => ({ data: {} }),
      toResult: () => ({ errors: [] }),
      ...changes,
    },
  );
}

it('an event is executed with the context that its token has now, and not once the token counts no more', async () => {
  const now = { ...requestContext, requestId: 'now' };
  const executed: RequestContext[] = [];
  let isRevoked = false;
  const results = (await subscribe(ticking, {
    async renew() {
      if (isRevoked) throw new DomainError('UNAUTHENTICATED', 'The token has ended.');
      return now;
    },
    async execute(_event, context) {
      executed.push(context);
      return { data: {} };
    },
  })) as Results;
  expect(await results.next()).toEqual({ done: false, value: { data: {} } });
  isRevoked = true;
  expect(await results.next()).toEqual({ done: false, value: { errors: [] } });
  expect(await results.next()).toEqual({ done: true, value: undefined });
  expect(executed).toEqual([now]);
});

it('a subscription that begins while the gateway stops ends, and lets go of its place', async () => {
  const connections = createLiveConnections({ liveConnections: 10, liveConnectionsPerClient: 10 });
  const started = Promise.withResolvers<AsyncIterable<unknown>>();
  const beginning = subscribe(() => started.promise, { connections });
  connections.stop();
  started.resolve(endless());
  const results = (await beginning) as Results;
  expect(await results.next()).toEqual({ done: true, value: undefined });
  expect(connections.count()).toBe(0);
});
