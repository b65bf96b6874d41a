import { ApolloClient, gql, InMemoryCache } from '@apollo/client';
import type { GraphQLResponse, Observable } from 'relay-runtime';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../../support/running-app.ts';
import { createEventLink, createRelaySubscribe } from './event-transports.ts';
import { createUrqlClient } from './urql-events.ts';

type Tell = (data: unknown) => void;
type Listen = (url: string, document: string, told: Tell) => { unsubscribe(): void };

const transports: Record<string, Listen> = {
  urql: (url, document, tell) =>
    createUrqlClient(url)
      .subscription(document, {})
      .subscribe(({ data, error }) => tell(data ?? error)),
  'Apollo Client': (url, document, tell) =>
    new ApolloClient({ cache: new InMemoryCache(), link: createEventLink(url) })
      .subscribe({ query: gql(document) })
      .subscribe(({ data, error }) => tell(data ?? error)),
  Relay: (url, document, tell) => {
    const operation = { name: 'Watch', id: null, text: document, operationKind: 'subscription', metadata: {} };
    const events = createRelaySubscribe(url)(operation as never, {}, {}) as Observable<GraphQLResponse>;
    return events.subscribe({ next: tell, error: tell });
  },
};
const names = Object.keys(transports).join(', ');

/** What each is told. */
function listen(url: string, document: string): unknown[][] {
  return Object.values(transports).map((subscribe) => {
    const told: unknown[] = [];
    const subscription = subscribe(`${url}/graphql`, document, (data) => told.push(data));
    onTestFinished(() => subscription.unsubscribe());
    return told;
  });
}

it(`${names} go on when the gateway has started again`, async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const app = await startApp();
  const told = listen(app.url, 'subscription { catalogReleased { catalog { name } } }');
  await expect.poll(() => told.map(({ length }) => length)).toEqual([1, 1, 1]);
  await app.close();
  const next = await startApp({ PORT: String(app.port) });
  onTestFinished(() => next.close());
  await expect.poll(() => told.map(({ length }) => length)).toEqual([2, 2, 2]);
  for (const [first, second] of told) expect(second).toEqual(first);
});

it(`${names} hear why they are refused, and do not connect again`, async () => {
  const app = await startApp();
  onTestFinished(() => app.close());
  const send = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => void vi.restoreAllMocks());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const faulty = 'subscription { catalogReleased(context: { channel: "a\\u0001" }) { catalog { name } } }';
  const told = listen(app.url, faulty);
  while (told.some(({ length }) => length === 0)) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(6000);
  expect(send).toHaveBeenCalledTimes(told.length);
  for (const [reason] of told) expect(String(reason) + JSON.stringify(reason)).toContain("'context.channel'");
});

it(`${names} are told nothing of what another attempt mends`, async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const away = { errors: [{ message: 'Not now.', extensions: { code: 'UNAVAILABLE' } }] };
  const shown = { data: { catalogReleased: { catalog: { name: 'Main' } } } };
  const streamOf = (result: object) => `event: next\ndata: ${JSON.stringify(result)}\n\nevent: complete\ndata:\n\n`;
  let connections = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    connections += 1;
    const result = connections > 3 ? shown : away;
    return new Response(streamOf(result), { headers: { 'Content-Type': 'text/event-stream' } });
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const told = listen('http://gateway.test', 'subscription { catalogReleased { catalog { name } } }');
  await expect
    .poll(() => told.map(([first]) => JSON.stringify(first)), { timeout: 5000 })
    .toEqual(told.map(() => expect.stringContaining('Main')));
});
