/** Cached responses over real sockets: they are what was sent at first. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { startApp } from '../support/running-app.ts';
import { useOpened } from '../support/use-opened.ts';

const origin = 'https://shop.example';
const query = `{ childProducts(productId: "${demoIds.products.manyChildrenParent}", first: 5) { nodes { name prices { money { formatted } } } context { reason channel } } }`;

const app = useOpened(() => startApp({ CORS_ORIGINS: origin }));
let token: string;
beforeAll(async () => {
  token = (await app.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date()))?.accessToken ?? '';
});

/** A field whose context states those members. */
function stated(members: string): string {
  return `product(id: "${demoIds.products.showcaseChild}", context: { ${members} }) { id name price(currency: "EUR") { money { formatted } } }`;
}

function idWith(marks: string): string {
  return Buffer.from(`Product${marks}:${demoIds.products.showcaseChild}`).toString('base64url');
}

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Makes it a request that was not sent before, with the same answer. */
  readonly comment?: string;
}

async function ask({ method = 'POST', headers = {}, comment = '', body }: Asked) {
  const before = app.countCached();
  const text = `${query} # ${comment}`;
  const isPost = method === 'POST';
  const response = await fetch(`${app.url}/graphql${isPost ? '' : `?query=${encodeURIComponent(text)}`}`, {
    method,
    headers: { Accept: 'application/json', ...(isPost && { 'Content-Type': 'application/json' }), ...headers },
    ...(isPost && { body: body ?? JSON.stringify({ query: text }) }),
  });
  const answered = Object.fromEntries(response.headers);
  const requestId = answered['x-request-id'];
  const { date, ratelimit, 'x-request-id': _, ...others } = answered;
  const answer = await response.text();
  return {
    isCached: app.countCached() > before,
    status: response.status,
    headers: others,
    text: answer,
    requestId,
    date,
    ratelimit,
  };
}

describe('the second answer is the first one, with the same headers', () => {
  it.each<[string, Asked]>([
    ['a POST', {}],
    ['a GET', { method: 'GET' }],
    ['another media type', { headers: { Accept: 'application/graphql-response+json' } }],
    ['a charset', { headers: { 'Content-Type': 'application/json; charset=utf-8' } }],
    ['a channel', { headers: { 'EP-Channel': 'web' } }],
    ['a tag', { headers: { 'EP-Context-Tag': 'staff' } }],
    ['a language', { headers: { 'Accept-Language': 'de-CH, de;q=0.9' } }],
    ['a page of an allowed origin', { headers: { Origin: origin } }],
    ['a page of another origin', { headers: { Origin: 'https://other.example' } }],
    [
      'variables',
      {
        body: JSON.stringify({ query: 'query($n: Int!) { products(first: $n) { totalCount } }', variables: { n: 3 } }),
      },
    ],
  ])('%s', async (comment, request) => {
    const asked = { ...request, comment };
    const [first, second] = [await ask(asked), await ask(asked)];
    expect(first).toMatchObject({ isCached: false, status: 200 });
    expect(second).toMatchObject({ isCached: true, status: 200, headers: first.headers, text: first.text });
    expect(second.requestId).not.toBe(first.requestId);
    expect(JSON.parse(second.text).errors).toBeUndefined();
  });

  it('with a token', async () => {
    const asked = { headers: { Authorization: `Bearer ${token}` } };
    const [first, second] = [await ask(asked), await ask(asked)];
    expect(second).toMatchObject({ isCached: true, status: 200, text: first.text, headers: first.headers });
  });
});

it("the caller's own request id is given back", async () => {
  await ask({});
  expect(await ask({ headers: { 'X-Request-Id': 'mine' } })).toMatchObject({ isCached: true, requestId: 'mine' });
});

it('a token that is not valid is refused, whoever was answered before', async () => {
  await ask({});
  const refused = await ask({ headers: { Authorization: `Bearer ${token.slice(0, -4)}AAAA` } });
  expect(refused).toMatchObject({ isCached: false, status: 401 });
});

it.each<[string, Asked, number]>([
  ['a faulty channel', { headers: { 'EP-Channel': 'x'.repeat(300) } }, 400],
  ['a faulty idempotency key', { headers: { 'Idempotency-Key': 'x'.repeat(300) } }, 400],
  ['a compressed body', { headers: { 'Content-Encoding': 'gzip' } }, 415],
  ['another type of body', { headers: { 'Content-Type': 'text/plain' } }, 415],
])('%s is refused as ever', async (_title, asked, status) => {
  await ask({});
  expect(await ask(asked)).toMatchObject({ isCached: false, status });
});

it.each<[string, string]>([
  ['a mutation', 'mutation { __typename }'],
  ['an error', '{ product(id: "absent") { id } }'],
])('%s is not kept', async (_title, text) => {
  const asked = { body: JSON.stringify({ query: text }), headers: { Authorization: `Bearer ${token}` } };
  await ask(asked);
  expect(await ask(asked)).toMatchObject({ isCached: false });
});

it.each(['applicationKeys', 'customApis', 'offerings'])(
  '%s, which change without a publish, are not kept',
  async (field) => {
    const body = JSON.stringify({ query: `{ ${field}(first: 1) { nodes { id } } }` });
    const asked = { body, headers: { Authorization: `Bearer ${token}` } };
    await ask(asked);
    const again = await ask(asked);
    expect(again).toMatchObject({ isCached: false, status: 200 });
    expect(JSON.parse(again.text).data).toEqual({ [field]: { nodes: [{ id: expect.any(String) }] } });
  },
);

it('a mutation whose name is hidden by an escape is executed each time', async () => {
  const body = JSON.stringify({ query: 'mutation { __typename }' }).replace('mutation', '\\u006dutation');
  await Promise.all([ask({ body }), ask({ body })]);
  expect(await ask({ body })).toMatchObject({ isCached: false, status: 200 });
});

it('a body is never taken for the target of another request', async () => {
  for (const target of ['/graphql?query=%7B__typename%7D', '/v2/pcm/catalog/products?page[limit]=1']) {
    expect((await fetch(`${app.url}${target}`)).status).toBe(200);
    expect((await ask({ body: target })).status).toBe(400);
  }
});

describe('HTTP caches', () => {
  it('are told what the answer to a GET depends on, and to ask before they use it', async () => {
    const { headers } = await ask({ method: 'GET' });
    expect(headers['cache-control']).toBe('public, no-cache');
    const dependsOn = headers.vary?.split(/, */).sort();
    expect(dependsOn).toEqual([
      'Accept',
      'Accept-Encoding',
      'Accept-Language',
      'Authorization',
      'EP-Channel',
      'EP-Context-Tag',
      'Origin',
    ]);
    expect(headers.etag).toMatch(/^"[\w-]{43}-(br|gzip)"$/);
  });

  it.each<[string, string, string[]]>([
    ['states all of its context', `${stated('channel: "mobile", tag: "", language: "de"')}`, []],
    ['states a part of it', stated('channel: "mobile"'), ['Accept-Language', 'EP-Context-Tag']],
    [
      'reads two contexts',
      `${stated('channel: "a", language: "de"')} two: ${stated('tag: "", language: "de"')}`,
      ['EP-Channel', 'EP-Context-Tag'],
    ],
    ['fetches by an id that states all of it', `node(id: "${idWith('?c=mobile&t=&l=de')}") { id }`, []],
    [
      'fetches by an id that states its channel',
      `node(id: "${idWith('?c=mobile')}") { id }`,
      ['Accept-Language', 'EP-Context-Tag'],
    ],
    ['reads nothing of the catalog', 'limits { cost }', []],
  ])(
    'are told of those headers only that the answer depended on, where a query %s',
    async (_title, fields, expected) => {
      const url = `${app.url}/graphql?query=${encodeURIComponent(`{ ${fields} }`)}`;
      for (const round of ['made', 'cached']) {
        const { headers, status } = await fetch(url, { headers: { 'Accept-Language': 'fr' } });
        const names = headers
          .get('vary')
          ?.split(/, */)
          .filter((name) => !['Accept', 'Authorization', 'Origin'].includes(name));
        expect([status, names?.sort()], round).toEqual([200, expected]);
      }
    },
  );

  it('may give one answer to all where the whole context is stated', async () => {
    const url = `${app.url}/graphql?query=${encodeURIComponent(`{ ${stated('channel: "mobile", tag: "", language: "de"')} }`)}`;
    const shoppers: Record<string, string>[] = [
      { 'EP-Channel': 'web', 'Accept-Language': 'fr' },
      { 'EP-Context-Tag': 'vip' },
      { 'Accept-Language': 'ja' },
    ];
    const answers = await Promise.all(shoppers.map(async (headers) => (await fetch(url, { headers })).text()));
    expect(new Set(answers).size).toBe(1);
  });

  it('are told of all where only headers may name the context', async () => {
    const pinned = await startApp({ CONTEXT_FROM: 'headers' });
    const query = encodeURIComponent(`{ ${stated('channel: "mobile"')} }`);
    const { headers } = await fetch(`${pinned.url}/graphql?query=${query}`, { headers: { 'EP-Channel': 'mobile' } });
    expect(headers.get('vary')?.split(/, */).sort()).toEqual([
      'Accept',
      'Accept-Language',
      'Authorization',
      'EP-Channel',
      'EP-Context-Tag',
    ]);
    await pinned.close();
  });

  it('keep answers to a token to the one who sent it', async () => {
    const { headers } = await ask({ method: 'GET', headers: { Authorization: `Bearer ${token}` } });
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('get 304 for the answer that they have, on either way', async () => {
    const { etag = '' } = (await ask({ method: 'GET' })).headers;
    const asked: Asked = { method: 'GET', comment: '304', headers: { 'If-None-Match': `"other", W/${etag}` } };
    expect(await ask(asked)).toMatchObject({ isCached: false, status: 304, text: '' });
    expect(await ask(asked)).toMatchObject({ isCached: true, status: 304, text: '' });
    expect(await ask({ ...asked, headers: { 'If-None-Match': '"other"' } })).toMatchObject({ status: 200 });
  });

  it('get no errors to keep', async () => {
    const response = await fetch(`${app.url}/graphql?query=${encodeURIComponent('{ product(id: "absent") { id } }')}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['64', '0'])('may answer for as long as the operator says, beside %s MB of our own', async (megabytes) => {
    const other = await startApp({ HTTP_CACHE_SECONDS: '60', ANSWER_CACHE_MB: megabytes });
    const response = await fetch(`${other.url}/graphql?query=${encodeURIComponent('{ products { totalCount } }')}`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=0');
    await other.close();
  });
});

it('cached responses count for the limits', async () => {
  const limited = await startApp({ RATE_LIMIT_PER_ADDRESS: '10' });
  const url = `${limited.url}/graphql?query={__typename}`;
  await fetch(url);
  const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(url)));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect(limited.countCached()).toBeGreaterThan(0);
  expect(answers.every(({ headers }) => headers.has('ratelimit'))).toBe(true);
  await limited.close();
});

it.each([
  ['two tokens', 401, (valid: string) => [`Authorization: Bearer ${valid}`, 'Authorization: Bearer another']],
  ['a Host that is none', 400, () => ['Host: a b']],
])('%s are refused as ever', async (_title, status, lines) => {
  const body = JSON.stringify({ query: `${query} # ` });
  await ask({ headers: { Authorization: `Bearer ${token}` } });
  await ask({});
  const sent = lines(token);
  const host = sent.some((line) => line.startsWith('Host:')) ? [] : ['Host: a'];
  expect(await sendRaw([...host, ...sent], [body])).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

it('a body that comes in pieces is one body', async () => {
  await ask({});
  const before = app.countCached();
  const body = JSON.stringify({ query: `${query} # ` });
  expect(await sendRaw(['Host: a'], [body.slice(0, 10), body.slice(10)])).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(app.countCached()).toBe(before + 1);
});

async function sendRaw(headers: readonly string[], pieces: readonly string[]): Promise<string> {
  const socket = connect(app.port, '127.0.0.1');
  const length = pieces.join('').length;
  const head = ['POST /graphql HTTP/1.1', 'Accept: application/json', 'Content-Type: application/json', ...headers];
  socket.write(`${[...head, 'Connection: close', `Content-Length: ${length}`].join('\r\n')}\r\n\r\n`);
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(50);
  }
  let answered = '';
  for await (const chunk of socket) answered += chunk;
  return answered;
}
