/** What a client is told when something goes wrong, and what it is not told. */
import { beforeAll, expect, it } from 'vitest';
import { DomainError } from '../../../src/domain/errors.ts';
import type { Services } from '../../../src/domain/ports.ts';
import { createGraphQLHandler, type GraphQLHandler } from '../../../src/graphql/handler.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { toFetchResponse } from '../../../src/http/fetch-exchange.ts';
import { defaultLimits } from '../../../src/http/limits.ts';
import { createResponseCache } from '../../../src/response-cache/response-cache.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { toHttpRequest } from '../../support/fetch-from.ts';
import { openGateway } from '../../support/gateway.ts';
import { someContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';

const tooManyTokens = /^The document (has more than 4000 tokens|is nested too deeply)\.$/;
const tooLong = /^The document has \d+ bytes; at most 65536 are allowed\.$/;

const post = (query: string, requestId: string, accept = 'application/json'): Parameters<GraphQLHandler> => {
  const body = JSON.stringify({ query });
  const headers = { 'Content-Type': 'application/json', Accept: accept, 'X-Request-Id': requestId };
  const request = new Request('http://127.0.0.1/graphql', { method: 'POST', headers, body });
  return [toHttpRequest(request), Buffer.from(body)];
};

describeEachEngine('errors', (open) => {
  const gateway = useOpened(() => openGateway(open));
  let broken: GraphQLHandler;
  const reported: [bug: unknown, requestId: string][] = [];

  beforeAll(async () => {
    const fails = () => Promise.reject(new Error('canary: select * from secrets'));
    const services: Services = {
      ...gateway.services,
      products: { ...gateway.services.products, list: fails, listChildren: fails },
    };
    broken = createGraphQLHandler({
      schema,
      limits: defaultLimits,
      responseCache: createResponseCache(gateway.services.catalog, 0),
      httpCacheSeconds: 0,
      hasIntrospection: true,
      services,
      readRequestContext: async (_request, requestId) => ({ ...someContext(), requestId }),
      reportBug: (bug, requestId) => void reported.push([bug, requestId]),
    });
  });

  it('a bug is masked, named by the request, and reported once', async () => {
    const response = toFetchResponse(await broken(...post('{ products { totalCount } }', 'request-x')));
    const body = await response.text();
    expect(body).not.toContain('canary');
    expect(JSON.parse(body).errors).toEqual([
      expect.objectContaining({
        message: 'Something went wrong on our side. Quote the request id request-x when you report it.',
        extensions: { code: 'INTERNAL', status: 500, title: 'Internal Server Error', requestId: 'request-x' },
      }),
    ]);
    expect(reported).toEqual([[expect.objectContaining({ message: 'canary: select * from secrets' }), 'request-x']]);
  });

  it('a store that can not be reached is UNAVAILABLE to the client, and its cause is reported', async () => {
    const cause = new Error('connect ECONNREFUSED');
    const unavailable = new DomainError('UNAVAILABLE', 'The store can not be reached for the moment. Try again.', [], {
      cause,
    });
    const bugs: unknown[] = [];
    const handler = createGraphQLHandler({
      schema,
      limits: defaultLimits,
      responseCache: createResponseCache(gateway.services.catalog, 0),
      httpCacheSeconds: 0,
      hasIntrospection: true,
      services: {
        ...gateway.services,
        products: { ...gateway.services.products, list: () => Promise.reject(unavailable) },
      },
      readRequestContext: async (_request, requestId) => ({ ...someContext(), requestId }),
      reportBug: (bug) => void bugs.push(bug),
    });
    const response = toFetchResponse(await handler(...post('{ products { totalCount } }', 'request-u')));
    const body = await response.json();
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE', status: 503 } }] });
    expect(JSON.stringify(body)).not.toContain('ECONNREFUSED');
    expect(bugs).toEqual([cause]);
  });

  it("one field's error leaves the others and the HTTP status alone", async () => {
    const { status, data, errors, shown } = await gateway.ask(
      '{ product(id: "absent") { id } products(first: 1) { nodes { id } } }',
    );
    expect(status, shown).toBe(200);
    expect(data.product, shown).toBeNull();
    expect(data.products.nodes.length, shown).toBe(1);
    expect(
      errors.map(({ path }) => path),
      shown,
    ).toEqual([['product']]);
  });

  it('mutations of one request fail one by one', async () => {
    const field = (alias: string, slug: string) =>
      `${alias}: createCustomField(input: { customApiId: "a2519cce-25b2-5b93-a465-6ede46bba9cf", name: "N", slug: "${slug}", fieldType: FLOAT }) { customField { slug } }`;
    const { data, errors, shown } = await gateway.ask(
      `mutation { ${field('a', 'one-by-one')} ${field('b', 'one-by-one')} ${field('c', 'another')} }`,
    );
    expect(data, shown).toEqual({
      a: { customField: { slug: 'one-by-one' } },
      b: null,
      c: { customField: { slug: 'another' } },
    });
    expect(
      errors.map(({ path, extensions }) => [path, extensions.code]),
      shown,
    ).toEqual([[['b'], 'CONFLICT']]);
  });

  it('two actors at once get what each may see', async () => {
    const query = '{ applicationKey(id: "8a612c1e-face-5d9d-8bce-4f6937707f6a") { name } }';
    const [admin, nobody] = await Promise.all([gateway.ask(query), gateway.ask(query, {}, { as: 'nobody' })]);
    expect(admin.data, admin.shown).toEqual({ applicationKey: { name: 'Demo admin' } });
    expect(nobody.errors[0]?.extensions.code, nobody.shown).toBe('UNAUTHENTICATED');
  });

  it.each([
    ['5,000 levels', `{ product(id: "x") ${'{ parent '.repeat(5000)}{ id }${'}'.repeat(5000)} }`, tooManyTokens],
    ['50,000 levels', `{ product(id: "x") ${'{ parent '.repeat(50_000)}{ id }${'}'.repeat(50_000)} }`, tooLong],
    ['100,000 aliases', `{ ${Array.from({ length: 100_000 }, (_, i) => `a${i}: __typename`).join(' ')} }`, tooLong],
    ['a list of 20,000 levels', `{ nodes(ids: ${'['.repeat(20_000)}${']'.repeat(20_000)}) { id } }`, tooManyTokens],
  ])('a document of %s is refused before it is a tree', async (_title, query, message) => {
    const { status, errors, shown } = await gateway.ask(query);
    expect(status, shown.slice(-500)).toBe(200);
    expect(errors[0]?.extensions.code).toBe('LIMIT_EXCEEDED');
    expect(errors[0]?.message).toMatch(message);
  });

  it('a request that can not be executed is 400 for clients that speak application/graphql-response+json', async () => {
    for (const query of ['{', '{ nothing }', 'query($a: Int!) { products(first: $a) { totalCount } }']) {
      const response = toFetchResponse(await broken(...post(query, 'request-y', 'application/graphql-response+json')));
      expect(response.status, query).toBe(400);
    }
  });

  it('a mutation by GET is refused with 405', async () => {
    const url = new URL('http://127.0.0.1/graphql');
    url.searchParams.set(
      'query',
      'mutation { updateApplicationKey(input: { id: "x", name: "y" }) { applicationKey { id } } }',
    );
    const response = toFetchResponse(
      await broken(toHttpRequest(new Request(url, { headers: { Accept: 'application/json' } })), null),
    );
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect((await response.json()).errors[0].extensions).toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      status: 405,
      title: 'Method Not Allowed',
    });
  });
});
