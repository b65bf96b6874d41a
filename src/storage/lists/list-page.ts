import type { Page, Window } from '../../domain/paging/page.ts';
import { parsePosition } from '../../domain/product/list-position.ts';
import type { Charges } from '../../domain/work-budget.ts';
import type { PlacedProduct } from '../index/order.ts';
import type { OrdinalSet } from '../index/ordinal-set.ts';
import type { Place } from '../index/release-index.ts';
import type { ListPart } from './list-part.ts';

/** A place in a list. */
export interface PartPlace {
  readonly part: number;
  readonly place: number;
}

interface PlacedInPart extends PlacedProduct, PartPlace {}

/** A page before its products are read. */
export interface OrdinalPage extends Pick<Page<never>, 'hasPrevious' | 'hasNext'> {
  readonly products: readonly PlacedInPart[];
}

/** A stretch of a list: from a place on, before another. */
export interface Stretch extends Pick<Window, 'limit' | 'from' | 'skip'> {
  readonly start: PartPlace;
  readonly end: PartPlace;
}

const listStart: PartPlace = { part: 0, place: 0 };
const listEnd: PartPlace = { part: Number.POSITIVE_INFINITY, place: 0 };

/** In a list's own order; `places`: where the window's bounds stand. */
export function stretchOfKeys({ after, before, ...window }: Window, places: ReadonlyMap<string, Place>): Stretch {
  return {
    ...window,
    start: after === null ? listStart : { part: 0, place: (places.get(after) as Place).upTo },
    end: before === null ? listEnd : { part: 0, place: (places.get(before) as Place).before },
  };
}

export function stretchOfPositions({ after, before, ...window }: Window): Stretch {
  const first = after === null ? null : parsePosition(after);
  return {
    ...window,
    start: first === null ? listStart : { part: first.part, place: first.place + 1 },
    end: before === null ? listEnd : parsePosition(before),
  };
}

/** Reading is charged; what the parts are made of has been. */
export async function pageOf(
  parts: readonly ListPart[],
  { limit, from, skip, start, end }: Stretch,
  budget: Charges,
): Promise<OrdinalPage> {
  const up = (bound: PartPlace, count: number) => readUp({ parts, budget }, bound, count);
  const down = (bound: PartPlace, count: number) => readDown({ parts, budget }, bound, count);
  const count = skip + limit + 1;
  const found = from === 'start' ? await up(start, count) : await down(end, count);
  const inside = found.filter((one) => (from === 'start' ? isBefore(one, end) : !isBefore(one, start)));
  const products = inside.slice(skip, skip + limit);
  const hasMore = found.length > skip + products.length;
  const hasPassed = (from === 'start' ? await down(start, 1) : await up(end, 1)).length > 0;
  const hasOthers = hasPassed || Math.min(skip, found.length) > 0;
  return from === 'start'
    ? { products, hasPrevious: hasOthers, hasNext: hasMore }
    : { products: products.reverse(), hasPrevious: hasMore, hasNext: hasOthers };
}

/** The same of a list that is one part, in the order of its ordinals: at once. */
export function pageOfOrdinals(
  list: OrdinalSet,
  { limit, from, skip, start, end }: Stretch,
): Omit<OrdinalPage, 'products'> & { readonly ordinals: readonly number[] } {
  const first = list.rankOf(start.place);
  const last = end.part > 0 ? list.size : list.rankOf(end.place);
  if (from === 'start') {
    const begin = Math.min(first + skip, last);
    const stop = Math.min(begin + limit, last);
    const ordinals = stop > begin ? list.slice(begin, stop) : [];
    const found = Math.min(skip + limit + 1, list.size - first);
    return { ordinals, hasPrevious: first + Math.min(skip, found) > 0, hasNext: found > skip + ordinals.length };
  }
  const stop = Math.max(last - skip, first);
  const begin = Math.max(stop - limit, first);
  const ordinals = stop > begin ? list.slice(begin, stop) : [];
  const found = Math.min(skip + limit + 1, last);
  const isLast = last === list.size && Math.min(skip, found) === 0;
  return { ordinals, hasPrevious: found > skip + ordinals.length, hasNext: !isLast };
}

interface PartsReading {
  readonly parts: readonly ListPart[];
  readonly budget: Charges;
}

async function readUp({ parts, budget }: PartsReading, { part: first, place }: PartPlace, count: number) {
  const found: PlacedInPart[] = [];
  for (let part = first; part < parts.length && found.length < count; part += 1) {
    const products = await (parts[part] as ListPart).up(part === first ? place : 0, count - found.length, budget);
    found.push(...products.map((product) => ({ ...product, part })));
  }
  return found;
}

/** The last one first. */
async function readDown({ parts, budget }: PartsReading, { part: last, place }: PartPlace, count: number) {
  const found: PlacedInPart[] = [];
  for (let part = Math.min(last, parts.length - 1); part >= 0 && found.length < count; part -= 1) {
    const before = part === last ? place : Number.POSITIVE_INFINITY;
    const products = await (parts[part] as ListPart).down(before, count - found.length, budget);
    found.push(...products.map((product) => ({ ...product, part })));
  }
  return found;
}

function isBefore(one: PartPlace, other: PartPlace): boolean {
  return one.part === other.part ? one.place < other.place : one.part < other.part;
}
