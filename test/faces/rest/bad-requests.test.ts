/** What hostile or careless clients send: each gets its status, and an error that is JSON. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { defaultLimits } from '../../../src/http/limits.ts';
import { createResponseCache } from '../../../src/response-cache/response-cache.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { fetchFromRest } from '../../support/fetch-from.ts';
import { openRestGateway, type RestAnswer } from '../../support/rest-gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const keys = '/v2/application-keys';
const keyPath = `${keys}/${demoIds.applicationKeys.admin}`;
const subscriptions = '/v2/subscriptions/subscriptions';
const good = JSON.stringify({ data: { type: 'application_key', name: 'Admin' } });

function expectError(answer: RestAnswer, status: number, title: string): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Object.keys(answer.body)).toEqual(['errors']);
  for (const error of answer.body.errors)
    expect(error).toEqual({ title, status: String(status), detail: expect.any(String) });
}

describeEachEngine('bad requests', (open) => {
  const gateway = useOpened(() => openRestGateway(open));
  let before: unknown;
  beforeAll(async () => {
    before = await gateway.countRows();
  });

  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it.each([
    ['nothing', ''],
    ['no JSON', '{"data":CANARY}'],
    ['half of it', '{"data":{"name":"CANARY'],
    ['two texts', `${good}${good}`],
    ['a comment', `/* CANARY */${good}`],
    ['a byte order mark', `\ufeff\ufeff${good}`],
    ['NaN', '{"data":{"type":"application_key","name":NaN}}'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"data"'],
    ['no data', '{}'],
    ['null as data', '{"data":null}'],
    ['a list as data', '{"data":[]}'],
    ['data in a prototype', '{"__proto__":{"data":{"type":"application_key","name":"x"}}}'],
    ['members in a prototype', '{"data":{"__proto__":{"type":"application_key","name":"x"}}}'],
    ['a member twice', '{"data":{"type":"application_key","name":"a","name":"b"}}'],
    ['a member twice, escaped', '{"data":{"type":"application_key","name":"a","n\\u0061me":"b"}}'],
    ['data twice', '{"data":{"type":"application_key","name":"a"},"data":{}}'],
    ['depth 65', `{"data":{"type":"application_key","name":"a","x":${nested(63)}}}`],
    ['depth 100,000', nested(100_000)],
    ['100,000 open brackets', '['.repeat(100_000)],
    ['500,000 escaped quotes', `"${'\\"'.repeat(450_000)}`],
  ])('a body that is %s is 400', async (_, body) => {
    const answer = await gateway.rest('PUT', keyPath, { body });
    expectError(answer, 400, 'Bad Request');
    expect(answer.text).not.toContain('CANARY');
  });

  it('depth 64, equal names in different objects, and members that nobody knows are fine', async () => {
    const extra = `"constructor":{"name":{"name":1}},"__proto__":{"name":2},"x":${nested(62)}`;
    const body = `{"data":{"type":"application_key","name":"Admin",${extra}},"meta":{}}`;
    expect((await gateway.rest('PUT', keyPath, { body })).status).toBe(200);
    expect(({} as { name?: unknown }).name).toBeUndefined();
    before = await gateway.countRows();
  });

  it('a body that is no UTF-8 is 400', async () => {
    const body = Buffer.concat([Buffer.from('{"data":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const headers = { Authorization: 'Bearer admin', 'Content-Type': 'application/json' };
    expect((await gateway.send(keyPath, { method: 'PUT', body, headers })).status).toBe(400);
  });

  it('a body of 10,000 levels is 400', async () => {
    const { status, body } = await gateway.rest('PUT', keyPath, { body: '['.repeat(10_000) });
    expect(status).toBe(400);
    expect(body.errors[0].detail).toBe(
      'The body has 10000 levels of arrays and objects, but at most 100 are allowed (bodyLevels).',
    );
  });

  it('a body of 10 MB is 413', async () => {
    expectError(await gateway.rest('PUT', keyPath, { body: `"${'a'.repeat(10_000_000)}"` }), 413, 'Payload Too Large');
  });

  it.each([
    ['text/plain', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['multipart', { 'Content-Type': 'multipart/form-data; boundary=a' }],
    ['UTF-16', { 'Content-Type': 'application/json; charset=utf-16' }],
    ['no type', { 'Content-Type': '' }],
    ['an encoding that nobody knows', { 'Content-Encoding': 'x' }],
  ])('a body sent as %s is 415', async (_, headers) => {
    expectError(await gateway.rest('PUT', keyPath, { body: good, headers }), 415, 'Unsupported Media Type');
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(100_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(10_000_000))],
  ])('a bomb in %s is 415, and is not inflated', async (encoding, body) => {
    const headers = { Authorization: 'Bearer admin', 'Content-Type': 'application/json', 'Content-Encoding': encoding };
    const response = await gateway.send(keyPath, { method: 'PUT', body: new Uint8Array(body), headers });
    expect(response.status).toBe(415);
    expect((await response.json()).errors).toHaveLength(1);
  });

  it.each([
    ['PATCH', keyPath, 'GET, HEAD, PUT'],
    ['POST', keyPath, 'GET, HEAD, PUT'],
    ['DELETE', keys, 'GET, HEAD'],
    ['PUT', subscriptions, 'POST'],
    ['GET', subscriptions, 'POST'],
    ['HEAD', subscriptions, 'POST'],
    ['POST', '/v2/openapi.json', 'GET, HEAD'],
  ])('%s %s is 405, and says what is allowed', async (method, path, allow) => {
    const response = await gateway.send(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    const options = await gateway.send(path, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, `${allow}, OPTIONS`]);
    if (method === 'HEAD') return expect(await response.text()).toBe('');
    expectError(await gateway.rest(method, path), 405, 'Method Not Allowed');
  });

  it.each([
    '/v2',
    '/v2/',
    '/v1/application-keys',
    '/application-keys',
    `${keys}/`,
    '/v2//application-keys',
    `${keyPath}/`,
    `${keyPath}/name`,
    '/V2/application-keys',
    '/v2/application%2Dkeys',
    '/v2/settings/extensions/custom-apis/x/fields/y/z',
    '/v2/nothing/%ZZ',
  ])('there is nothing at %s', async (path) => {
    expectError(await gateway.rest('GET', path), 404, 'Not Found');
  });

  it.each(['%', '%Z', '%ZZ', '%FF', '%ED%A0%80', '%C0%80', '%00', '..%2f', 'a'.repeat(10_000), 'x', '%E2%82'])(
    'an id that is none is 400: %s',
    async (id) => {
      expectError(await gateway.rest('GET', `${keys}/${id}`), 400, 'Bad Request');
    },
  );

  it.each([
    'page[limit]=0',
    'page[limit]=-1',
    'page[limit]=101',
    'page[limit]=',
    'page[limit]',
    'page[limit]=1e1',
    'page[limit]=0x10',
    'page[limit]=10.0',
    'page[limit]=+5',
    'page[limit]=05',
    'page[limit]=9223372036854775808',
    'page[limit]=٣',
    'page[offset]=-1',
    'page[offset]=10001',
    'page[offset]=NaN',
    'page[limit]=5&page[limit]=5',
    'page[limit]=5&page%5Blimit%5D=5',
    'page[limit]=%00',
    'page[limit]=5%00',
    'x=%ZZ',
    '%FF=1',
    'x=%ED%A0%80',
  ])('a query is 400: %s', async (query) => {
    expectError(await gateway.rest('GET', `${keys}?${query}`), 400, 'Bad Request');
  });

  it('every fault of a page is told', async () => {
    const { body } = await gateway.rest('GET', `${keys}?page[limit]=0&page[offset]=x`);
    expect(body.errors).toHaveLength(2);
  });

  it.each([
    'page[limit]=1&',
    '&&page%5Blimit%5D=1',
    'page[limit]=1&x=1&x=2',
    'page[limit][]=7&page[limit]=1',
    '=&page[limit]=1&',
  ])('a query that real clients send is understood: %s', async (query) => {
    const headers = { 'Content-Type': 'application/json', 'Accept-Language': '*', Accept: 'text/html' };
    const answer = await gateway.rest('GET', `${keys}?${query}`, { headers });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toHaveLength(1);
  });

  it('HEAD answers as GET does, without a body', async () => {
    const headers = { Authorization: 'Bearer admin' };
    const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => gateway.send(keyPath, { method, headers })));
    expect([head?.status, head?.headers.get('content-type')]).toEqual([200, get?.headers.get('content-type')]);
    expect(await head?.text()).toBe('');
  });

  it.each([
    ['Basic YWJj', 401],
    ['Bearer', 401],
    ['Bearer admin, Bearer admin', 401],
    ['bearer admin', 200],
  ])('Authorization: %s → %i', async (authorization, status) => {
    expect((await gateway.rest('GET', keyPath, { headers: { Authorization: authorization } })).status).toBe(status);
  });

  it('a token in the query is none', async () => {
    expectError(await gateway.rest('GET', `${keyPath}?access_token=admin`, { as: 'nobody' }), 401, 'Unauthorized');
  });

  it('a page of another origin may write, where the operator lists it', async () => {
    const headers = { Origin: 'https://storefront.example', 'Access-Control-Request-Method': 'PUT' };
    const response = await gateway.send(keyPath, { method: 'OPTIONS', headers });
    expect(response.headers.get('access-control-allow-methods')).toContain('PUT');
    const evil = await gateway.send(keyPath, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example' },
    });
    expect(evil.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('change nothing, and are no bugs', async () => {
    expect(await gateway.countRows()).toEqual(before);
    expect(gateway.bugs).toEqual([]);
  });
});

describe('a bug', () => {
  it('is masked by the sentence of the contract, and reported', async () => {
    const { createRestApp } = await import('../../../src/rest/rest-app.ts');
    const bugs: unknown[] = [];
    const app = createRestApp({
      services: {} as never,
      readRequestContext: async () => {
        throw new Error('secret');
      },
      limits: { ...defaultLimits, bodyBytes: 1000 },
      responseCache: createResponseCache({} as never, 0),
      httpCacheSeconds: 0,
      baseUrl: 'https://shop.example',
      reportBug: (bug) => bugs.push(bug),
    });
    const response = await fetchFromRest(app)(keys);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      errors: [
        { title: 'Internal Server Error', status: '500', detail: 'there was a problem processing your request' },
      ],
    });
    expect(bugs).toHaveLength(1);
  });
});
