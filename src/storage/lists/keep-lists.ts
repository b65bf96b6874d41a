/** Lists that are sorted, searched or filtered, as they are arranged: their pages are read one after the other, and by many. */
import { setImmediate } from 'node:timers/promises';
import type { ListOrder } from '../../domain/product/product-sort.ts';
import type { Charges } from '../../domain/work-budget.ts';
import type { ReleaseIndex } from '../index/release-index.ts';
import { type ArrangedList, arrangeList } from './arrange-list.ts';
import { keepCharged } from './keep-charged.ts';
import { nextPriceChange } from './price-change.ts';
import { type ListedProducts, selectTiers } from './select-products.ts';

export interface SortedList extends ListedProducts {
  readonly order?: ListOrder | undefined;
}

/** Lists that are looked up at once, before others get their turn. */
const listsAtATime = 8;
/** With what stands around its parts. */
const bytesOfList = 500;

/** Many lists, one after the other: each may take a bitmap for every segment of the release. */
export async function* arrangeEach<List extends SortedList>(
  index: ReleaseIndex,
  lists: readonly List[],
  budget: Charges,
): AsyncGenerator<readonly [List, ArrangedList]> {
  for (const [position, list] of lists.entries()) {
    if (position % listsAtATime === listsAtATime - 1) await setImmediate();
    yield [list, await arrange(index, list, budget)];
  }
}

async function arrange(index: ReleaseIndex, list: SortedList, budget: Charges): Promise<ArrangedList> {
  const compute = async (charges: Charges) => {
    const tiers = await selectTiers(index, list, charges);
    return arrangeList({ index, tiers, order: list.order, budget: charges });
  };
  const name = nameOf(index, list);
  if (name === null) return compute(budget);
  const bytesOf = ({ parts }: ArrangedList) => parts.reduce((sum, { bytes }) => sum + bytes, bytesOfList);
  return keepCharged({ index, budget, name }, compute, bytesOf);
}

/** Says all that the list depends on: what depends on prices stays true until one of them changes. Null: they change too often for that. */
function nameOf(index: ReleaseIndex, { parentId, nodeId, filter, search, variants, order }: SortedList): string | null {
  const price = variants?.price ?? null;
  const asOf = [
    ...(variants && price ? [{ currency: price.currency, moment: variants.moment }] : []),
    ...(order && 'moment' in order ? [order] : []),
  ];
  const changes = asOf.map(({ currency, moment }) => nextPriceChange(index, currency, moment));
  if (asOf.some(({ moment }, place) => changes[place] === moment)) return null;
  const bounds = price && [price.currency, String(price.min), String(price.max)];
  const sorted = { ...order, moment: undefined };
  return JSON.stringify([
    ...['list', parentId, nodeId, filter, search],
    ...[bounds, variants?.options, sorted, changes],
  ]);
}
