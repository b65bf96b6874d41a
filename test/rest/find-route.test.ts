import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/http/http-exchange.ts';
import { createFindRoute, type RespondTo } from '../../src/rest/find-route.ts';

/** Routes that say which of them they are, and how often each has read a target. */
function createRoutes(paths: readonly (readonly [method: string, path: string])[]) {
  let reads = 0;
  const mounted = paths.map(([method, path]) => {
    const respondTo: RespondTo = (target) => {
      reads += 1;
      return async () => ({
        status: 200,
        headers: { of: `${method} ${path}`, target: target.path + target.search },
        body: null,
      });
    };
    return { method, path, respondTo };
  });
  const find = createFindRoute(mounted);
  return {
    async respond(method: string, target: string) {
      const [path = '', query] = target.split('?');
      const request = { method, path, search: query === undefined ? '' : `?${query}` } as HttpRequest;
      const response = await find(request)?.(request);
      return response?.headers;
    },
    reads: () => reads,
  };
}

const routes = [
  ['GET', '/catalogs/rules/:rule'],
  ['GET', '/catalogs/:catalog'],
  ['GET', '/catalogs/:catalog/releases'],
  ['POST', '/catalogs/:catalog'],
  ['POST', '/keys'],
] as const;

describe('a target', () => {
  it('is answered by the route at its path, by a literal segment before a parameter', async () => {
    const { respond } = createRoutes(routes);
    const found = async (target: string) => (await respond('GET', target))?.of;
    expect(await found('/catalogs/rules/a')).toBe('GET /catalogs/rules/:rule');
    expect(await found('/catalogs/a')).toBe('GET /catalogs/:catalog');
    expect(await found('/catalogs/rules')).toBe('GET /catalogs/:catalog');
    expect(await found('/catalogs/a/releases?page=1')).toBe('GET /catalogs/:catalog/releases');
    expect(await found('/catalogs/')).toBeUndefined();
    expect(await found('/nothing')).toBeUndefined();
  });

  it.each([
    '/catalogs/..',
    '/catalogs/.',
    '/catalogs/%2e%2E',
    '/catalogs/%2E',
    '/catalogs/.%2e/releases',
    '/catalogs/./releases',
  ])('with dot segments is at no path: %s', async (target) => {
    const { respond } = createRoutes(routes);
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) expect(await respond(method, target)).toBeUndefined();
    expect((await respond('GET', '/catalogs/...'))?.of).toBe('GET /catalogs/:catalog');
  });

  it('of GET and HEAD is read once, one of a method that writes each time', async () => {
    const { respond, reads } = createRoutes(routes);
    for (const method of ['HEAD', 'GET', 'GET']) {
      expect(await respond(method, '/catalogs/a?x=1')).toEqual({
        of: 'GET /catalogs/:catalog',
        target: '/catalogs/a?x=1',
      });
    }
    expect(reads()).toBe(1);
    for (const _ of [1, 2]) expect((await respond('POST', '/catalogs/a?x=1'))?.of).toBe('POST /catalogs/:catalog');
    expect(reads()).toBe(3);
  });

  it('is another one with another query', async () => {
    const { respond } = createRoutes(routes);
    const targets = ['/catalogs/a', '/catalogs/a?', '/catalogs/a?b', '/catalogs/b', '/catalogs/a%3Fb'];
    for (const target of [...targets, ...targets]) expect((await respond('GET', target))?.target).toBe(target);
  });

  it('that is long, or one of a thousand others ago, is read again', async () => {
    const { respond, reads } = createRoutes(routes);
    const long = `/catalogs/${'a'.repeat(500)}`;
    for (const method of ['GET', 'HEAD']) expect((await respond(method, long))?.of).toBe('GET /catalogs/:catalog');
    expect(reads()).toBe(2);
    for (let number = 0; number <= 1000; number += 1) await respond('GET', `/catalogs/${number}`);
    await respond('GET', '/catalogs/1000');
    expect(reads()).toBe(1003);
    await respond('GET', '/catalogs/0');
    expect(reads()).toBe(1004);
  });
});

describe('a method', () => {
  it('that no route at the path has is refused, whichever came before', async () => {
    const { respond } = createRoutes(routes);
    for (const method of ['GET', 'HEAD', 'PUT', 'GET']) {
      await expect(respond(method, '/keys')).rejects.toThrow(`/keys does not allow ${method}.`);
    }
  });

  it('is listed for OPTIONS', async () => {
    const { respond } = createRoutes(routes);
    expect(await respond('OPTIONS', '/catalogs/a')).toEqual({ allow: 'GET, HEAD, POST, OPTIONS' });
  });
});
