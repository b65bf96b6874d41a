/** The least and the greatest price of a list's products: of parents those of their live children that have the options filtered by. */
import type { PriceBounds, PriceFacetQuery } from '../../domain/product/ports.ts';
import { type Bitmaps, copyOf, countOf, difference, intersection, union } from '../index/bitmaps.ts';
import type { Direction, Order } from '../index/order.ts';
import { priceOrder } from '../index/product-orders.ts';
import type { FacetReading } from './select-facets.ts';
import { selectWhole } from './select-products.ts';
import { relatedTo, selectVariants } from './select-variants.ts';
import { sortedPart } from './sorted-part.ts';

/** Null: none of them has a price in the currency. */
export async function selectPriceBounds(
  reading: FacetReading,
  { variants, moment, currency, ...query }: PriceFacetQuery,
): Promise<PriceBounds | null> {
  const { index, budget } = reading;
  const order = index.findOrder(priceOrder(currency));
  if (!order) return null;
  const options = variants && { ...variants, price: null };
  const listed = await selectWhole(index, { ...query, ...(options && { variants: options }) }, budget);
  const having = options ? await selectVariants(index, options, budget) : null;
  const priced = await withPrice(reading, { listed, having, currency });
  const size = countOf(priced);
  if (size === 0) return null;
  const first = async (direction: Direction) => {
    const part = await sortedPart({ order, direction, moment, bitmaps: priced, size });
    const [found] = await part.up(0, 1, budget);
    return found ? amountAt(order, direction, found.place) : null;
  };
  const [min, max] = [await first('ascending'), await first('descending')];
  return min === null || max === null ? null : { currency, min, max, until: order.nextChange(moment) };
}

interface PricedOptions {
  readonly listed: Bitmaps | null;
  readonly having: Bitmaps | null;
  readonly currency: string;
}

/** Those that are no parents, of the list and of its parents' children. */
async function withPrice(
  { index, budget }: FacetReading,
  { listed, having, currency }: PricedOptions,
): Promise<Bitmaps> {
  const priced = await index.findAny('priced in', [currency], null);
  const parents = await index.findAny('base', [''], null);
  const own = difference(priced, parents);
  const chosen = having === null ? own : intersection(own, having);
  if (listed === null) return chosen;
  const children = await relatedTo(index, { name: 'children', within: intersection(parents, listed), budget });
  return intersection(chosen, union(copyOf(listed), children));
}

async function amountAt(order: Order, direction: Direction, place: number): Promise<bigint | null> {
  const block = await order.readBlock(direction, place);
  return block?.amounts?.[place - block.first] ?? null;
}
