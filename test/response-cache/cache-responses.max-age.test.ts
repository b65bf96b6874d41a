import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { HttpRequest } from '../../src/http/http-exchange.ts';
import { cacheResponses } from '../../src/response-cache/cache-responses.ts';
import type { Query } from '../../src/response-cache/make-response.ts';
import { createResponseCache } from '../../src/response-cache/response-cache.ts';

it('HTTP caches keep a response that took long for no longer than it is valid', async () => {
  const getDirectory = async () => ({ catalogs: [], rules: [] });
  const respond = cacheResponses({ responseCache: createResponseCache({ getDirectory }, 1_000_000), maxAge: 60 });
  const now = new Date();
  const request: Partial<HttpRequest> = {
    ...{ path: '/graphql', search: '?query=', headers: new Headers() },
    ...{ notes: {} as HttpRequest['notes'], onSent: () => {} },
  };
  const make: Query['make'] = async ({ lifetime }) => {
    lifetime.start();
    lifetime.endBy(now.getTime() + 3000);
    await sleep(1100);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') };
  };
  const shopper = { channel: '', tag: '', language: '', actor: null, upstream: undefined };
  const query = { request, body: null, requestContext: { ...shopper, now }, make };
  const { headers } = await respond(query as unknown as Query);
  const [, seconds] = /^public, max-age=(\d+), stale-while-revalidate=0$/.exec(headers['cache-control'] ?? '') ?? [];
  expect(Number(seconds)).toBeLessThanOrEqual(1);
});
