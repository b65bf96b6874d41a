/** Where the numbered pages of lists start: near the current page, and the last one. */
import { formatPosition, hasPositions, parsePosition } from '../../domain/product/list-position.ts';
import type { PageStarts, PageStartsQuery } from '../../domain/product/ports.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { OrdinalSet } from '../index/ordinal-set.ts';
import type { Place, ReleaseIndex } from '../index/release-index.ts';
import { arrangeEach } from './keep-lists.ts';
import type { PartPlace } from './list-page.ts';
import { steadyMoment } from './price-change.ts';

interface FoundStarts {
  readonly query: PageStartsQuery;
  readonly before: number;
  readonly total: number;
  /** Of the last product before each page, by its rank from 1. */
  readonly places: ReadonlyMap<number, PartPlace>;
}

/** Lists of one release, in the order of the queries. */
export async function selectPageStarts(
  index: ReleaseIndex,
  { budget }: RequestContext,
  queries: readonly PageStartsQuery[],
): Promise<PageStarts[]> {
  const ofKeys = queries.filter((query) => !hasPositions(query));
  const firsts = await index.findPlaces([...new Set(ofKeys.map(({ firstKey }) => firstKey))]);
  const found: FoundStarts[] = [];
  for await (const [query, { parts }] of arrangeEach(index, queries, budget)) {
    const places: OrdinalSet[] = [];
    for (const part of parts) places.push(await part.places(budget));
    found.push({ query, ...startsOf(places, query, firstOf(query, firsts)) });
  }
  const ordinals = found.flatMap(({ query, places }) =>
    hasPositions(query) ? [] : [...places.values()].map(({ place }) => place),
  );
  const keys = await index.getSortKeys([...new Set(ordinals)]);
  return found.map(({ query, before, total, places }) => {
    const moment = steadyMoment(index, query);
    const keyOf = (at: PartPlace) =>
      hasPositions(query) ? formatPosition({ ...at, moment }) : (keys.get(at.place) as string);
    return { before, total, keysByRank: new Map([...places].map(([rank, at]) => [rank, keyOf(at)] as const)) };
  });
}

function firstOf(query: PageStartsQuery, firsts: ReadonlyMap<string, Place>): PartPlace {
  const { firstKey } = query;
  return hasPositions(query) ? parsePosition(firstKey) : { part: 0, place: (firsts.get(firstKey) as Place).before };
}

function startsOf(
  parts: readonly OrdinalSet[],
  { pageSize, reach }: PageStartsQuery,
  first: PartPlace,
): Pick<FoundStarts, 'before' | 'total' | 'places'> {
  const sizeBefore = (part: number) => parts.slice(0, part).reduce((sum, { size }) => sum + size, 0);
  const total = sizeBefore(parts.length);
  const before = sizeBefore(first.part) + (parts[first.part]?.rankOf(first.place) ?? 0);
  const current = Math.floor(before / pageSize);
  const lastPage = Math.floor((total - 1) / pageSize);
  const near = Array.from({ length: 2 * reach + 1 }, (_, index) => current - reach + index);
  const pages = [...near, lastPage].filter((page) => page > 0 && page <= lastPage);
  const placeAt = (rank: number): PartPlace => {
    const part = parts.findIndex((_, index) => rank < sizeBefore(index + 1));
    const within = rank - sizeBefore(part);
    return { part, place: (parts[part] as OrdinalSet).slice(within, within + 1)[0] as number };
  };
  const places = pages.map((page) => [page * pageSize, placeAt(page * pageSize - 1)] as const);
  return { before, total, places: new Map(places) };
}
