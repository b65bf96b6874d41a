import { expect, it } from 'vitest';
import { createHttpApp } from '../../src/server/http-app.ts';
import { fetchFrom } from '../support/fetch-from.ts';

const send = fetchFrom(
  createHttpApp({
    graphql: async () => ({ status: 200, headers: {}, body: '{}' }),
    graphiql: {
      page: async () => new Response(),
      asset: async () => new Response('', { headers: { Vary: 'Accept-Encoding' } }),
    },
    isReady: async () => true,
    maxBodyBytes: 1000,
    corsOrigins: ['https://shop.example'],
    reportBug: () => {},
    onAnswered: () => {},
  }),
);

const ask = async (origin: string | null, method = 'GET', path = '/graphql') => {
  const headers = { ...(origin !== null && { Origin: origin }), 'Access-Control-Request-Method': 'POST' };
  return send(`http://gateway.test${path}`, { method, headers });
};

it('a page of an origin on the list may read the answer', async () => {
  const { headers } = await ask('https://shop.example');
  expect(headers.get('access-control-allow-origin')).toBe('https://shop.example');
  expect(headers.get('access-control-expose-headers')).toBe(
    'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, WWW-Authenticate',
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
  'https://evil.example',
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
    expect(headers.get('vary')).toBe('Origin');
  }
});

it('what an answer varies with already, it goes on to vary with', async () => {
  const { headers } = await ask(null, 'GET', '/graphql/assets/a.js');
  expect(headers.get('vary')).toBe('Accept-Encoding, Origin');
});
