/** What holds for any subscription: who may open one, how many, and how it ends. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listenTo } from '../../support/live-client.ts';
import { type RunningApp, startApp } from '../../support/running-app.ts';

const query = 'subscription { catalogReleased { release { id } } }';

const apps: RunningApp[] = [];
async function start(environment: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
  const app = await startApp({ GRAPHIQL: 'off', ...environment });
  apps.push(app);
  return app;
}
afterAll(async () => {
  for (const app of apps) await app.close();
});

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: object;
  /** By GET, with the query in the URL. */
  readonly search?: Record<string, string>;
}

/** The first response, and of a stream its first bytes. */
async function send(app: RunningApp, { headers = {}, body, search }: Sent) {
  const leaving = new AbortController();
  const accept = { Accept: 'text/event-stream', ...headers };
  const url = `${app.url}/graphql${search ? `?${new URLSearchParams(search)}` : ''}`;
  const post = { method: 'POST', body: JSON.stringify(body ?? { query }) };
  const response = await fetch(url, {
    headers: { ...accept, ...(!search && { 'Content-Type': 'application/json' }) },
    ...(!search && post),
    signal: leaving.signal,
  });
  return { response, leave: () => leaving.abort() };
}

/** Of a response that ends. */
async function errorsOf(response: Response): Promise<ErrorOfEvent[]> {
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('text/event-stream')
    ? /^data: (\{.*\})$/m.exec(text)?.[1]
    : text;
  return (JSON.parse(json ?? '{}') as { errors?: ErrorOfEvent[] }).errors ?? [];
}

interface ErrorOfEvent {
  readonly message: string;
  readonly extensions: {
    readonly code: string;
    readonly violations?: readonly { path: unknown; rule: string }[];
  };
}

describe('a subscription', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await start({
      BASE_URL: 'http://gateway.example',
      CORS_ORIGINS: 'https://shop.example',
      MAX_LIVE_CONNECTIONS_PER_CLIENT: '1',
    });
  });
  const own = 'subscription Own($context: ContextInput) { catalogReleased(context: $context) { release { id } } }';
  const inContext = (context: object) => ({ body: { query: own, variables: { context } } });

  it.each<[string, Sent, number, string, unknown?]>([
    [
      'by GET from a foreign page',
      { headers: { Origin: 'https://evil.example' }, search: { query } },
      403,
      'FORBIDDEN',
    ],
    ['by POST from a foreign page', { headers: { Origin: 'https://evil.example' } }, 403, 'FORBIDDEN'],
    ['from a page without an origin', { headers: { Origin: 'null' }, search: { query } }, 403, 'FORBIDDEN'],
    [
      'as a script of a foreign page',
      { headers: { 'Sec-Fetch-Site': 'cross-site' }, search: { query } },
      403,
      'FORBIDDEN',
    ],
    [
      'as a script of a page next door',
      { headers: { 'Sec-Fetch-Site': 'same-site' }, search: { query } },
      403,
      'FORBIDDEN',
    ],
    ['for a client that reads JSON', { headers: { Accept: 'application/json' } }, 406, 'NOT_ACCEPTABLE'],
    ['for a client that reads parts', { headers: { Accept: 'multipart/mixed' } }, 406, 'NOT_ACCEPTABLE'],
    ['with a token that is none', { headers: { Authorization: 'Bearer none' } }, 401, 'UNAUTHENTICATED'],
    [
      'in a channel that is too long',
      inContext({ channel: 'c'.repeat(65) }),
      200,
      'VALIDATION_FAILED',
      [{ path: ['context', 'channel'], rule: 'maxLength' }],
    ],
    [
      'in a context with several faults',
      inContext({ channel: ' x', tag: ' t', language: 'de, en' }),
      200,
      'VALIDATION_FAILED',
      [
        { path: ['context', 'channel'], rule: 'pattern' },
        { path: ['context', 'tag'], rule: 'pattern' },
        { path: ['context', 'language'], rule: 'pattern' },
      ],
    ],
    [
      'of two fields',
      { body: { query: 'subscription { catalogReleased { release { id } } b: catalogReleased { release { id } } }' } },
      200,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['by a hash that is unknown', { body: { documentId: 'a'.repeat(64) } }, 200, 'PERSISTED_QUERY_NOT_FOUND'],
    [
      'of too many tokens',
      { body: { query: `subscription { catalogReleased { release { ${'id '.repeat(5000)} } } }` } },
      200,
      'LIMIT_EXCEEDED',
    ],
  ])('is refused %s', async (_title, sent, status, code, violations) => {
    const { response } = await send(app, sent);
    const [error] = await errorsOf(response);
    expect([response.status, error?.extensions.code], error?.message).toEqual([status, code]);
    const shown = error?.extensions.violations?.map(({ path, rule }) => ({ path, rule }));
    expect(shown).toEqual(violations);
  });

  it.each([
    ['application/json', 'A subscription is answered by events: accept text/event-stream.'],
    [
      'multipart/mixed;subscriptionSpec=1.0, application/graphql-response+json, application/json;q=0.9',
      'A subscription is answered by events: accept text/event-stream.',
    ],
    ['multipart/mixed', expect.stringContaining('that of a subscription is events: accept text/event-stream')],
  ])('says what it is answered by to whoever accepts %s', async (accept, message) => {
    const { response } = await send(app, { headers: { Accept: accept } });
    const [error] = await errorsOf(response);
    expect([response.status, error?.message]).toEqual([406, message]);
  });

  it.each<[string, Sent]>([
    ['by GET', { search: { query } }],
    ['by GET from a page that may read it', { headers: { Origin: 'https://shop.example' }, search: { query } }],
    ['in a language that no release has', inContext({ language: 'tlh' })],
    ['for a client that reads anything', { headers: { Accept: '*/*' } }],
    ['by a page of its own', { headers: { Origin: 'http://gateway.example' } }],
    ['by GET from a page of its own', { headers: { 'Sec-Fetch-Site': 'same-origin' }, search: { query } }],
    ['by an address that was typed', { headers: { 'Sec-Fetch-Site': 'none' }, search: { query } }],
  ])('is opened %s, and held by none of those that were refused', async (_title, sent) => {
    const { response, leave } = await openWhenFree(app, sent);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const allowed = sent.headers?.Origin === 'https://shop.example' ? sent.headers.Origin : null;
    expect(response.headers.get('access-control-allow-origin')).toBe(allowed);
    leave();
  });
});

/** The one before has gone, but its socket may not be closed yet. */
async function openWhenFree(app: RunningApp, sent: Sent) {
  for (const deadline = Date.now() + 20_000; ; ) {
    const opened = await send(app, sent);
    if (opened.response.status !== 429 || Date.now() > deadline) return opened;
    opened.leave();
  }
}

/** The status that one more subscription gets. */
async function tryOut(app: RunningApp): Promise<number> {
  const { response, leave } = await send(app, {});
  leave();
  return response.status;
}

describe('subscriptions', () => {
  const opened: (() => void)[] = [];
  afterEach(() => {
    for (const leave of opened.splice(0)) leave();
  });
  async function open(app: RunningApp) {
    const { response, leave } = await send(app, {});
    opened.push(leave);
    return response;
  }

  it.each([
    ['MAX_LIVE_CONNECTIONS', 'there are 2 of them'],
    ['MAX_LIVE_CONNECTIONS_PER_CLIENT', 'this client has 2 of them'],
  ])('are no more than %s allows', async (variable, count) => {
    const app = await start({ [variable]: '2' });
    expect([(await open(app)).status, (await open(app)).status]).toEqual([200, 200]);
    const refused = await open(app);
    const [error] = await errorsOf(refused);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(error?.extensions.code).toBe('RATE_LIMITED');
    expect(error?.message).toContain(count);
    opened.pop();
    opened.pop()?.();
    await expect.poll(() => tryOut(app)).toBe(200);
  });

  it('count as several where their requests are long', async () => {
    const app = await start({ MAX_LIVE_CONNECTIONS_PER_CLIENT: '10' });
    const long = (bytes: number) => ({ body: { query, extensions: { padding: 'x'.repeat(bytes) } } });
    const refused = await send(app, long(30_000));
    const [error] = await errorsOf(refused.response);
    expect([refused.response.status, error?.extensions.code]).toEqual([429, 'RATE_LIMITED']);
    expect(error?.message).toContain('this client has 0 of them, and one with a request as long as this counts as 12');
    const { response, leave } = await send(app, long(20_000));
    opened.push(leave);
    expect(response.status).toBe(200);
    expect([(await open(app)).status, (await open(app)).status, await tryOut(app)]).toEqual([200, 200, 429]);
  });

  it('are in the context of the headers where only these may name it', async () => {
    const app = await start({ CONTEXT_FROM: 'headers' });
    const inContext = 'subscription { catalogReleased(context: { channel: "web" }) { release { id } } }';
    const refused = await send(app, { body: { query: inContext } });
    const [error] = await errorsOf(refused.response);
    expect(error?.extensions.violations?.map(({ path, rule }) => ({ path, rule }))).toEqual([
      { path: ['context', 'channel'], rule: 'context' },
    ]);
    const { response, leave } = await send(app, { body: { query: inContext }, headers: { 'EP-Channel': 'web' } });
    opened.push(leave);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
  });

  it('need a token where the catalog does', async () => {
    const app = await start({ CATALOG_ACCESS: 'token' });
    expect((await errorsOf(await open(app)))[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('complete when the gateway stops, and others are sent elsewhere', async () => {
    const app = await start();
    const listener = listenTo({ url: app.url });
    await expect.poll(() => listener.told.length).toBe(1);
    app.stopBeingReady();
    await expect.poll(() => listener.ended).toBe('complete');
    const refused = await open(app);
    expect([refused.status, (await errorsOf(refused))[0]?.extensions.code]).toEqual([503, 'UNAVAILABLE']);
    listener.close();
  });

  it('are trusted documents like others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
    const manifest = join(folder, 'documents.json');
    const id = createHash('sha256').update(query).digest('hex');
    await writeFile(manifest, JSON.stringify({ [id]: query }));
    const app = await start({ TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_ONLY: 'on' });
    await rm(folder, { recursive: true });
    for (const sent of [{ body: { documentId: `sha256:${id}` } }, { search: { documentId: `sha256:${id}` } }]) {
      const { response, leave } = await send(app, sent);
      opened.push(leave);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    const { response } = await send(app, { body: { query: `${query} # not that one` } });
    expect((await errorsOf(response))[0]?.extensions.code).toBe('DOCUMENT_NOT_TRUSTED');
  });

  it('of a client that goes away are let go', async () => {
    const app = await start({ MAX_LIVE_CONNECTIONS: '1' });
    const body = JSON.stringify({ query });
    const socket = connect(app.port, '127.0.0.1');
    const head =
      'POST /graphql HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nContent-Type: application/json';
    socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await expect.poll(() => tryOut(app)).toBe(429);
    socket.destroy();
    await expect.poll(() => tryOut(app)).toBe(200);
  });

  it('are to be passed on by proxies as they come: neither put aside, nor compressed', async () => {
    const app = await start();
    for (const request of [{ search: { query } }, { body: { query } }]) {
      const { response, leave } = await send(app, request);
      expect(response.headers.get('x-accel-buffering')).toBe('no');
      expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
      leave();
    }
  });

  it('say in each event what it cost, and nothing of it is cached', async () => {
    const app = await start();
    const { response, leave } = await send(app, { search: { query } });
    expect(response.headers.get('cache-control')).toMatch(/no-(store|cache)/);
    expect(response.headers.get('etag')).toBeNull();
    let text = '';
    for await (const part of response.body ?? []) {
      text += Buffer.from(part).toString();
      if (text.includes('data: {')) break;
    }
    leave();
    const { data, extensions } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '');
    expect(data.catalogReleased.release.id).toEqual(expect.any(String));
    expect(extensions.cost).toEqual({
      requested: expect.any(Number),
      actual: extensions.cost.requested,
      limit: 200_000,
    });
    expect(app.countCached()).toBe(0);
  });
});
