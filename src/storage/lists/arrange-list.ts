/** Puts the products of a list into the order in which they are read. */
import { isByPrice, type ListOrder, ownOrder, type PriceOrder } from '../../domain/product/product-sort.ts';
import type { Charges } from '../../domain/work-budget.ts';
import { allOf, type Bitmaps, bytesOf, copyOf, countOf, difference, intersection } from '../index/bitmaps.ts';
import type { Direction, Order } from '../index/order.ts';
import { allOrdinals, compactOrdinals, listedOrdinals } from '../index/ordinal-set.ts';
import { createdOrder, nameOrder, priceOrder } from '../index/product-orders.ts';
import type { ReleaseIndex } from '../index/release-index.ts';
import { keepCharged } from './keep-charged.ts';
import { type ListPart, partOf } from './list-part.ts';
import { sortedPart } from './sorted-part.ts';

export interface ArrangedList {
  readonly parts: readonly ListPart[];
  readonly size: number;
}

export interface ArrangeOptions {
  readonly index: ReleaseIndex;
  /** Null: all products. */
  readonly tier: Bitmaps | null;
  readonly order?: ListOrder | undefined;
  readonly budget: Charges;
}

/** The tiers one after the other, each in the order. */
export async function arrangeList({
  tiers,
  ...options
}: Omit<ArrangeOptions, 'tier'> & { readonly tiers: readonly (Bitmaps | null)[] }): Promise<ArrangedList> {
  const arranged: ArrangedList[] = [];
  for (const tier of tiers) arranged.push(await arrangeTier({ ...options, tier }));
  return {
    parts: arranged.flatMap(({ parts }) => parts),
    size: arranged.reduce((sum, { size }) => sum + size, 0),
  };
}

async function arrangeTier(options: ArrangeOptions): Promise<ArrangedList> {
  const { index, tier: bitmaps, order = ownOrder } = options;
  const size = bitmaps === null ? index.size : countOf(bitmaps);
  if (isByPrice(order.key)) return { size, parts: await byPrice({ ...options, size }, order as PriceOrder) };
  // Most tiers of a search.
  if (size === 0) return { parts: [emptyPart], size };
  if (order.key === 'updated_at_desc') return { parts: [ownPart(index, bitmaps)], size };
  const name = 'language' in order ? nameOrder(order.language) : createdOrder;
  const found = index.findOrder(name);
  // No release that has products lacks one of these.
  if (!found) return { parts: [ownPart(index, bitmaps)], size };
  const sorted = { order: found, direction: directionOf(order), moment: 0, bitmaps, size };
  return { parts: [await sortedPart(sorted)], size };
}

async function byPrice(
  { index, tier: bitmaps, size, budget }: ArrangeOptions & Pick<ArrangedList, 'size'>,
  order: PriceOrder,
): Promise<ListPart[]> {
  const { currency, moment } = order;
  const found: Order | null = index.findOrder(priceOrder(currency));
  if (size === 0) return found ? [emptyPart, emptyPart] : [emptyPart];
  if (!found) return [ownPart(index, bitmaps)];
  const kept = { index, budget, name: JSON.stringify(['priced in', currency]) };
  const priced = await keepCharged(kept, () => index.findAny('priced in', [currency], null), bytesOf);
  const without = difference(bitmaps === null ? allOf(index.size) : copyOf(bitmaps), priced);
  const withPrice = bitmaps === null ? priced : intersection(copyOf(bitmaps), priced);
  const sorted = { order: found, direction: directionOf(order), moment, bitmaps: withPrice, size: countOf(withPrice) };
  return [await sortedPart(sorted), ownPart(index, without)];
}

/** One for all lists. */
const emptyPart: ListPart = { ...partOf(listedOrdinals(new Uint32Array())), bytes: 0 };

function ownPart({ size }: ReleaseIndex, bitmaps: Bitmaps | null): ListPart {
  return partOf(bitmaps === null ? allOrdinals(size) : compactOrdinals(bitmaps));
}

/** What was created last stands first in that order. */
function directionOf({ key }: ListOrder): Direction {
  return key === 'name_desc' || key === 'price_desc' ? 'descending' : 'ascending';
}
