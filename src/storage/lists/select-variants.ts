/** The products that have a price within bounds, or options: of parents, whose children may, each that has such a child. */
import { setImmediate } from 'node:timers/promises';
import type { ListedVariants } from '../../domain/product/ports.ts';
import { type Charges, workPrices } from '../../domain/work-budget.ts';
import { addTo, type Bitmaps, bytesOf, copyOf, difference, intersection, noBitmaps, union } from '../index/bitmaps.ts';
import type { Order } from '../index/order.ts';
import { priceOrder } from '../index/product-orders.ts';
import type { ReleaseIndex } from '../index/release-index.ts';
import { type KeepOptions, keepCharged } from './keep-charged.ts';
import { nameOfVariants } from './price-change.ts';

/** Those that have them themselves, which no parent does; null: nothing is filtered by. The set is shared, and must not be changed. */
export async function selectVariants(
  index: ReleaseIndex,
  variants: ListedVariants,
  budget: Charges,
): Promise<Bitmaps | null> {
  if (variants.price === null && variants.options.length === 0) return null;
  return keepFor({ index, variants, budget, name: 'variants' }, (charges) => findVariants(index, variants, charges));
}

/** The same with their parents. */
export async function selectWithParents(
  index: ReleaseIndex,
  variants: ListedVariants,
  budget: Charges,
): Promise<Bitmaps | null> {
  const chosen = await selectVariants(index, variants, budget);
  if (chosen === null) return null;
  return keepFor({ index, variants, budget, name: 'with parents' }, async (charges) =>
    union(copyOf(chosen), await relatedTo(index, { name: 'parents', within: chosen, budget: charges })),
  );
}

async function keepFor(
  { variants, name, ...options }: KeepOptions & { readonly variants: ListedVariants },
  compute: (budget: Charges) => Promise<Bitmaps>,
): Promise<Bitmaps> {
  const ofVariants = nameOfVariants(options.index, variants);
  if (ofVariants === null) return compute(options.budget);
  return keepCharged({ ...options, name: JSON.stringify([name, ofVariants]) }, compute, bytesOf);
}

async function findVariants(
  index: ReleaseIndex,
  { price, options, moment }: ListedVariants,
  budget: Charges,
): Promise<Bitmaps> {
  let found: Bitmaps | null = null;
  if (price !== null) {
    const order = index.findOrder(priceOrder(price.currency));
    const priced = order
      ? await selectPriced(index, order, { ...price, moment, budget })
      : noBitmaps(index.segmentCount);
    found = difference(priced, await index.findAny('base', [''], priced));
  }
  for (const group of options) {
    budget.charge(group.length * index.segmentCount);
    const having: Bitmaps = await index.findAnyOption(group, found);
    found = found === null ? having : intersection(found, having);
  }
  return found ?? noBitmaps(index.segmentCount);
}

export interface RelatedOptions {
  readonly name: 'parents' | 'children';
  readonly within: Bitmaps;
  readonly budget: Charges;
}

export async function relatedTo(index: ReleaseIndex, { name, within, budget }: RelatedOptions): Promise<Bitmaps> {
  const found = noBitmaps(index.segmentCount);
  await index.relationOf(name).each(within, budget, (_, values, from, to) => {
    for (let place = from; place < to; place += 1) addTo(found, values[place] as number);
  });
  return found;
}

interface PricedOptions {
  readonly min: bigint | null;
  readonly max: bigint | null;
  readonly moment: number;
  readonly budget: Charges;
}

/** A stretch of the order, in which those are left out that do not hold then. */
async function selectPriced(index: ReleaseIndex, order: Order, { min, max, moment, budget }: PricedOptions) {
  const found = noBitmaps(index.segmentCount);
  const end = max === null ? order.size : await order.findPlace(max + 1n);
  const start = min === null ? 0 : await order.findPlace(min);
  for (let place = start; place < end; ) {
    const block = await order.readBlock('ascending', place);
    if (!block) break;
    if (place !== start) await setImmediate();
    budget.charge(workPrices.indexBlock);
    const { first, ordinals } = block;
    for (; place < end && place < first + ordinals.length; place += 1) {
      if (block.holds(place - first, moment)) addTo(found, ordinals[place - first] as number);
    }
  }
  return found;
}
