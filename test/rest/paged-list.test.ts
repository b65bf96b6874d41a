import { expect, it } from 'vitest';
import { toAddresses } from '../../src/rest/links.ts';
import { answerDocuments } from '../../src/rest/paged-list.ts';
import type { RestRequest } from '../../src/rest/route.ts';
import { writingContext } from '../support/request-contexts.ts';

/** Requests of one target, whose query is read once. */
const target = { addresses: toAddresses('https://shop.example'), path: '/x', query: new Map([['page[limit]', '2']]) };
const request = () => ({ ...target, requestContext: writingContext() }) as unknown as RestRequest;

function answerOf({ total, offset = 0, limit = 2 }: { total: number; offset?: number; limit?: number }, beside = '') {
  const body = answerDocuments(request(), { documents: ['{}'], limit, offset, total }, beside);
  return { ...JSON.parse(String(body.join())), hash: body.hash };
}

it('a list says what it is now, whatever it was when its target was requested before', () => {
  const [two, five, again] = [answerOf({ total: 2 }), answerOf({ total: 5 }), answerOf({ total: 2 })];
  expect([two.meta.results.total, two.links.last]).toEqual([2, null]);
  expect([five.meta.results.total, five.links.last]).toEqual([5, '/v2/x?page[limit]=2&page[offset]=4']);
  expect(again).toEqual(two);
  expect(five.hash).not.toBe(two.hash);
  expect(answerOf({ total: 5, offset: 2 }).meta.page).toEqual({ limit: 2, offset: 2, current: 2, total: 3 });
  expect(answerOf({ total: 5, limit: 5 }).meta.page).toEqual({ limit: 5, offset: 0, current: 1, total: 1 });
});

it('what stands beside a list is of its own request', () => {
  const [without, one, other] = ['', ',"included":[1]', ',"included":[2]'].map((beside) => {
    return answerOf({ total: 5 }, beside);
  });
  expect([without.included, one.included, other.included, answerOf({ total: 5 }).included]).toEqual([
    ...[undefined, [1], [2]],
    undefined,
  ]);
  expect(new Set([without.hash, one.hash, other.hash]).size).toBe(3);
});
