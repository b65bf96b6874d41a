import { encodeFilter } from '../../domain/filter/encode-filter.ts';
import type { Term } from '../../domain/filter/filter.ts';

/** Of one call: what platforms of this kind take, with room for the path and the rest of the query. */
const maxIds = 100;
const maxFilterBytes = 7500;

/** Items in groups, the ids of each of which fit into the filter of one call. */
export function inBatches<Item>(items: Iterable<Item>, idOf: (item: Item) => string): Item[][] {
  const batches: Item[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const length = encodeFilter([{ attribute: 'id', operator: 'in', values: [idOf(item)] }]).length;
    const batch = batches.at(-1);
    if (batch && batch.length < maxIds && bytes + length <= maxFilterBytes) {
      batch.push(item);
      bytes += length;
    } else {
      batches.push([item]);
      bytes = length;
    }
  }
  return batches;
}

/** Whether a filter fits into one call. */
export function fitsCall(filter: readonly Term[]): boolean {
  return encodeFilter(filter).length <= maxFilterBytes;
}
