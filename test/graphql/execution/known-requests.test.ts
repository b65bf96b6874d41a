/** A request is answered alike whether yoga reads it or its document is known: status, headers and bytes. */
import { type DocumentNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createPersistedDocuments } from '../../../src/graphql/documents/persisted-documents.ts';
import { sha256 } from '../../../src/graphql/documents/trusted-documents.ts';
import { createKnownRequests } from '../../../src/graphql/execution/known-requests.ts';
import { createGraphQLHandler, type GraphQLHandler } from '../../../src/graphql/handler.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import type { HttpResponse } from '../../../src/http/http-exchange.ts';
import { HttpProblem } from '../../../src/http/http-problem.ts';
import { defaultLimits } from '../../../src/http/limits.ts';
import { createResponseCache } from '../../../src/response-cache/response-cache.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { toHttpRequest } from '../../support/fetch-from.ts';
import { type Gateway, openGateway } from '../../support/gateway.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { subscriptionInput as input } from '../../support/subscription-input.ts';
import { useOpened } from '../../support/use-opened.ts';

const page = 'query Page($n: Int = 3) { products(first: $n) { totalCount nodes { id name } } }';
const failing = '{ fails: product(id: "no-such-product") { name } products(first: 1) { nodes { sku } } }';
const two = 'query A { products(first: 1) { totalCount } } query B { products(first: 2) { totalCount } }';
const subscribe =
  'mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { subscription { status } } }';

const bodies: readonly (readonly [string, unknown])[] = [
  ['a query', { query: page }],
  ['variables', { query: page, variables: { n: 2 } }],
  ['variables that are null', { query: page, variables: null }],
  ['an operation that is named', { query: two, operationName: 'B' }],
  ['extensions of the client', { query: page, extensions: { client: 'one' } }],
  ['an empty name of an operation', { query: page, operationName: '' }],
  ['a field that fails', { query: failing }],
  ['a faulty variable', { query: page, variables: { n: 'three' } }],
  ['a page that is too long', { query: page, variables: { n: 101 } }],
  [
    'a cost that is too high',
    {
      query: `{ ${Array.from({ length: 60 }, (_, at) => `p${at}: products(first: 100) { nodes { name childProducts(first: 100) { nodes { name } } } }`).join(' ')} }`,
    },
  ],
  ['an operation that is not there', { query: two, operationName: 'C' }],
  ['several operations and no name', { query: two }],
  ['a document that is not valid', { query: '{ nothing }' }],
  ['a document that does not parse', { query: '{' }],
  ['a list of variables', { query: page, variables: [] }],
  ['a text for variables', { query: page, variables: '{}' }],
  ['a number for a name', { query: page, operationName: 7 }],
  ['a list of extensions', { query: page, extensions: [] }],
  ['another member', { query: page, more: 1 }],
  ['another member that is null', { query: page, more: null }],
  ['no query', { variables: {} }],
  ['a document by its hash', { query: page, extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }],
  ['a document by its id', { query: page, documentId: 'x' }],
  ['a list of requests', [{ query: page }]],
  ['a text', 'query'],
  ['a subscription', { query: 'subscription { catalogReleased { release { resourceId } } }' }],
  ['a mutation', { query: subscribe, variables: { input } }],
  ['a mutation that is refused', { query: subscribe, variables: { input: { ...input, email: 'nobody' } } }],
];
const accepts = [
  ...['application/json', 'application/graphql-response+json', '*/*', 'text/html', 'application/json; charset=latin1'],
  'application/graphql-response+json, application/json;q=0.9',
  'application/json;q=0.1, application/graphql-response+json',
];

describeEachEngine('a request whose document is known', (open) => {
  const gateway = useOpened(() => openGateway(open));

  it.each(bodies)('is answered as it was at first: %s', async (_title, body) => {
    for (const accept of accepts) {
      const handler = handlerOf(gateway);
      // Others teach it what this `Accept` is answered with.
      const first = await send(handler, body, accept);
      for (let time = 0; time < 2; time += 1) await send(handler, { query: page }, accept);
      for (let time = 0; time < 3; time += 1) expect(await send(handler, body, accept)).toEqual(first);
    }
  });

  it.each(bodies.filter(([, body]) => typeof body === 'object' && !Array.isArray(body)))(
    'is answered by a GET as it was at first: %s',
    async (_title, body) => {
      for (const accept of accepts) {
        const handler = handlerOf(gateway);
        const first = await sendGet(handler, body as object, accept);
        for (let time = 0; time < 2; time += 1) await send(handler, { query: page }, accept);
        for (let time = 0; time < 3; time += 1) expect(await sendGet(handler, body as object, accept)).toEqual(first);
      }
    },
  );

  it('changes nothing by a GET, even when a POST has', async () => {
    const handler = handlerOf(gateway);
    const mutation = { query: subscribe, variables: { input } };
    for (let time = 0; time < 3; time += 1) await send(handler, mutation, 'application/json');
    const { subscriptions: before } = await gateway.countRows();
    for (let time = 0; time < 3; time += 1) {
      expect(await sendGet(handler, mutation, 'application/json')).toMatchObject({ status: 405 });
    }
    expect((await gateway.countRows()).subscriptions).toEqual(before);
  });

  it('is answered by its hash as by its text, once it is registered, and refused with a hash of another text', async () => {
    const handler = handlerOf(gateway);
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(page) } };
    const accept = 'application/json';
    const unknown = await send(handler, { extensions }, accept);
    expect(unknown.text).toContain('PERSISTED_QUERY_NOT_FOUND');
    const expected = await send(handler, { query: page, extensions }, accept);
    expect(expected.text).toContain('totalCount');
    for (let time = 0; time < 3; time += 1) {
      expect(await send(handler, { extensions }, accept)).toEqual(expected);
      expect(await sendGet(handler, { extensions }, accept)).toMatchObject({ status: 200, text: expected.text });
      expect(await send(handler, { documentId: sha256(page) }, accept)).toEqual(expected);
      expect(await send(handler, { query: page }, accept)).toEqual(expected);
      const other = await send(handler, { query: two, extensions }, accept);
      expect(other.text).toContain('PERSISTED_QUERY_MISMATCH');
    }
  });

  it.each(['Application/JSON', 'application/json ; charset=utf-8', 'application/json;'])(
    'is read as JSON however its media type is written: %s',
    async (type) => {
      const handler = handlerOf(gateway);
      const expected = await send(handlerOf(gateway), { query: page }, 'application/json');
      expect(expected.status).toBe(200);
      for (let time = 0; time < 3; time += 1) {
        expect(await send(handler, { query: page }, 'application/json', type)).toEqual(expected);
      }
    },
  );

  it('does what a mutation says once, whether it is answered or refused', async () => {
    const handler = handlerOf(gateway);
    const { subscriptions: before } = await gateway.countRows();
    for (let time = 0; time < 5; time += 1) {
      await send(handler, { query: subscribe, variables: { input } }, 'application/json');
      await send(
        handler,
        { query: subscribe, variables: { input: { ...input, email: 'nobody' } } },
        'application/json',
      );
    }
    expect(Number((await gateway.countRows()).subscriptions) - Number(before)).toBe(5);
  });

  it('is what a bug is told of once', async () => {
    const { services } = gateway;
    const bugs: unknown[] = [];
    const broken = { ...services, catalog: { ...services.catalog, select: () => Promise.reject(new Error('a bug')) } };
    const handler = handlerOf({ services: broken }, (bug) => void bugs.push(bug));
    const answers = [];
    for (let time = 0; time < 4; time += 1) answers.push(await send(handler, { query: page }, 'application/json'));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(bugs).toHaveLength(4);
  });
});

function handlerOf(
  { services }: Pick<Gateway, 'services'>,
  reportBug: (bug: unknown) => void = () => {},
): GraphQLHandler {
  return createGraphQLHandler({
    schema,
    services,
    limits: defaultLimits,
    responseCache: createResponseCache(services.catalog, 0),
    httpCacheSeconds: 0,
    hasIntrospection: true,
    readRequestContext: async (_request, requestId) => ({ ...writingContext(), requestId }),
    reportBug,
  });
}

/** Texts as they are, all else as JSON. */
async function sendGet(handler: GraphQLHandler, params: object, accept: string) {
  const said = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const request = new Request(`http://127.0.0.1/graphql?${new URLSearchParams(said)}`, {
    headers: { Accept: accept, 'X-Request-Id': 'request' },
  });
  return toSent(() => handler(toHttpRequest(request), null));
}

/** What is refused before the document is looked for: by the message. */
async function toSent(respond: () => Promise<HttpResponse>) {
  try {
    const { status, headers, body: answered } = await respond();
    const text = answered instanceof Uint8Array ? Buffer.from(answered).toString() : answered;
    return { status, headers, text: typeof text === 'string' || text === null ? text : 'a stream' };
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return { status: error.status, headers: {}, text: error.message };
  }
}

async function send(handler: GraphQLHandler, body: unknown, accept: string, type = 'application/json') {
  const sent = JSON.stringify(body);
  const request = new Request('http://127.0.0.1/graphql', {
    method: 'POST',
    headers: { 'Content-Type': type, Accept: accept, 'X-Request-Id': 'request' },
    body: sent,
  });
  return toSent(() => handler(toHttpRequest(request), Buffer.from(sent)));
}

describe('what is executed at once', () => {
  const document = parse(page);
  const mutation = parse(subscribe);
  const known = createKnownRequests({
    documentCache: { get: (text) => (text === page ? document : text === subscribe ? mutation : undefined) },
    validDocuments: { has: () => true },
    persistedDocuments: createPersistedDocuments({
      trustedDocuments: null,
      trustedDocumentsOnly: false,
      maxDocumentBytes: 1000,
    }),
  });
  const request = (method: string) => ({ method, headers: new Headers({ accept: 'application/json' }) });
  known.learn(request('POST'), { status: 200, headers: { 'content-type': 'application/json' }, body: '' });

  it.each<[method: string, sent: object, DocumentNode | undefined]>([
    ['POST', { query: page }, document],
    ['GET', { query: page }, document],
    ['POST', { query: subscribe }, mutation],
    ['GET', { query: subscribe }, undefined],
    ['GET', { query: two }, undefined],
    ['GET', { query: page, documentId: 'x' }, undefined],
    ['POST', { query: page, documentId: null }, undefined],
  ])('%s %o', (method, sent, expected) => {
    expect(known.find(request(method), sent)?.args.document).toBe(expected);
  });
});
