import { describe, expect, it } from 'vitest';
import { createIsForeignPage } from '../../src/http/cors.ts';
import { createHttpApp } from '../../src/server/http-app.ts';
import { fetchFrom } from '../support/fetch-from.ts';

const appWith = (corsOrigins: readonly string[], allowsLocalPages = false) =>
  fetchFrom(
    createHttpApp({
      graphql: async () => ({ status: 200, headers: {}, body: '{}' }),
      graphiql: {
        page: async () => new Response(),
        asset: async () => new Response('', { headers: { Vary: 'Accept-Encoding' } }),
      },
      isReady: async () => true,
      limits: { bodyBytes: 1000, bodyLevels: 100 },
      corsOrigins,
      allowsLocalPages,
      reportBug: () => {},
      onAnswered: () => {},
    }),
  );
const send = appWith(['https://shop.example', 'https://*.preview.example', 'http://*.preview.example:8080']);

const ask = async (origin: string | null, method = 'GET', path = '/graphql', requested?: string) => {
  const headers = {
    ...(origin !== null && { Origin: origin }),
    'Access-Control-Request-Method': 'POST',
    ...(requested !== undefined && { 'Access-Control-Request-Headers': requested }),
  };
  return send(`http://gateway.test${path}`, { method, headers });
};

it('a page of an origin on the list may read the answer', async () => {
  const { headers } = await ask('https://shop.example');
  expect(headers.get('access-control-allow-origin')).toBe('https://shop.example');
  expect(headers.get('access-control-expose-headers')).toBe(
    'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, ETag, Idempotent-Replayed, WWW-Authenticate, Warning',
  );
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  expect(headers.get('vary')).toBe('Origin');
});

it('its preflight is answered', async () => {
  const response = await ask('https://shop.example', 'OPTIONS');
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT');
  expect(response.headers.get('access-control-allow-headers')?.split(', ')).toEqual(
    expect.arrayContaining(['Content-Type', 'Authorization', 'EP-Channel', 'EP-Context-Tag', 'Accept-Language']),
  );
});

it.each([
  'content-type,traceparent,x-shop-session',
  'apollographql-client-name, apollographql-client-version',
  'authorization',
])('it may send any headers: %s', async (requested) => {
  const { headers } = await ask('https://shop.example', 'OPTIONS', '/graphql', requested);
  expect(headers.get('access-control-allow-headers')).toBe(requested);
  expect(headers.get('vary')).toBe('Origin, Access-Control-Request-Headers');
});

it.each(['', 'a b', 'a,,b', `a${',a'.repeat(200)}`])(
  'what is no list of headers is not repeated: %j',
  async (requested) => {
    const { headers } = await ask('https://shop.example', 'OPTIONS', '/graphql', requested);
    expect(headers.get('access-control-allow-headers')).toContain('Content-Type');
  },
);

it.each(['https://a.preview.example', 'https://pr-123.preview.example', 'http://a.preview.example:8080'])(
  'one label may be any: %s',
  async (origin) => {
    const { headers } = await ask(origin);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
  },
);

describe('pages of this machine', () => {
  it.each(['http://localhost:5173', 'http://localhost', 'http://127.0.0.1:3000', 'https://[::1]:8443'])(
    'are allowed where somebody tries the demo store out: %s',
    async (origin) => {
      const allowed = await appWith([], true)('http://gateway.test/graphql', { headers: { Origin: origin } });
      expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
      expect((await ask(origin)).headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it.each(['http://localhost.evil.example', 'http://evil.example:5173', 'http://127.0.0.1.nip.io', 'file://', 'null'])(
    'are no others: %s',
    async (origin) => {
      const refused = await appWith([], true)('http://gateway.test/graphql', { headers: { Origin: origin } });
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});

it('where only pages of this machine are allowed, what comes from no page depends on no origin', async () => {
  const { headers } = await appWith([], true)('http://gateway.test/graphql', {});
  expect(headers.get('vary')).toBeNull();
});

it('where nobody is allowed, nothing depends on who asks', async () => {
  const { headers } = await appWith([])('http://gateway.test/graphql', { headers: { Origin: 'https://shop.example' } });
  expect([...headers.keys()].filter((name) => name === 'vary' || name.startsWith('access-control-'))).toEqual([]);
});

it.each([
  'https://evil.example',
  'https://preview.example',
  'https://a.b.preview.example',
  'https://.preview.example',
  'https://a.preview.example.evil.example',
  'https://evil.example/a.preview.example',
  'http://a.preview.example',
  'http://pr-123.preview.example',
  'http://shop.example',
  'https://shop.example.evil.example',
  'https://shop.example:444',
  'https://SHOP.example',
  'null',
  '*',
  '',
])('no other origin is allowed anything: %j', async (origin) => {
  for (const method of ['GET', 'OPTIONS']) {
    const { headers } = await ask(origin, method);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers.get('vary')?.split(', ')[0]).toBe('Origin');
  }
});

it('what an answer varies with already, it goes on to vary with', async () => {
  const { headers } = await ask(null, 'GET', '/graphql/assets/a.js');
  expect(headers.get('vary')).toBe('Accept-Encoding, Origin');
});

describe('a page of another site', () => {
  const isForeign = createIsForeignPage({ corsOrigins: ['https://shop.example'], baseUrl: 'https://api.example' });

  it.each<[headers: Record<string, string>, expected: boolean]>([
    [{}, false],
    [{ Origin: 'https://shop.example' }, false],
    [{ Origin: 'https://api.example' }, false],
    [{ Origin: 'http://gateway.test:4000', Host: 'gateway.test:4000' }, false],
    [{ Origin: 'http://gateway.test:4001', Host: 'gateway.test:4000' }, true],
    [{ Origin: 'https://evil.example' }, true],
    [{ Origin: 'http://localhost:5173' }, true],
    [{ Origin: 'null' }, true],
    [{ 'Sec-Fetch-Site': 'none' }, false],
    [{ 'Sec-Fetch-Site': 'same-origin' }, false],
    [{ 'Sec-Fetch-Site': 'same-site' }, true],
    [{ 'Sec-Fetch-Site': 'cross-site' }, true],
  ])('is told by what the browser says: %j', (headers, expected) => {
    expect(isForeign(new Headers(headers))).toBe(expected);
  });
});
