import { expect, it } from 'vitest';
import { listPageCursors } from '../../../src/domain/product/page-cursors.ts';
import type { PageStarts, PageStartsQuery, ProductPage } from '../../../src/domain/product/ports.ts';
import { someContext } from '../../support/request-contexts.ts';

/** A page of a list in the order of its sort keys, of which the first shown is named. */
function pageOf(firstKey: string | null, limit = 10, more = { hasPrevious: true, hasNext: true }): ProductPage {
  const items = firstKey === null ? [] : [{ item: {}, sortKey: firstKey }];
  const query = { window: { limit }, filter: [] };
  return { query, items, ...more, cursorOf: (sortKey: string) => `cursor of ${sortKey}` } as unknown as ProductPage;
}

async function cursorsOf(starts: PageStarts[], ...pages: ProductPage[]) {
  const asked: PageStartsQuery[] = [];
  const listPageStarts = async (_: unknown, queries: readonly PageStartsQuery[]) => {
    asked.push(...queries);
    return starts;
  };
  return { asked, found: await listPageCursors({ listPageStarts }, someContext(), pages) };
}

it('pages are numbered from the start, in their order, in whatever order a store knows them', async () => {
  const keysByRank = new Map([90, 70, 50, 30, 40, 60].map((rank) => [rank, `key ${rank}`]));
  const { found, asked } = await cursorsOf([{ before: 50, total: 100, keysByRank }], pageOf('key 51'));
  const page = (number: number, isCurrent = false) => {
    return { page: number, cursor: `cursor of key ${10 * (number - 1)}`, isCurrent };
  };
  expect(asked).toMatchObject([{ pageSize: 10, firstKey: 'key 51', reach: 3 }]);
  expect(found).toEqual([
    {
      totalPages: 10,
      first: { page: 1, cursor: 'cursor of !', isCurrent: false },
      previous: page(5),
      around: [page(4), page(5), page(6, true), page(7), page(8)],
      next: page(7),
      last: page(10),
    },
  ]);
});

it('a page that begins within a numbered one is that, and neighbours end at the ends of the list', async () => {
  const keysByRank = new Map([[10, 'key 10']]);
  const { found } = await cursorsOf([{ before: 19, total: 20, keysByRank }], pageOf('key 20'));
  const first = { page: 1, cursor: 'cursor of !', isCurrent: false };
  const last = { page: 2, cursor: 'cursor of key 10', isCurrent: true };
  expect(found).toEqual([{ totalPages: 2, first, previous: first, around: [first, last], next: null, last }]);
});

it('of a list that is one page nothing is looked up', async () => {
  const starts = [{ before: 1, total: 2, keysByRank: new Map([[1, 'a']]) }];
  const isAll = { hasPrevious: false, hasNext: false };
  const { found, asked } = await cursorsOf(starts, pageOf('a', 1, isAll), pageOf('b', 1));
  expect(asked.map(({ firstKey }) => firstKey)).toEqual(['b']);
  const page = { page: 1, cursor: 'cursor of !', isCurrent: true };
  const first = { totalPages: 1, first: page, previous: null, around: [page], next: null, last: page };
  expect(found).toMatchObject([first, { totalPages: 2 }]);
});

it('an empty page has none, and others keep theirs', async () => {
  const starts = ['a', 'b'].map((_, index) => ({ before: 0, total: index + 1, keysByRank: new Map<number, string>() }));
  const { found, asked } = await cursorsOf(starts, pageOf(null), pageOf('a', 1), pageOf(null), pageOf('b', 1));
  expect(asked.map(({ firstKey }) => firstKey)).toEqual(['a', 'b']);
  expect(found.map((cursors) => cursors?.totalPages ?? null)).toEqual([null, 1, null, 2]);
});
