/** What a collector gets of a whole gateway, over its own sockets. */
import { afterEach, describe, expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openReceiver(...options: Parameters<typeof openOtlpReceiver>): Promise<OtlpReceiver> {
  const receiver = await openOtlpReceiver(...options);
  closing.push(receiver.close);
  return receiver;
}

async function start(environment: Readonly<Record<string, string>>): Promise<RunningApp> {
  const app = await startApp({ RATE_LIMIT_PER_ADDRESS: '0', ...environment });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await app.close();
    isOpen = false;
  };
  closing.push(close);
  return { ...app, close };
}

const traced = ({ url }: OtlpReceiver, more: Readonly<Record<string, string>> = {}) =>
  start({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more });

async function ask({ url }: RunningApp, query: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, body: (await response.json()) as { data?: unknown; errors?: unknown[] } };
}

/** `parent > name` of each, once. */
function pairs(spans: readonly ReceivedSpan[]): string[] {
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  return [...new Set(spans.map(({ name, parentId }) => `${names.get(parentId) ?? '-'} > ${name}`))].sort();
}

const one = (spans: readonly ReceivedSpan[], name: string) => {
  const [span, ...others] = spans.filter((span) => span.name === name);
  expect([name, others.length]).toEqual([name, 0]);
  return span as ReceivedSpan;
};

const traceId = '0af7651916cd43dd8448eb211c80319c';
const sampled = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
const unsampled = { traceparent: `00-${traceId}-b7ad6b7169203331-00` };

describe('a trace', () => {
  it('of a query has its steps, the calls of services and their statements, each within what it is a part of', async () => {
    const receiver = await openReceiver();
    const app = await traced(receiver);
    const secret = 'no-such-product';
    const { status } = await ask(
      app,
      `query Page { product(id: "${secret}") { id } products(first: 2) { nodes { sku } } }`,
      { ...sampled, 'x-request-id': 'the-request' },
    );
    expect(status).toBe(200);
    await app.close();
    const { spans } = receiver;
    expect(pairs(spans)).toMatchInlineSnapshot(`
      [
        "- > POST /graphql",
        "POST /graphql > SELECT catalog",
        "POST /graphql > graphql.parse",
        "POST /graphql > graphql.plan",
        "POST /graphql > graphql.validate",
        "POST /graphql > query",
        "products.getMany > SELECT release_product",
        "products.list > SELECT catalog",
        "products.list > SELECT release",
        "products.list > SELECT release_index_block",
        "products.list > SELECT release_ordinal",
        "query > products.getMany",
        "query > products.list",
      ]
    `);
    const request = one(spans, 'POST /graphql');
    expect(request).toMatchObject({ traceId, parentId: 'b7ad6b7169203331', kind: 2, status: 0 });
    expect(request.attributes).toEqual({
      ...{ 'http.request.method': 'POST', 'http.route': '/graphql', 'http.response.status_code': 200 },
      ...{ 'url.path': '/graphql', 'url.scheme': 'http' },
      ...{
        'gateway.request.id': 'the-request',
        'gateway.response_cache.hit': false,
        'gateway.error.code': 'NOT_FOUND',
      },
      ...{ 'gateway.cost.requested': 188, 'gateway.cost.actual': 156, 'gateway.batches': 2 },
    });
    expect(one(spans, 'query')).toMatchObject({
      kind: 2,
      attributes: { 'graphql.operation.type': 'query', 'graphql.operation.name': 'Page' },
    });
    expect(one(spans, 'products.getMany').attributes).toEqual({
      'code.function.name': 'products.getMany',
      'gateway.batch.size': 1,
    });
    expect(one(spans, 'SELECT release_product')).toMatchObject({
      kind: 3,
      attributes: {
        ...{ 'db.system.name': 'sqlite', 'db.operation.name': 'SELECT', 'db.collection.name': 'release_product' },
        ...{ 'db.query.summary': 'SELECT release_product', 'db.query.text': expect.stringMatching(/^select .*\?/) },
      },
    });
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    for (const { parentId, startNs, endNs, name } of spans) {
      const parent = byId.get(parentId);
      // What is told when it has ended is known to the millisecond.
      const isWithin = !parent || (startNs + 2_000_000n >= parent.startNs && endNs <= parent.endNs + 2_000_000n);
      expect([name, startNs <= endNs, isWithin]).toEqual([name, true, true]);
      expect([name, parent?.traceId ?? traceId]).toEqual([name, traceId]);
    }
    expect(Buffer.concat(receiver.bodies).includes(secret)).toBe(false);
  });

  it('of a REST request is called by its route', async () => {
    const receiver = await openReceiver();
    const app = await traced(receiver);
    const path = `/v2/pcm/catalog/products/${demoIds.products.standard}`;
    await fetch(app.url + path);
    await fetch(`${app.url}/health/ready`);
    await app.close();
    expect(receiver.spans.filter(({ kind }) => kind === 2).map(({ name }) => name)).toEqual([
      'GET /v2/pcm/catalog/products/:product_id',
    ]);
    const [request] = receiver.spans.filter(({ kind }) => kind === 2);
    expect(request?.attributes).toMatchObject({
      'http.route': '/v2/pcm/catalog/products/:product_id',
      'url.path': path,
    });
  });

  it('of a response from the cache has neither steps nor statements', async () => {
    const receiver = await openReceiver();
    const app = await traced(receiver, { OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
    const query = '{ products(first: 1) { totalCount } }';
    await ask(app, query);
    // It is cached a moment after it was sent.
    await expect.poll(() => app.responseCache.size().entries).toBe(1);
    await ask(app, query, sampled);
    await app.close();
    expect(one(receiver.spans, 'POST /graphql').attributes).toMatchObject({ 'gateway.response_cache.hit': true });
    expect(pairs(receiver.spans)).toEqual(['- > POST /graphql']);
  });

  it.each([
    ['a fault of the client', '{ nothing }', 0, 'GRAPHQL_VALIDATION_FAILED', 200],
    ['what is not there', '{ product(id: "none") { id } }', 0, 'NOT_FOUND', 200],
  ])('says which error there was, and whose fault it is: %s', async (_, query, status, code, http) => {
    const receiver = await openReceiver();
    const app = await traced(receiver);
    expect((await ask(app, query)).status).toBe(http);
    await app.close();
    const { attributes, ...request } = one(receiver.spans, 'POST /graphql');
    expect([request.status, attributes['gateway.error.code']]).toEqual([status, code]);
  });
});

describe('operations that clients name', () => {
  it('are called by their type, and some of their names are told', async () => {
    const receiver = await openReceiver();
    const app = await traced(receiver);
    for (const name of ['', 'Short', 'Long'.repeat(20)]) await ask(app, `query ${name} { __typename }`);
    await app.close();
    const operations = receiver.spans.filter(({ name }) => name === 'query');
    expect(operations.map(({ attributes }) => attributes['graphql.operation.name'])).toEqual([
      undefined,
      'Short',
      undefined,
    ]);
  });
});

describe('which requests are recorded', () => {
  it.each([
    ['always_on', '1', [true, true, true]],
    ['always_off', '1', [false, false, false]],
    ['traceidratio', '0', [false, false, false]],
    ['parentbased_always_on', '1', [true, true, false]],
    ['parentbased_always_off', '1', [false, true, false]],
    ['parentbased_traceidratio', '0', [false, true, false]],
    ['parentbased_traceidratio', '1', [true, true, false]],
  ])('is what the sampler says: %s of %s', async (OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, expected) => {
    const receiver = await openReceiver();
    const app = await traced(receiver, { OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG });
    const headers = [{}, sampled, unsampled];
    for (const [at, one] of headers.entries()) await ask(app, '{ __typename }', { ...one, 'x-request-id': `r${at}` });
    await app.close();
    const recorded = new Set(receiver.spans.map(({ attributes }) => attributes['gateway.request.id']));
    expect(headers.map((_, at) => recorded.has(`r${at}`))).toEqual(expected);
  });

  it.each([
    ['nothing', {}],
    ['no version', { traceparent: `${traceId}-b7ad6b7169203331-01` }],
    ['zeros', { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` }],
    ['a long text', { traceparent: 'x'.repeat(5000), tracestate: '='.repeat(5000) }],
    ['two of them', { traceparent: `${sampled.traceparent}, ${sampled.traceparent}` }],
  ])('begin a trace of their own where the client says of one: %s', async (_, headers) => {
    const receiver = await openReceiver();
    const app = await traced(receiver);
    expect((await ask(app, '{ __typename }', headers)).status).toBe(200);
    await app.close();
    const request = one(receiver.spans, 'POST /graphql');
    expect([request.parentId, request.traceId === traceId]).toEqual(['', false]);
  });
});

describe('a platform behind the gateway', () => {
  const upstream = (platform: RunningApp) => ({
    UPSTREAM_URL: `${platform.url}/v2`,
    UPSTREAM_CLIENT_ID: 'demo-storefront',
  });
  const query = `{ childProducts(productId: "${demoIds.products.showcaseParent}", first: 2) { nodes { sku } } }`;
  const ofPlatform = 'GET /v2/pcm/catalog/products/:product_id/relationships/children';

  it('is told of the trace, and its requests are parts of the calls', async () => {
    const receiver = await openReceiver();
    const platform = await traced(receiver, { OTEL_SERVICE_NAME: 'platform' });
    const app = await traced(receiver, upstream(platform));
    expect((await ask(app, query, sampled)).body.errors).toBeUndefined();
    await app.close();
    await platform.close();
    const call = one(receiver.spans, 'GET /v2/pcm/catalog/products/{id}/relationships/children');
    const [inPlatform] = receiver.spans.filter(({ parentId }) => parentId === call.spanId);
    expect(inPlatform).toMatchObject({ name: ofPlatform, traceId, kind: 2 });
    const { host, hostname, port } = new URL(platform.url);
    expect(call).toMatchObject({ traceId, kind: 3, status: 0 });
    expect(call.attributes).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': hostname,
      'server.port': Number(port),
      'url.full': `http://${host}/v2/pcm/catalog/products/REDACTED/relationships/children`,
      'url.template': '/v2/pcm/catalog/products/{id}/relationships/children',
    });
  });

  it('is told that a request is not recorded, and of nothing where no headers are wanted', async () => {
    const receiver = await openReceiver();
    const platform = await traced(receiver, { OTEL_TRACES_SAMPLER: 'parentbased_always_on' });
    const quiet = await traced(receiver, upstream(platform));
    await ask(quiet, query, unsampled);
    const silent = await traced(receiver, { ...upstream(platform), OTEL_PROPAGATORS: 'none' });
    await ask(silent, query, sampled);
    for (const app of [quiet, silent, platform]) await app.close();
    const recorded = receiver.spans.filter(({ name }) => name === ofPlatform);
    expect(recorded.map(({ parentId, traceId: own }) => [parentId, own === traceId])).toEqual([['', false]]);
  });

  it('that does not answer leaves a failed span for each attempt', async () => {
    const receiver = await openReceiver();
    const app = await traced(receiver, { UPSTREAM_URL: 'http://127.0.0.1:1/v2', UPSTREAM_CLIENT_ID: 'shop' });
    expect((await ask(app, query, { authorization: 'Bearer somebody' })).body.errors).toHaveLength(1);
    await app.close();
    const calls = receiver.spans.filter(({ kind, name }) => kind === 3 && name.startsWith('GET'));
    expect(calls.length).toBeGreaterThan(1);
    for (const { status, attributes } of calls) expect([status, attributes['error.type']]).toEqual([2, 'NoAnswer']);
    expect(one(receiver.spans, 'POST /graphql')).toMatchObject({
      status: 2,
      attributes: { 'error.type': 'UNAVAILABLE', 'gateway.error.code': 'UNAVAILABLE' },
    });
  });
});

describe('a collector', () => {
  it('that never answers holds up no request, and gets what the queue holds', async () => {
    const receiver = await openReceiver(() => {});
    const app = await traced(receiver, {
      ...{ OTEL_BSP_SCHEDULE_DELAY: '10', OTEL_BSP_MAX_QUEUE_SIZE: '20', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10' },
      ANSWER_CACHE_MB: '0',
    });
    // So few that they have ended long before the exporter gives the first batch up, and sends the next one.
    for (let count = 0; count < 40; count += 1) expect((await ask(app, '{ __typename }')).status).toBe(200);
    await app.close();
    await expect.poll(() => receiver.spans.length).toBeGreaterThanOrEqual(20);
    expect(receiver.spans.length).toBeLessThanOrEqual(10 + 20);
  });

  it('that refuses what it gets, or answers nonsense, changes no response', async () => {
    let asked = 0;
    const receiver = await openReceiver((response) => {
      asked += 1;
      response.writeHead(asked % 2 === 0 ? 400 : 200).end(Buffer.alloc(100, 255));
    });
    const app = await traced(receiver, { OTEL_BSP_SCHEDULE_DELAY: '10', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1' });
    for (let count = 0; count < 20; count += 1) {
      expect(await ask(app, '{ __typename }')).toMatchObject({ status: 200, body: { data: { __typename: 'Query' } } });
    }
    await app.close();
    expect(asked).toBeGreaterThan(2);
  });
});
