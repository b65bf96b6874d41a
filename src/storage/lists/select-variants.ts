/** The products that have a price within bounds, or options: of parents, whose children may, each that has such a child. */
import { setImmediate } from 'node:timers/promises';
import type { ListedVariants } from '../../domain/product/ports.ts';
import { type Charges, workPrices } from '../../domain/work-budget.ts';
import {
  addTo,
  type Bitmaps,
  bitmapsOf,
  bytesOf,
  copyOf,
  difference,
  intersection,
  noBitmaps,
  union,
} from '../index/bitmaps.ts';
import type { Order } from '../index/order.ts';
import { type OrdinalSet, ordinalsOf } from '../index/ordinal-set.ts';
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
  return keepFor({ index, variants, budget, name: 'variants' }, (charges) =>
    findVariants(index, variants, { few: null, budget: charges }),
  );
}

export interface WithinOptions {
  /** Of others it does not matter whether they are selected; null: of none. */
  readonly within: Bitmaps | null;
  readonly budget: Charges;
  /** So many entries of an order are walked through at the most for a list of few products. */
  readonly mostWalked?: number;
}

/** The same with their parents. */
export async function selectWithParents(
  index: ReleaseIndex,
  variants: ListedVariants,
  options: WithinOptions,
): Promise<Bitmaps | null> {
  const { budget } = options;
  const few = await findFew(index, variants, options);
  const chosen = few
    ? await findVariants(index, variants, { few, budget })
    : await selectVariants(index, variants, budget);
  if (chosen === null) return null;
  const withParents = async (charges: Charges) =>
    union(copyOf(chosen), await relatedTo(index, { name: 'parents', within: chosen, budget: charges }));
  return few ? withParents(budget) : keepFor({ index, variants, budget, name: 'with parents' }, withParents);
}

/** Some seven milliseconds. Shorter stretches are kept, and serve all lists. */
const defaultMostWalked = 100_000;
/** Some three milliseconds. */
const mostLookedUp = 10_000;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** So few products that their places are looked up, and the stretch of the order that is within the bounds. */
interface Few extends Stretch {
  readonly products: OrdinalSet;
}

/** The products of the list, and their children, where looking up their prices takes less than walking through all those within the bounds. */
async function findFew(
  index: ReleaseIndex,
  { price }: ListedVariants,
  { within, budget, mostWalked = defaultMostWalked }: WithinOptions,
): Promise<Few | null> {
  const order = price && index.findOrder(priceOrder(price.currency));
  if (!order || order.size <= mostWalked) return null;
  if (!within || ordinalsOf(within).size > mostLookedUp) return null;
  const { start, end } = await stretchOf(order, price);
  if (end - start <= mostWalked) return null;
  const products = ordinalsOf(union(copyOf(within), await relatedTo(index, { name: 'children', within, budget })));
  return products.size > mostLookedUp ? null : { products, start, end };
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
  { few, budget }: { readonly few: Few | null; readonly budget: Charges },
): Promise<Bitmaps> {
  let found: Bitmaps | null = null;
  if (price !== null) {
    const order = index.findOrder(priceOrder(price.currency));
    const ofPrices = { moment, budget };
    const priced = !order
      ? noBitmaps(index.segmentCount)
      : few
        ? await lookUpPriced(index, order, { ...ofPrices, ...few })
        : await walkPriced(index, order, { ...ofPrices, ...(await stretchOf(order, price)) });
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

interface PricedOptions extends Stretch {
  readonly moment: number;
  readonly budget: Charges;
}

/** The places of the order from `start`, up to `end`, that are within the bounds. */
async function stretchOf(order: Order, { min, max }: NonNullable<ListedVariants['price']>): Promise<Stretch> {
  const end = max === null ? order.size : await order.findPlace(max + 1n);
  const start = min === null ? 0 : await order.findPlace(min);
  return { start, end };
}

async function lookUpPriced(
  index: ReleaseIndex,
  order: Order,
  { products, start, end, moment, budget }: PricedOptions & Few,
) {
  budget.charge(workPrices.lookup * products.size);
  const placed = await order.findPlaces('ascending', products.slice(0, products.size), moment);
  const fitting = placed.filter(({ place }) => start <= place && place < end);
  return bitmapsOf(
    fitting.map(({ ordinal }) => ordinal),
    index.segmentCount,
  );
}

/** A stretch of the order, in which those are left out that do not hold then. */
async function walkPriced(index: ReleaseIndex, order: Order, { start, end, moment, budget }: PricedOptions) {
  const found = noBitmaps(index.segmentCount);
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
