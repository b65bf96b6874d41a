/** Caches lists that are sorted, searched or filtered: their pages are read one after the other, and by many. */
import { setImmediate } from 'node:timers/promises';
import type { ListMembers, ProductListQuery } from '../../domain/product/ports.ts';
import type { Charges } from '../../domain/work-budget.ts';
import type { ReleaseIndex } from '../index/release-index.ts';
import { type ArrangedList, arrangeList } from './arrange-list.ts';
import { keepCharged } from './keep-charged.ts';
import { nameOfVariants, nextPriceChange } from './price-change.ts';
import { selectTiers } from './select-products.ts';

type SortedList = ListMembers & Pick<ProductListQuery, 'order'>;

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

/** Names all that the list depends on. Null: it is not cached, because prices change too often. */
function nameOf(index: ReleaseIndex, { parentId, nodeId, filter, search, variants, order }: SortedList): string | null {
  const ofVariants = variants ? nameOfVariants(index, variants) : [];
  const byPrice = order && 'moment' in order ? order : null;
  const until = byPrice && nextPriceChange(index, byPrice.currency, byPrice.moment);
  if (ofVariants === null || (byPrice && until === byPrice.moment)) return null;
  const sorted = { ...order, moment: undefined };
  return JSON.stringify(['list', parentId, nodeId, filter, search, ofVariants, sorted, until]);
}
