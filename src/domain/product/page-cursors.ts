/** Numbered pages over keyset cursors: a page is where a cursor says that it starts, whatever its number. */
import { beforeAll } from '../paging/slice-page.ts';
import type { RequestContext } from '../request-context.ts';
import { formatPosition, hasPositions, parsePosition } from './list-position.ts';
import type { PageCursor, PageCursors, PageStarts, PageStartsQuery, ProductPage, ProductStore } from './ports.ts';

/** How many neighbours on either side are shown. */
const reach = 2;

/** `sortKey`: of one that is listed. */
function startOf(query: ProductPage['query'], sortKey: string): string {
  return hasPositions(query) ? formatPosition({ ...parsePosition(sortKey), part: 0, place: -1 }) : beforeAll;
}

/** Null for a page without a product. */
export async function listPageCursors(
  products: Pick<ProductStore, 'listPageStarts'>,
  requestContext: RequestContext,
  pages: readonly ProductPage[],
): Promise<(PageCursors | null)[]> {
  const startQueries = pages.map(toPageStartsQuery);
  const starts = await products.listPageStarts(
    requestContext,
    startQueries.filter((query) => query !== null),
  );
  let answered = 0;
  return pages.map((page, index) => {
    const [first] = page.items;
    const found = startQueries[index] ? starts[answered++] : startsOfWhole(page);
    return found && first ? toPageCursors(page, found, first.sortKey) : null;
  });
}

/** Null: the page is empty, so that there is nothing to number, or all of its list. */
function toPageStartsQuery({ query, items, hasPrevious, hasNext }: ProductPage): PageStartsQuery | null {
  const [first] = items;
  if (!first || !(hasPrevious || hasNext)) return null;
  // One page more than is shown: the window need not start where a numbered page does.
  return { ...query, pageSize: query.window.limit, firstKey: first.sortKey, reach: reach + 1 };
}

/** Of a list that is one page: nothing has to be looked up. */
function startsOfWhole({ items }: ProductPage): PageStarts {
  return { before: 0, total: items.length, keysByRank: new Map() };
}

/** The current page is the one that holds the first product shown; pages are counted from the start of the list. */
function toPageCursors(
  { query, cursorOf }: ProductPage,
  { before, total, keysByRank }: PageStarts,
  firstKey: string,
): PageCursors {
  const size = query.window.limit;
  const totalPages = Math.max(1, Math.ceil(total / size));
  const current = Math.floor(before / size) + 1;
  const ends = [[0, startOf(query, firstKey)] as const, ...keysByRank];
  const cursors = new Map(
    ends
      .map(([rank, key]): [number, string] => [rank / size + 1, key])
      .sort(([a], [b]) => a - b)
      .map(([page, key]): [number, PageCursor] => [page, { page, cursor: cursorOf(key), isCurrent: page === current }]),
  );
  const around = [...cursors.values()].filter(({ page }) => Math.abs(page - current) <= reach);
  return {
    totalPages,
    first: cursors.get(1) as PageCursor,
    previous: cursors.get(current - 1) ?? null,
    around,
    next: cursors.get(current + 1) ?? null,
    last: cursors.get(totalPages) as PageCursor,
  };
}
