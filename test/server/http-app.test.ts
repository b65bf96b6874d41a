import { describe, expect, it } from 'vitest';
import type { GraphiQL } from '../../src/graphiql/graphiql.ts';
import type { GraphQLHandler } from '../../src/graphql/handler.ts';
import { HttpProblem } from '../../src/http/http-problem.ts';
import { decodeBody } from '../../src/http/request-body.ts';
import { type Answer, createHttpApp, type HttpAppOptions } from '../../src/server/http-app.ts';
import { fetchFrom } from '../support/fetch-from.ts';

/** What the GraphQL face is asked, given back. */
const echo: GraphQLHandler = async ({ method, id }, body) => {
  const text = body ? decodeBody(body) : '';
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: JSON.stringify({ method, body: text, requestId: id }) };
};

const unexpected: GraphQLHandler = () => {
  throw new Error('GraphQL is asked nothing.');
};

const graphiql: GraphiQL = {
  page: async () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  asset: async (name) => (name === 'a.js' ? new Response('1', { headers: { Vary: 'Accept-Encoding' } }) : null),
};

function createTestApp(changes: Partial<HttpAppOptions> = {}) {
  const bugs: { error: unknown; requestId: string }[] = [];
  const answers: Answer[] = [];
  const send = fetchFrom(
    createHttpApp({
      graphql: echo,
      graphiql,
      isReady: async () => true,
      limits: { bodyBytes: 1000, bodyLevels: 100 },
      corsOrigins: [],
      reportBug: (error, requestId) => bugs.push({ error, requestId }),
      onAnswered: (answer) => answers.push(answer),
      ...changes,
    }),
  );
  const ask = (path: string, init?: RequestInit) => send(`http://gateway.test${path}`, init);
  return { ask, bugs, answers };
}

const { ask } = createTestApp();
const json = { 'Content-Type': 'application/json' };
const post = (body: BodyInit, headers: Record<string, string> = json) => {
  return ask('/graphql', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
};
const inChunks = (text: string, size: number) => {
  const chunks = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
};

describe('every answer', () => {
  it.each([
    ['GET', '/', 302],
    ['GET', '/health/live', 200],
    ['GET', '/nothing', 404],
    ['DELETE', '/graphql', 405],
    ['POST', '/graphql', 415],
    ['OPTIONS', '/graphql', 204],
  ])('has the id of its request, and is what it says it is: %s %s → %i', async (method, path, status) => {
    const response = await ask(path, { method, headers: { 'X-Request-Id': 'mine' } });
    expect(response.status).toBe(status);
    expect(response.headers.get('x-request-id')).toBe('mine');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-powered-by')).toBeNull();
  });

  it('is told of once, without its query or its headers', async () => {
    const { ask, answers } = createTestApp();
    await ask('/graphql?query=secret', { headers: { 'X-Request-Id': 'mine', Authorization: 'Bearer secret' } });
    expect(answers).toEqual([
      { requestId: 'mine', method: 'GET', path: '/graphql', status: 200, durationMs: expect.any(Number) },
    ]);
  });
});

describe('a path', () => {
  it.each([
    '/nothing',
    '/graphql/',
    '//graphql',
    '/graphql//',
    '/GraphQL',
    '/gr%61phql',
    '/health%2Flive',
    '/graphql/assets/',
    '/graphql/assets/b.js',
    '/graphql/assets/%FF',
    '/graphql/assets/..%2f..%2fpackage.json',
    '/graphql/assets/__proto__',
    '/graphql/%ZZ',
  ])('that is not exactly one of ours is answered by 404: %s', async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      errors: [{ title: 'Not Found', status: '404', detail: `There is nothing at ${path}.` }],
    });
  });

  it('of any length is quoted in short', async () => {
    const { errors } = await (await ask(`/${'a'.repeat(10_000)}`)).json();
    expect(errors[0].detail.length).toBeLessThan(200);
  });

  it.each([
    ['PUT', '/health/live', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['PATCH', '/graphql', 'GET, POST'],
  ])('of ours says how it can be asked: %s %s', async (method, path, allow) => {
    const response = await ask(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('a GraphQL request by POST', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
  ])('is passed on as it is: %s', async (type) => {
    const response = await post('{"query":"{ été 😀 }"}', { 'Content-Type': type, 'X-Request-Id': 'mine' });
    expect(await response.json()).toEqual({ method: 'POST', body: '{"query":"{ été 😀 }"}', requestId: 'mine' });
  });

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain; application/json',
    'application/jsonp',
    'application/graphql',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    '',
  ])('of another type is refused, as a form of another site would be: %j', async (type) => {
    const response = await post('{"query":"{a}"}', { 'Content-Type': type, 'X-Request-Id': 'mine' });
    expect(response.status).toBe(415);
    const message = 'The body must be JSON in UTF-8, sent with the Content-Type application/json.';
    const extensions = {
      code: 'UNSUPPORTED_MEDIA_TYPE',
      status: 415,
      title: 'Unsupported Media Type',
      requestId: 'mine',
    };
    expect(await response.json()).toEqual({ errors: [{ message, extensions }] });
  });

  it.each(['gzip', 'br', 'deflate', 'identity, gzip', 'x'.repeat(5000)])(
    'is never inflated: %.20s',
    async (encoding) => {
      const response = await post('{}', { ...json, 'Content-Encoding': encoding });
      expect(response.status).toBe(415);
      expect((await response.text()).length).toBeLessThan(400);
    },
  );

  it('may say that it is as it is', async () => {
    expect((await post('{}', { ...json, 'Content-Encoding': 'Identity' })).status).toBe(200);
  });

  it.each([
    ['at once', (text: string) => text],
    ['in chunks', (text: string) => inChunks(text, 300)],
    ['in one chunk', (text: string) => inChunks(text, 5000)],
  ])('has a body of limited size, sent %s', async (_, toBody) => {
    expect((await post(toBody('a'.repeat(1000)))).status).toBe(200);
    const response = await post(toBody('a'.repeat(1001)));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'PAYLOAD_TOO_LARGE', status: 413 } }],
    });
  });

  it('is refused by its announced size before it is read', async () => {
    const unread = new ReadableStream({ pull: () => Promise.reject(new Error('It was read.')) }, { highWaterMark: 0 });
    expect((await post(unread, { ...json, 'Content-Length': '1001' })).status).toBe(413);
  });

  it('is strict UTF-8', async () => {
    for (const bytes of [[0xff], [0xed, 0xa0, 0x80], [0xc3]]) {
      const response = await post(new Uint8Array(bytes));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ message: 'The body is not valid UTF-8.' }] });
    }
  });
});

describe('GET /graphql', () => {
  it('shows GraphiQL to a browser, and asks GraphQL for everybody else', async () => {
    const page = await ask('/graphql', { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await (await ask('/graphql', { headers: { Accept: '*/*' } })).json()).toMatchObject({ method: 'GET' });
  });

  it.each(['application/json, text/html;q=0.9', 'application/json, text/html', 'application/json, text/html;q=0'])(
    'is answered in JSON to a program that takes pages, too: %s',
    async (accept) => {
      const response = await ask('/graphql', { headers: { Accept: accept } });
      expect(response.headers.get('content-type')).toBe('application/json');
    },
  );

  it('says in JSON that there is no page, when there is none', async () => {
    const { ask } = createTestApp({ graphiql: null, graphql: unexpected });
    const response = await ask('/graphql', { headers: { Accept: 'text/html' } });
    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_ACCEPTABLE', status: 406 } }] });
    expect((await ask('/graphql/assets/a.js')).status).toBe(404);
  });
});

it.each(['text/html', 'image/png', 'application/json;q=0', 'application/xml, */*;q=0'])(
  'what can be answered in nothing that the client accepts is not executed: %s',
  async (accept) => {
    const { ask } = createTestApp({ graphql: unexpected });
    const headers = { 'Content-Type': 'application/json', Accept: accept };
    const response = await ask('/graphql', { method: 'POST', headers, body: '{"query":"mutation{a}"}' });
    expect([response.status, response.headers.get('content-type')]).toEqual([406, 'application/json; charset=utf-8']);
  },
);

describe('health', () => {
  it('tells whether requests should come here', async () => {
    expect((await ask('/health/ready')).status).toBe(200);
    const { ask: askOther } = createTestApp({ isReady: async () => false });
    expect((await askOther('/health/ready')).status).toBe(503);
    expect((await askOther('/health/live')).status).toBe(200);
  });
});

describe('an error that nobody expected', () => {
  it('is reported once with the id of its request, and masked', async () => {
    const bug = new Error('password=hunter2');
    const { ask, bugs } = createTestApp({ graphql: () => Promise.reject(bug), isReady: () => Promise.reject(bug) });
    const first = await ask('/graphql', { headers: { 'X-Request-Id': 'one' } });
    const second = await ask('/health/ready', { headers: { 'X-Request-Id': 'two' } });
    expect(bugs).toEqual([
      { error: bug, requestId: 'one' },
      { error: bug, requestId: 'two' },
    ]);
    const title = 'Internal Server Error';
    const detail = 'There was a problem processing your request';
    expect(await first.json()).toEqual({
      errors: [{ message: `${detail}, one.`, extensions: { code: 'INTERNAL', status: 500, title, requestId: 'one' } }],
    });
    expect(await second.json()).toEqual({ errors: [{ title, status: '500', detail: `${detail}, two.` }] });
  });
});

describe('while more requests come than can be answered', () => {
  const refuse = () => Promise.reject(new HttpProblem(503, 'Too many.', { 'Retry-After': '1' }));
  const bodies = { enter: refuse, leave: () => {} };
  const queue = { enter: refuse, bodies, noteConnection: () => {}, waitMs: () => 0, countRefused: () => 0 };

  it.each([
    ['/graphql', [{ message: 'Too many.', extensions: expect.objectContaining({ code: 'UNAVAILABLE', status: 503 }) }]],
    ['/nothing', [{ title: 'Service Unavailable', status: '503', detail: 'Too many.' }]],
  ])('one is refused in the form of its face, and nothing is done for it: %s', async (path, errors) => {
    const done: string[] = [];
    const { ask } = createTestApp({
      queue,
      graphql: async () => Promise.reject(done.push('executed')),
      rateLimit: {
        count: async () => Promise.reject(done.push('counted')),
        countingLogins: (respond) => respond,
        countRefused: () => {},
      },
    });
    const response = await ask(path);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toEqual({ errors });
    expect(done).toEqual([]);
  });

  it('health checks are answered', async () => {
    const { ask } = createTestApp({ queue });
    expect((await ask('/health/live')).status).toBe(200);
    expect((await ask('/health/ready')).status).toBe(200);
  });
});

describe("the demo store's pictures", () => {
  const withPictures = () => createTestApp({ pictures: async (name) => (name === 'a.svg' ? '<svg/>' : null) });

  it('are shown on any page, do nothing, and are kept', async () => {
    const response = await withPictures().ask('/demo/pictures/a.svg');
    expect([response.status, await response.text()]).toEqual([200, '<svg/>']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each(['/demo/pictures/b.svg', '/demo/pictures/', '/demo/pictures/a.svg/', '/demo/pictures/..%2fa.svg'])(
    'there is nothing else: %s',
    async (path) => expect((await withPictures().ask(path)).status).toBe(404),
  );

  it('there are none where the demo store is not shown', async () => {
    expect((await ask('/demo/pictures/a.svg')).status).toBe(404);
  });
});
