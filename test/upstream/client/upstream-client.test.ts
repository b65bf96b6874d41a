import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DomainError, ErrorCode } from '../../../src/domain/errors.ts';
import type { UpstreamCredentials } from '../../../src/domain/upstream-scope.ts';
import { openUpstream, type Upstream } from '../../../src/upstream/client/open-upstream.ts';
import type { UpstreamConfig } from '../../../src/upstream/client/upstream-config.ts';
import {
  type Behaviour,
  broken,
  cut,
  endless,
  json,
  openFaultyPlatform,
  silent,
  text,
} from '../../support/faulty-platform.ts';
import { callerWith } from '../../support/upstream-context.ts';
import { useOpened } from '../../support/use-opened.ts';

const platform = useOpened(openFaultyPlatform);
let upstream: Upstream;

// Each test has a gateway that has not yet seen the platform fail.
beforeEach(() => {
  upstream = open({});
});
afterEach(() => upstream.close());

function open(changes: Partial<UpstreamConfig>): Upstream {
  const config: UpstreamConfig = {
    ...{ url: platform.url, clientId: 'shop', clientSecret: async () => 'secret-of-the-shop' },
    ...{ dialect: 'contract', catalog: 'live', caFile: null },
    ...{ requestsPerSecond: 10_000, concurrency: 10, timeoutMs: 10_000, cacheSeconds: 0 },
    ...{ hasPricingOptions: false, manualPayments: null },
  };
  return openUpstream({ config: { ...config, ...changes }, monotonicNow: () => performance.now() });
}

const path = '/pcm/catalog/products?page%5Blimit%5D=2';
const write = { method: 'POST', path: '/subscriptions/subscriptions', body: { data: { amount: 2n ** 60n } } } as const;
const caller = () => callerWith({ token: 'token-of-the-client' });

async function errorOf(answer: Promise<unknown>): Promise<DomainError> {
  return answer.then(
    () => expect.fail('it did not fail'),
    (error: DomainError) => error,
  );
}

const readOf = (behaviour: Behaviour) => {
  platform.behave(behaviour);
  return errorOf(upstream.client.get(caller(), path));
};
const writeTo = (behaviour: Behaviour) => {
  platform.behave(behaviour);
  return errorOf(upstream.client.send(caller(), write));
};
const lastCall = () => platform.calls.at(-1);

describe('a read', () => {
  it('goes to the path below the address, with the context of the shopper', async () => {
    platform.behave(json({ data: [1] }));
    const context = callerWith({
      token: 'token-of-the-client',
      channel: 'été',
      tag: 'vip',
      language: 'de-CH, de;q=0.9',
    });
    expect(await upstream.client.get(context, path)).toEqual({ status: 200, body: { data: [1] }, newForMs: 0 });
    expect(lastCall()).toMatchObject({
      method: 'GET',
      path,
      headers: {
        authorization: 'Bearer token-of-the-client',
        'ep-channel': Buffer.from('été').toString('latin1'),
        'ep-context-tag': 'vip',
        'accept-language': 'de-CH, de;q=0.9',
        'x-request-id': 'the-request',
      },
    });
  });

  it('of the catalog that is answered as before, letter by letter, is not parsed again', async () => {
    const read = () => upstream.client.get(caller(), path);
    const before = platform.calls.length;
    platform.behave(json({ data: [1] }));
    const first = await read();
    const again = await read();
    expect(again.body).toBe(first.body);
    platform.behave(json({ data: [2] }));
    expect((await read()).body).toEqual({ data: [2] });
    platform.behave(json({ data: [1] }));
    expect((await read()).body).toEqual({ data: [1] });
    expect(platform.calls).toHaveLength(before + 4);
  });

  it.each(['{"data":null}', '{"data":7}', '{"data":{"message":"ok"}}', '{}', '[]', '{"message":"ok"}'])(
    'that is answered %s has no answer, and is not kept',
    async (body) => {
      platform.behave(text(body));
      expect(await errorOf(upstream.client.get(caller(), path))).toMatchObject({
        code: 'UNAVAILABLE',
        message: 'The platform answered something that is not of its contract.',
      });
      platform.behave(json({ data: [1] }));
      expect((await upstream.client.get(caller(), path)).body).toEqual({ data: [1] });
    },
  );

  it('is an empty list where it is null and counts none', async () => {
    const meta = { results: { total: 0 } };
    platform.behave(json({ data: null, meta }));
    expect((await upstream.client.get(caller(), path)).body).toEqual({ data: [], meta });
    platform.behave(json({ data: null, meta: { results: { total: 1 } } }));
    expect(await errorOf(upstream.client.get(caller(), path))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('keeps whole numbers of 64 bits exact, in both directions', async () => {
    platform.behave(text('{"data":{"amount":9223372036854775807}}'));
    const { body } = await upstream.client.send(caller(), write);
    expect(body).toEqual({ data: { amount: 9223372036854775807n } });
    expect(lastCall()?.body).toBe('{"data":{"amount":1152921504606846976}}');
  });

  it('shows no secrets of the platform, at whatever depth', async () => {
    const secrets =
      '"client_secret":"s3cret","payment_authority":{"card_id":"c"},"client\\u005fsecret":"s3cret","__proto__":{"a":1}';
    platform.behave(text(`{"data":[{"id":"1",${secrets},"meta":{"deep":{${secrets}}}}],${secrets}}`));
    const { body } = await upstream.client.get(caller(), path);
    expect(body).toEqual({ data: [{ id: '1', meta: { deep: {} } }] });
  });

  it.each([
    '/pcm/catalog/products/..',
    '/pcm/catalog/products/%2e%2E/x',
    '/pcm/catalog/./x',
    '/pcm/a b',
    '/pcm/a\r\nx: y',
    'pcm',
    '/pcm#x',
    '/pcm\\x',
  ])('a path that leads elsewhere names nothing, and is not sent: %j', async (misleading) => {
    const before = platform.calls.length;
    expect((await errorOf(upstream.client.get(caller(), misleading))).code).toBe('NOT_FOUND');
    expect((await errorOf(upstream.client.send(caller(), { ...write, path: misleading }))).code).toBe('NOT_FOUND');
    expect(platform.calls).toHaveLength(before);
  });

  it('beyond the calls that a request may make is not sent', async () => {
    platform.behave(json({ data: [] }));
    const context = callerWith({ token: 'token-of-the-client', maxCalls: 2 });
    await upstream.client.get(context, path);
    await upstream.client.get(context, path);
    const before = platform.calls.length;
    expect(await errorOf(upstream.client.get(context, path))).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      exceeded: { limitName: 'upstreamCalls', limit: 2 },
    });
    expect(platform.calls).toHaveLength(before);
    expect(context.upstream.calls).toBe(2);
  });
});

const told = { errors: [{ status: 400, title: 'Bad Thing', detail: 'The thing\n is bad.' }, { detail: 'And worse.' }] };

describe('an error of the platform', () => {
  it.each<[status: number, code: ErrorCode]>([
    [400, 'VALIDATION_FAILED'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [410, 'NOT_FOUND'],
    [412, 'CONFLICT'],
    [422, 'UNPROCESSABLE_ENTITY'],
    [451, 'UNPROCESSABLE_ENTITY'],
  ])('%i is %s for reads and writes, and keeps status, title and details', async (status, code) => {
    const expected = { code, message: 'The thing is bad. And worse.', platform: { status, title: 'Bad Thing' } };
    expect(await readOf(json(told, status))).toMatchObject(expected);
    expect(await writeTo(json(told, status))).toMatchObject(expected);
  });

  it('405 is UNSUPPORTED for reads and writes, and keeps the details alone', async () => {
    const expected = { code: 'UNSUPPORTED', message: 'The thing is bad. And worse.', platform: null };
    expect(await readOf(json(told, 405))).toMatchObject(expected);
    expect(await writeTo(json(told, 405))).toMatchObject(expected);
  });

  it.each([
    ['no JSON', '<html>nginx/1.2 at 10.0.0.1</html>'],
    ['no list of errors', '{"errors":{"detail":"x"}}'],
    ['another shape', '{"errors":[null,7,"x",{"detail":7,"title":[]}]}'],
    ['nothing', ''],
  ])('whose body is %s is told by its status alone', async (_, body) => {
    expect(await readOf(text(body, 404))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'The platform refused the request (404).',
      platform: null,
    });
  });

  it.each<[string, (status: number, headers: Readonly<Record<string, string>>) => Behaviour]>([
    ['compressed', (status, headers) => text('x', status, { ...headers, 'content-encoding': 'gzip' })],
    ['no UTF-8', (status, headers) => (_, response) => void response.writeHead(status, headers).end(Buffer.of(0xff))],
    [
      'cut in the middle',
      (status, headers) => (_, response) => {
        response.writeHead(status, { ...headers, 'content-length': '1000' });
        response.write('{"errors":[', () => response.socket?.destroy());
      },
    ],
  ])('whose body is %s is told by its status alone, and not sent again', async (_, behaviour) => {
    const before = platform.calls.length;
    expect(await readOf(behaviour(404, {}))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await writeTo(behaviour(409, {}))).toMatchObject({ code: 'CONFLICT' });
    expect(await writeTo(behaviour(503, { 'retry-after': '7' }))).toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 7,
    });
    await upstream.close();
    upstream = open({});
    expect(await readOf(behaviour(429, { 'retry-after': '7' }))).toMatchObject({ retryAfterSeconds: 7 });
    expect(platform.calls).toHaveLength(before + 4);
  });

  it('never repeats the token that was sent', async () => {
    const detail = "The token 'token-of-the-client' has expired.";
    const error = await readOf(json({ errors: [{ title: 'Unauthorized', detail }] }, 401));
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Unauthorized' });
  });

  it.each([429, 503])('%i obeys Retry-After, for reads and writes', async (status) => {
    const expected = { code: 'UNAVAILABLE', retryAfterSeconds: 7 };
    const busy = json(told, status, { 'retry-after': '7' });
    expect(await readOf(busy)).toMatchObject(expected);
    await upstream.close();
    upstream = open({});
    expect(await writeTo(busy)).toMatchObject(expected);
  });

  it.each([500, 502, 503, 504, 599])(
    '%i tells nothing of its internals, and leaves a write unknown',
    async (status) => {
      const inside = json({ errors: [{ detail: 'at Object.<anonymous> (/srv/app.js:1:1)' }], stack: 'x' }, status);
      const gone = 'The platform can not be reached for the moment. Try again.';
      expect(await readOf(inside)).toMatchObject({ code: 'UNAVAILABLE', message: gone });
      const unknown = await writeTo(inside);
      expect(unknown.code).toBe('OUTCOME_UNKNOWN');
      expect(unknown.message).not.toContain('srv');
    },
  );
});

describe('an answer that is none', () => {
  beforeEach(async () => {
    await upstream.close();
    upstream = open({ timeoutMs: 500 });
  });

  const unreadable: [string, Behaviour][] = [
    ['no JSON', text('<html>')],
    ['half a JSON', text('{"data":[')],
    ['nothing', text('')],
    ['no UTF-8', (_, response) => void response.end(Buffer.from([0x22, 0xff, 0x22]))],
    ['nested 200,000 times', text('['.repeat(200_000) + ']'.repeat(200_000))],
    ['nested 200 times', text('['.repeat(200) + ']'.repeat(200))],
    [
      'nested 200,000 times around a large number',
      text(`${'['.repeat(200_000)}9223372036854775807${']'.repeat(200_000)}`),
    ],
    ['a redirect', text('', 302, { location: 'http://127.0.0.1:1/' })],
    ['compressed', text('x', 200, { 'content-encoding': 'gzip' })],
    ['endless', endless()],
    ['announced with 1 GB', endless(1_000_000_000)],
    ['cut in the middle', broken('cut')],
    ['silent in the middle', broken('silent')],
    ['a cut', cut],
    ['silence', silent],
    ['no HTTP', (_, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ];

  it.each(unreadable)('%s: a read is UNAVAILABLE', async (_, behaviour) => {
    expect((await readOf(behaviour)).code).toBe('UNAVAILABLE');
  });

  it.each(unreadable.filter(([name]) => name !== 'nothing'))(
    '%s: a write is OUTCOME_UNKNOWN, and was sent once',
    async (_, behaviour) => {
      const before = platform.calls.length;
      expect(await writeTo(behaviour)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      expect(platform.calls).toHaveLength(before + 1);
    },
  );

  it.each(['identity', 'Identity', ''])('one whose encoding is said to be "%s" is read', async (encoding) => {
    platform.behave(json({ data: [] }, 200, { 'content-encoding': encoding }));
    expect(await upstream.client.get(caller(), path)).toMatchObject({ body: { data: [] } });
  });

  it('a platform that is not there: a write was not sent, and is UNAVAILABLE', async () => {
    const gone = open({ url: 'http://127.0.0.1:1' });
    expect((await errorOf(gone.client.get(caller(), path))).code).toBe('UNAVAILABLE');
    expect((await errorOf(gone.client.send(caller(), write))).code).toBe('UNAVAILABLE');
    await gone.close();
  });

  it('its cause holds nothing of what was sent or said', async () => {
    const { cause } = await readOf(
      (_, response) => void response.socket?.end('HTTP/1.1 2OO token-of-the-client\r\n\r\n'),
    );
    expect(JSON.stringify(cause) + String(cause)).not.toContain('token-of');
  });
});

describe('whoever sends no token', () => {
  it("reads the catalog with the gateway's own implicit token, requested once", async () => {
    platform.behave(json({ data: [] }));
    const fresh = open({});
    const before = platform.received.length;
    await Promise.all(Array.from({ length: 5 }, (_, index) => fresh.client.get(callerWith(), `${path}&n=${index}`)));
    const [token, ...calls] = platform.received.slice(before);
    expect(token).toMatchObject({ path: '/oauth/access_token', body: 'grant_type=implicit&client_id=shop' });
    expect(calls.map(({ headers }) => headers.authorization)).toEqual(
      Array(5).fill(expect.stringMatching(/^Bearer own-/)),
    );
    await fresh.close();
  });

  it('never sees that token, whatever the platform repeats', async () => {
    const fresh = open({});
    platform.behaveAlways((request, response) =>
      request.path === '/oauth/access_token'
        ? json({ access_token: 'token-of-the-gateway', expires_in: 3600 })(request, response)
        : json({ errors: [{ title: 'Forbidden', detail: "The token 'token-of-the-gateway' may not." }] }, 403)(
            request,
            response,
          ),
    );
    expect(await errorOf(fresh.client.get(callerWith(), path))).toMatchObject({ message: 'Forbidden' });
    await fresh.close();
  });

  it('reads nothing else, and writes nothing, without a call', async () => {
    const before = platform.received.length;
    for (const other of [
      '/application-keys',
      '/subscriptions/subscriptions/1',
      '/catalogs',
      '/pcm/catalogs',
      '/pcm/products',
    ]) {
      expect((await errorOf(upstream.client.get(callerWith(), other))).code, other).toBe('UNAUTHENTICATED');
    }
    expect((await errorOf(upstream.client.send(callerWith(), write))).code).toBe('UNAUTHENTICATED');
    expect(platform.received).toHaveLength(before);
  });

  it('reads nothing where the gateway has no client id', async () => {
    const poor = open({ clientId: null });
    expect((await errorOf(poor.client.get(callerWith(), path))).code).toBe('UNAUTHENTICATED');
    await poor.close();
  });

  it('is requested beside the paths of a platform that has a path of its own, and for clients, too', async () => {
    const below = open({ url: `${platform.url}/shop` });
    platform.behaveAlways((request, response) =>
      json(request.path.endsWith('/access_token') ? { access_token: 'own' } : { data: [] })(request, response),
    );
    const before = platform.received.length;
    await below.client.get(callerWith(), path);
    await below.passTokenRequest({ contentType: 'application/json', text: '{}' });
    const paths = platform.received.slice(before).map((request) => request.path);
    expect(paths).toEqual(['/shop/oauth/access_token', `/shop${path}`, '/shop/oauth/access_token']);
    await below.close();
  });

  it('is answered all the same where the request for that token is cut once', async () => {
    const fresh = open({});
    let isCut = false;
    platform.behaveAlways((request, response) => {
      if (request.path !== '/oauth/access_token') return json({ data: [] })(request, response);
      if (isCut) return json({ access_token: 'own', expires_in: 3600 })(request, response);
      isCut = true;
      return cut(request, response);
    });
    expect(await fresh.client.get(callerWith(), path)).toMatchObject({ body: { data: [] } });
    await fresh.close();
  });

  it('whose own token is refused twice is told so, and not that a token is missing', async () => {
    platform.behave(json(told, 401));
    const before = platform.received.length;
    const refusal = 'The platform refuses the credentials of the gateway itself.';
    expect(await errorOf(upstream.client.get(callerWith(), path))).toMatchObject({
      code: 'UNAVAILABLE',
      message: refusal,
    });
    expect(platform.received.length - before).toBeLessThanOrEqual(4);
  });

  it('sends the token of its account along', async () => {
    platform.behave(json({ data: [] }));
    await upstream.client.get(
      callerWith({ headers: { 'ep-account-management-authentication-token': 'of-an-account' } }),
      path,
    );
    expect(lastCall()?.headers).toMatchObject({
      authorization: expect.stringMatching(/^Bearer own-/),
      'ep-account-management-authentication-token': 'of-an-account',
    });
  });
});

describe('credentials', () => {
  it('of a client are never replaced by ours, also when they are refused', async () => {
    const before = platform.received.length;
    expect((await readOf(json(told, 401))).code).toBe('UNAUTHENTICATED');
    expect(platform.received.slice(before).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-of-the-client',
    ]);
  });

  it('show themselves to no log and no JSON', async () => {
    const { inspect } = await import('node:util');
    const context = callerWith({
      token: 'token-of-the-client',
      headers: { 'x-moltin-customer-token': 'of-a-customer' },
    });
    const shown = JSON.stringify({ ...context, now: null }) + inspect(context, { depth: 9, showHidden: true });
    expect(shown).not.toMatch(/token-of-the-client|of-a-customer/);
  });

  it('are one identity where they are equal, and another one in any difference', () => {
    const identities = [
      callerWith(),
      callerWith({ token: 'one' }),
      callerWith({ token: 'two' }),
      callerWith({ token: 'one', headers: { 'x-moltin-customer-token': 'a' } }),
      callerWith({ token: 'one', headers: { 'ep-account-management-authentication-token': 'a' } }),
    ].map(({ upstream: { credentials } }: { upstream: { credentials: UpstreamCredentials } }) => credentials.identity);
    expect(new Set(identities).size).toBe(identities.length);
    expect(callerWith({ token: 'one' }).upstream.credentials.identity).toBe(identities[1]);
  });
});

describe('cached answers', () => {
  const cached = () => open({ cacheSeconds: 30 });
  const readers = [
    callerWith(),
    callerWith({ token: 'token-one' }),
    callerWith({ token: 'token-two' }),
    callerWith({ headers: { 'ep-account-management-authentication-token': 'account-one' } }),
    callerWith({ headers: { 'ep-account-management-authentication-token': 'account-two' } }),
    callerWith({ headers: { 'x-moltin-customer-token': 'account-one' } }),
    callerWith({ channel: 'a' }),
    callerWith({ tag: 'a' }),
    callerWith({ language: 'a' }),
  ];

  it('never reach another account, token, channel, tag or language, at once or later', async () => {
    const client = cached();
    platform.behave(({ headers }, response) => {
      const { authorization, 'ep-channel': channel, 'ep-context-tag': tag, 'accept-language': language } = headers;
      const own = authorization?.startsWith('Bearer own-') ? 'own' : authorization;
      const account = [headers['ep-account-management-authentication-token'], headers['x-moltin-customer-token']];
      response.end(JSON.stringify({ data: [own, ...account, channel, tag, language].map((value) => value ?? '') }));
    });
    const readAll = () => Promise.all([...readers, ...readers].map((reader) => client.client.get(reader, path)));
    const first = await readAll();
    expect(new Set(first.map(({ body }) => JSON.stringify(body))).size).toBe(readers.length);
    const before = platform.received.length;
    expect((await readAll()).map(({ body }) => body)).toEqual(first.map(({ body }) => body));
    expect(platform.received).toHaveLength(before);
    await client.close();
  });

  it('are none of anything but the catalog: what is written is read as it is', async () => {
    const client = cached();
    platform.behave(json({ data: [] }));
    const before = platform.calls.length;
    for (let count = 0; count < 3; count += 1) await client.client.get(caller(), '/application-keys/1');
    expect(platform.calls).toHaveLength(before + 3);
    await client.close();
  });
});

describe('an administrator of our own', () => {
  it('reads with client credentials', async () => {
    platform.behave(json({ data: [] }));
    const fresh = open({});
    const before = platform.received.length;
    await fresh.administrator.get('/pcm/catalogs');
    expect(platform.received.slice(before)).toMatchObject([
      { body: 'grant_type=client_credentials&client_id=shop&client_secret=secret-of-the-shop' },
      { path: '/pcm/catalogs', headers: { authorization: expect.stringMatching(/^Bearer own-/) } },
    ]);
    await fresh.close();
  });
});
