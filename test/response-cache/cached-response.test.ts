import { expect, it } from 'vitest';
import { EncodedBody } from '../../src/http/encoded-body.ts';
import { isValidAt, toHttpResponse } from '../../src/response-cache/cached-response.ts';

it('a response is valid from its first moment to before its last: then a price is another one', () => {
  const validity = { from: 1000, until: 2000 };
  const moments = [999, 1000, 1999, 2000];
  expect(moments.map((moment) => isValidAt(validity, new Date(moment)))).toEqual([false, true, true, false]);
});

it('HTTP caches reuse a response for no longer than it is valid', async () => {
  const body = new EncodedBody(Buffer.from('{}'), { compress: async () => null });
  const cached = { body, contentType: 'application/json', vary: '', operation: null, from: 0, until: 10_000 };
  const requested = { isPost: false, headers: new Headers(), isPrivate: false, maxAge: 5 };
  const controlAt = async (moment: number) => {
    const { headers } = await toHttpResponse(cached, { ...requested, now: new Date(moment) });
    return headers['cache-control'];
  };
  expect(await controlAt(1000)).toBe('public, max-age=5, stale-while-revalidate=0');
  expect(await controlAt(6001)).toBe('public, max-age=3, stale-while-revalidate=0');
  expect(await controlAt(9001)).toBe('public, no-cache');
});
