/** The products that have a price within bounds, or options: of parents, whose children may, each that has such a child. */
import { setImmediate } from 'node:timers/promises';
import type { ListedVariants } from '../../domain/product/ports.ts';
import type { WorkBudget } from '../../domain/work-budget.ts';
import { type Bitmaps, copyOf, difference, intersection, union } from '../index/bitmaps.ts';
import type { Order } from '../index/order.ts';
import { addOrdinal, type Bitmap, emptyBitmap, segmentSize } from '../index/postings.ts';
import { priceOrder } from '../index/product-orders.ts';
import type { ReleaseIndex } from '../index/release-index.ts';

const unitsOfBlock = 40;

/** Those that have them themselves, which no parent does; null: any may. */
export async function selectVariants(
  index: ReleaseIndex,
  { price, options, moment }: ListedVariants,
  budget: WorkBudget,
): Promise<Bitmaps | null> {
  let found: Bitmaps | null = null;
  if (price !== null) {
    const order = index.findOrder(priceOrder(price.currency));
    const priced = order ? await selectPriced(index, order, { ...price, moment, budget }) : noneOf(index);
    found = difference(priced, await index.findAny('base', [''], priced));
  }
  for (const group of options) {
    budget.charge(group.length * index.segmentCount);
    const having: Bitmaps = await index.findAnyOption(group, found);
    found = found === null ? having : intersection(found, having);
  }
  return found;
}

/** With the parents of those that have one. Uses nothing up. */
export async function withParents(index: ReleaseIndex, variants: Bitmaps, budget: WorkBudget): Promise<Bitmaps> {
  return union(copyOf(variants), await relatedTo(index, { name: 'parents', within: variants, budget }));
}

export interface RelatedOptions {
  readonly name: 'parents' | 'children';
  readonly within: Bitmaps;
  readonly budget: WorkBudget;
}

export async function relatedTo(index: ReleaseIndex, { name, within, budget }: RelatedOptions): Promise<Bitmaps> {
  const found = noneOf(index);
  await index.eachRelated(name)(within, budget, (_, values, from, to) => {
    for (let place = from; place < to; place += 1) addTo(found, values[place] as number);
  });
  return found;
}

interface PricedOptions {
  readonly min: bigint | null;
  readonly max: bigint | null;
  readonly moment: number;
  readonly budget: WorkBudget;
}

/** A stretch of the order, in which those are left out that do not hold then. */
async function selectPriced(index: ReleaseIndex, order: Order, { min, max, moment, budget }: PricedOptions) {
  const found = noneOf(index);
  const end = max === null ? order.size : await order.findPlace(max + 1n);
  const start = min === null ? 0 : await order.findPlace(min);
  for (let place = start; place < end; ) {
    const block = await order.readBlock('ascending', place);
    if (!block) break;
    if (place !== start) await setImmediate();
    budget.charge(unitsOfBlock);
    const { first, ordinals } = block;
    for (; place < end && place < first + ordinals.length; place += 1) {
      if (block.holds(place - first, moment)) addTo(found, ordinals[place - first] as number);
    }
  }
  return found;
}

function noneOf({ segmentCount }: ReleaseIndex): (Bitmap | null)[] {
  return Array.from({ length: segmentCount }, () => null);
}

function addTo(bitmaps: (Bitmap | null)[], ordinal: number): void {
  const segment = Math.floor(ordinal / segmentSize);
  let bitmap = bitmaps[segment];
  if (!bitmap) {
    bitmap = emptyBitmap();
    bitmaps[segment] = bitmap;
  }
  addOrdinal(bitmap, ordinal % segmentSize);
}
