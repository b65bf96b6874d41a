/** What goes over the wire, compressed and not, of both interfaces and of files. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { startApp } from '../support/running-app.ts';
import { useOpened } from '../support/use-opened.ts';

const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;
const page = '{ products(first: 50) { nodes { id name sku description } } }';
const ofGet = (query: string) => `/graphql?query=${encodeURIComponent(query)}`;
const pageUrl = ofGet(page);

const app = useOpened(startApp);
let token: string;
beforeAll(async () => {
  token = (await app.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date()))?.accessToken ?? '';
});

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Without `fetch`, which names encodings itself and decodes them. */
async function ask(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const sent = httpRequest(`${app.url}${path}`, { method, headers, agent: false }, async (response) => {
    const bytes = await buffer(response);
    const decode = decoders[response.headers['content-encoding'] as keyof typeof decoders];
    resolve({
      ...{ status: response.statusCode, headers: response.headers, bytes },
      text: String(method === 'HEAD' ? '' : (decode?.(bytes) ?? bytes)),
    });
  });
  sent.once('error', reject).end(body);
  return promise;
}

const post = (query: string): Sent => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ query }),
});

const texts: readonly [title: string, path: string, sent?: Sent][] = [
  ['a cached GET', pageUrl],
  ['a cached POST', '/graphql', post(page)],
  ['an error', '/graphql', post(`{ ${Array.from({ length: 30 }, (_, at) => `unknown${at}`).join(' ')} }`)],
  ['a REST list', '/v2/pcm/catalog/products'],
  ['the OpenAPI document', '/v2/openapi.json'],
];

describe.each(texts)('%s', (_title, path, sent = {}) => {
  it.each(['br', 'gzip'] as const)('is the same as it is and as %s, the first time and the next', async (encoding) => {
    const plain = await ask(path, sent);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/g, '');
    for (const round of ['first', 'next']) {
      const answered = await ask(path, { ...sent, headers: { ...sent.headers, 'Accept-Encoding': encoding } });
      expect(answered.headers, round).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(answered.bytes.length),
      });
      expect(answered.status).toBe(plain.status);
      expect(withoutId(answered.text)).toBe(withoutId(plain.text));
      expect(answered.bytes.length).toBeLessThan(plain.bytes.length / 2);
      for (const { headers } of [plain, answered]) expect(headers.vary?.match(/accept-encoding/gi)).toHaveLength(1);
    }
  });
});

describe.each([
  ['GraphQL', pageUrl],
  ['the OpenAPI document', '/v2/openapi.json'],
])('validators of %s', (_title, path) => {
  const encodings = ['identity', 'br', 'gzip'];

  it('are those of one encoding each, and 304 keeps them', async () => {
    const etags = await Promise.all(encodings.map(async (encoding) => (await askFor(encoding)).headers.etag ?? ''));
    expect(new Set(etags).size).toBe(3);
    for (const [index, encoding] of encodings.entries()) {
      for (const [other, etag] of etags.entries()) {
        const { status, headers, bytes } = await askFor(encoding, { 'If-None-Match': `"other", W/${etag}` });
        expect([status, headers.etag], `${etag} for ${encoding}`).toEqual([other === index ? 304 : 200, etags[index]]);
        expect(headers.vary).toContain('Accept-Encoding');
        if (status === 304) expect([bytes.length, headers['content-encoding']]).toEqual([0, undefined]);
      }
    }
  });

  const askFor = (encoding: string, headers = {}) =>
    ask(path, { headers: { 'Accept-Encoding': encoding, ...headers } });
});

describe('is sent as it is', () => {
  const encoded = { 'Accept-Encoding': 'br, gzip' };
  const withToken = () => ({ Authorization: `Bearer ${token}`, ...encoded });
  const many = (fields: string) => `{ ${Array.from({ length: 30 }, (_, at) => `a${at}: ${fields}`).join(' ')} }`;

  it.each<[string, () => [path: string, sent: Sent], isVarying?: boolean]>([
    ['what is small', () => [ofGet('{ __typename }'), { headers: encoded }]],
    ['health', () => ['/health/live', { headers: encoded }]],
    ['a redirect', () => ['/', { headers: encoded }]],
    ['OPTIONS', () => ['/graphql', { method: 'OPTIONS', headers: encoded }]],
    [
      'what reads records, for a token',
      () => graphql(many('applicationKeys { totalCount nodes { id name clientId } }')),
    ],
    [
      'a mutation',
      () =>
        graphql(
          `mutation { ${Array.from({ length: 9 }, (_, at) => `a${at}: createSubscription(input: { accountId: "${'x'.repeat(200)}", offeringId: "y", planId: "z", currency: "EUR", name: "n", email: "e" }) { subscription { id } }`).join(' ')} }`,
        ),
    ],
    ['a REST record, for a token', () => ['/v2/application-keys', { headers: withToken() }]],
    ['a token', () => ['/oauth/access_token', tokenRequest()]],
    ["GraphiQL's page, which carries a token", () => ['/graphql', { headers: { Accept: 'text/html', ...encoded } }]],
  ])('%s', async (_title, of) => {
    const [path, sent] = of();
    const { headers, text } = await ask(path, sent);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary ?? '').not.toMatch(/encoding/i);
    expect(text).toBeDefined();
  });

  function graphql(query: string): [string, Sent] {
    const sent = post(query);
    return ['/graphql', { ...sent, headers: { ...sent.headers, ...withToken() } }];
  }

  function tokenRequest(): Sent {
    const { clientId, clientSecret } = demoCredentials;
    const body = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    });
    return {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...encoded },
      body: String(body),
    };
  }
});

it('introspection is compressed for a token, too', async () => {
  const sent = post(getIntrospectionQuery());
  const headers = { ...sent.headers, Authorization: `Bearer ${token}`, 'Accept-Encoding': 'br' };
  const { headers: answered, bytes } = await ask('/graphql', { ...sent, headers });
  expect(answered['content-encoding']).toBe('br');
  expect(bytes.length).toBeLessThan(40_000);
});

it('what is published is compressed for a token, too', async () => {
  const { headers } = await ask(pageUrl, { headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip' } });
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'private, no-cache' });
});

it('what is small is compressed where it is refused as it is', async () => {
  const { headers, text } = await ask(ofGet('{ __typename }'), {
    headers: { 'Accept-Encoding': 'gzip, identity;q=0' },
  });
  expect(headers).toMatchObject({ 'content-encoding': 'gzip' });
  expect(JSON.parse(text).data).toEqual({ __typename: 'Query' });
});

it('a HEAD has no body, and no length but that of its GET', async () => {
  const { status, headers, bytes } = await ask('/v2/openapi.json', {
    method: 'HEAD',
    headers: { 'Accept-Encoding': 'br' },
  });
  expect([status, bytes.length, headers['content-length']]).toEqual([200, 0, undefined]);
  expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-encoding': 'br' });
});
