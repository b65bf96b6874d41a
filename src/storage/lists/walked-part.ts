/**
 * A part that is read by walking through its order until enough products of the list are found. The beginning is read most often, so the products
 * there are remembered; they are charged as if they had been walked to.
 */
import { setImmediate } from 'node:timers/promises';
import { type Charges, workPrices } from '../../domain/work-budget.ts';
import { addTo, type Bitmaps, bytesOf, contains, noBitmaps } from '../index/bitmaps.ts';
import type { Direction, Order, PlacedProduct } from '../index/order.ts';
import { ordinalsOf } from '../index/ordinal-set.ts';
import { partitionPoint } from '../index/partition-point.ts';
import { segmentSize } from '../index/postings.ts';
import { entriesOfBlock } from '../index/write-order.ts';
import type { ListPart } from './list-part.ts';

export interface SortedProducts {
  readonly order: Order;
  readonly direction: Direction;
  readonly moment: number;
  /** Those of the list that have a place in the order; null: all products of the release have. */
  readonly bitmaps: Bitmaps | null;
  readonly size: number;
}

/** That are remembered. */
const mostKnown = 500;
const bytesOfKnown = mostKnown * 40;

/** What the list holds of the order's first places. */
interface Known {
  readonly products: PlacedProduct[];
  /** How many places these are. */
  places: number;
}

interface Walk {
  readonly place: number;
  readonly step: 1 | -1;
  readonly limit: number;
  readonly budget: Charges;
}

interface Walked {
  readonly found: PlacedProduct[];
  /** The place that would come next. */
  readonly end: number;
}

export function walkedPart(sorted: SortedProducts): ListPart {
  const { order, bitmaps } = sorted;
  const known: Known = { products: [], places: 0 };
  return {
    up: (from, limit, budget) => up({ sorted, known }, { place: Math.max(0, from), step: 1, limit, budget }),
    down: (before, limit, budget) =>
      down({ sorted, known }, { place: Math.min(before, order.size) - 1, step: -1, limit, budget }),
    bytes: bytesOfKnown + (bitmaps === null ? 0 : bytesOf(bitmaps)),
    places: async (budget) => ordinalsOf(await placesOf(sorted, budget)),
  };
}

/** Of all that the list holds; not as objects, of which there would be as many as products. */
async function placesOf({ order, direction, moment, bitmaps }: SortedProducts, budget: Charges): Promise<Bitmaps> {
  const places = noBitmaps(Math.ceil(order.size / segmentSize));
  for (let place = 0; ; await setImmediate()) {
    const block = await order.readBlock(direction, place);
    if (!block) return places;
    budget.charge(workPrices.indexBlock);
    const { first, ordinals } = block;
    for (let index = 0; index < ordinals.length; index += 1) {
      const isListed = bitmaps === null || contains(bitmaps, ordinals[index] as number);
      if (isListed && block.holds(index, moment)) addTo(places, first + index);
    }
    place = first + ordinals.length;
  }
}

interface Walking {
  readonly sorted: SortedProducts;
  readonly known: Known;
}

async function up({ sorted, known }: Walking, wanted: Walk): Promise<PlacedProduct[]> {
  const { place, limit, budget } = wanted;
  const { places: start, products } = known;
  if (place > start) return (await walk(sorted, wanted)).found;
  const first = countBefore(products, place);
  const found = products.slice(first, first + limit);
  const last = found.length === limit ? found.at(-1)?.place : undefined;
  if (last !== undefined || start >= sorted.order.size) {
    if (place < start) budget.charge(workPrices.indexBlock * (blockOf(last ?? start - 1) - blockOf(place) + 1));
    return found;
  }
  // The block in which the rest begins is charged by walking.
  budget.charge(workPrices.indexBlock * (blockOf(start) - blockOf(place)));
  const rest = await walk(sorted, { ...wanted, place: start, limit: limit - found.length });
  // Others may have come further meanwhile.
  if (known.places === start && products.length + rest.found.length <= mostKnown) {
    products.push(...rest.found);
    known.places = rest.end;
  }
  return [...found, ...rest.found];
}

async function down({ sorted, known }: Walking, wanted: Walk): Promise<PlacedProduct[]> {
  const { place, limit, budget } = wanted;
  if (place < 0 || place >= known.places) return (await walk(sorted, wanted)).found;
  const end = countBefore(known.products, place + 1);
  const found = known.products.slice(Math.max(0, end - limit), end).reverse();
  const last = found.length === limit ? (found.at(-1)?.place ?? 0) : 0;
  budget.charge(workPrices.indexBlock * (blockOf(place) - blockOf(last) + 1));
  return found;
}

const blockOf = (place: number) => Math.floor(place / entriesOfBlock);

/** How many stand before that place. */
function countBefore(products: readonly PlacedProduct[], place: number): number {
  return partitionPoint(0, products.length, (index) => (products[index] as PlacedProduct).place < place);
}

/** Block by block, and others in between. */
async function walk(sorted: SortedProducts, { place: start, step, limit, budget }: Walk): Promise<Walked> {
  const { order, direction, moment, bitmaps } = sorted;
  const found: PlacedProduct[] = [];
  let place = start;
  for (; found.length < limit; await setImmediate()) {
    const block = await order.readBlock(direction, place);
    if (!block) break;
    budget.charge(workPrices.indexBlock);
    const { first, ordinals } = block;
    for (; place >= first && place < first + ordinals.length && found.length < limit; place += step) {
      const ordinal = ordinals[place - first] as number;
      if ((bitmaps === null || contains(bitmaps, ordinal)) && block.holds(place - first, moment)) {
        found.push({ place, ordinal });
      }
    }
  }
  return { found, end: place };
}
