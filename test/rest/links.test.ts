import { describe, expect, it } from 'vitest';
import { describePage, toAddresses } from '../../src/rest/links.ts';

const list = { addresses: toAddresses('https://shop.example'), path: '/x', query: new Map<string, string>() };
const at = (page: number) => `/v2/x?page[limit]=10&page[offset]=${page}`;

describe('the links of a page', () => {
  it.each([
    ['nothing', { offset: 0, total: 0 }, { last: null, prev: null, next: null }, { current: 1, total: 0 }],
    ['one page', { offset: 0, total: 10 }, { last: null, prev: null, next: null }, { current: 1, total: 1 }],
    ['the first page', { offset: 0, total: 11 }, { last: at(10), prev: null, next: at(10) }, { current: 1, total: 2 }],
    [
      'a page between',
      { offset: 10, total: 30 },
      { last: at(20), prev: at(0), next: at(20) },
      { current: 2, total: 3 },
    ],
    ['the last page', { offset: 20, total: 30 }, { last: at(20), prev: at(10), next: null }, { current: 3, total: 3 }],
    [
      'the last of two pages',
      { offset: 10, total: 20 },
      { last: at(10), prev: at(0), next: null },
      { current: 2, total: 2 },
    ],
    [
      'all but the first',
      { offset: 1, total: 20 },
      { last: at(10), prev: at(0), next: at(11) },
      { current: 1, total: 2 },
    ],
    [
      'beyond the only page',
      { offset: 20, total: 5 },
      { last: null, prev: null, next: null },
      { current: 3, total: 1 },
    ],
    ['no whole page', { offset: 5, total: 30 }, { last: at(20), prev: at(0), next: at(15) }, { current: 1, total: 3 }],
    [
      'beyond the end',
      { offset: 90, total: 30 },
      { last: at(20), prev: at(20), next: null },
      { current: 10, total: 3 },
    ],
    [
      'the page before the last that an offset leads to',
      { offset: 9990, total: 20_000 },
      { last: at(10_000), prev: at(9980), next: at(10_000) },
      { current: 1000, total: 2000 },
    ],
    [
      'where no offset leads further',
      { offset: 10_000, total: 20_000 },
      { last: at(10_000), prev: at(9990), next: null },
      { current: 1001, total: 2000 },
    ],
  ])('of %s', (_, { offset, total }, links, page) => {
    const described = describePage({ limit: 10, offset, total }, list);
    expect(described.links).toEqual({ self: '/v2/x', first: at(0), ...links });
    expect(described.meta).toEqual({ results: { total }, page: { limit: 10, offset, ...page } });
  });

  it('lead to the last page that an offset can begin, where none begins at the greatest', () => {
    const { links } = describePage({ limit: 30, offset: 9960, total: 20_000 }, list);
    const to = (offset: number) => `/v2/x?page[limit]=30&page[offset]=${offset}`;
    expect([links.next, links.last]).toEqual([to(9990), to(9990)]);
    expect(describePage({ limit: 30, offset: 9990, total: 20_000 }, list).links.next).toBe(null);
  });

  it('hold the query that was asked, encoded', () => {
    const query = new Map([
      ['filter', 'eq(name,"Ä & #1+2"):in(tags,a,b)'],
      ['page[limit]', '10'],
    ]);
    const { links } = describePage({ limit: 10, offset: 0, total: 20 }, { ...list, query });
    expect(links.self).toBe('/v2/x?filter=eq(name,%22%C3%84%20%26%20%231%2B2%22):in(tags,a,b)&page[limit]=10');
    expect(links.next).toBe(`${links.self}&page[offset]=10`);
    expect(new URL(links.next ?? '', 'https://a').searchParams.get('filter')).toBe(query.get('filter'));
  });

  it('hold each parameter once, where it was requested', () => {
    const query = new Map([
      ['page[offset]', '10'],
      ['filter', 'eq(name,a)'],
      ['page[limit]', '10'],
    ]);
    const { links } = describePage({ limit: 10, offset: 10, total: 40 }, { ...list, query });
    const at = (offset: number) => `/v2/x?page[offset]=${offset}&filter=eq(name,a)&page[limit]=10`;
    expect(links).toEqual({ self: at(10), first: at(0), prev: at(0), next: at(20), last: at(30) });
  });

  it('stand under the base address, wherever that is', () => {
    const addresses = toAddresses('https://shop.example/api');
    expect(describePage({ limit: 1, offset: 0, total: 0 }, { ...list, addresses }).links.self).toBe('/api/v2/x');
  });
});
