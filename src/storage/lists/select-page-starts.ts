/** Where the numbered pages of lists start: near the current page, and the last one. */
import type { PageStarts, PageStartsQuery } from '../../domain/product/ports.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { OrdinalSet } from '../index/ordinal-set.ts';
import type { Place, ReleaseIndex } from '../index/release-index.ts';
import { selectEach } from './select-each.ts';

interface FoundStarts {
  readonly before: number;
  readonly total: number;
  /** Of the last product before each page, by its rank from 1. */
  readonly ordinals: ReadonlyMap<number, number>;
}

/** Lists of one release, in the order of the queries. */
export async function selectPageStarts(
  index: ReleaseIndex,
  { budget }: RequestContext,
  queries: readonly PageStartsQuery[],
): Promise<PageStarts[]> {
  const places = await index.findPlaces([...new Set(queries.map(({ firstKey }) => firstKey))]);
  const found: FoundStarts[] = [];
  for await (const [query, set] of selectEach(index, queries, budget)) {
    found.push(startsOf(set, query, places.get(query.firstKey) as Place));
  }
  const keys = await index.getSortKeys([...new Set(found.flatMap(({ ordinals }) => [...ordinals.values()]))]);
  return found.map(({ before, total, ordinals }) => {
    const keysByRank = [...ordinals].map(([rank, ordinal]) => [rank, keys.get(ordinal) as string] as const);
    return { before, total, keysByRank: new Map(keysByRank) };
  });
}

function startsOf(set: OrdinalSet, { pageSize, reach }: PageStartsQuery, first: Place): FoundStarts {
  const before = set.rankOf(first.before);
  const current = Math.floor(before / pageSize);
  const lastPage = Math.floor(Math.max(0, set.size - 1) / pageSize);
  const near = Array.from({ length: 2 * reach + 1 }, (_, index) => current - reach + index);
  const pages = [...near, lastPage].filter((page) => page > 0 && page <= lastPage);
  const ordinals = pages.map(
    (page) => [page * pageSize, set.slice(page * pageSize - 1, page * pageSize)[0] as number] as const,
  );
  return { before, total: set.size, ordinals: new Map(ordinals) };
}
