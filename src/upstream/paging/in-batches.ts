import { encodeFilter } from '../../domain/filter/encode-filter.ts';
import type { Term } from '../../domain/filter/filter.ts';

/** Of one call: what platforms of this kind take, with room for the path and the rest of the query. */
const maxIds = 100;
const maxFilterBytes = 7500;

/** Ids in groups, each of which fits into the filter of one call. */
export function inBatches(ids: readonly string[]): string[][] {
  const batches: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const id of new Set(ids)) {
    const length = encodeFilter([{ attribute: 'id', operator: 'in', values: [id] }]).length;
    const batch = batches.at(-1);
    if (batch && batch.length < maxIds && bytes + length <= maxFilterBytes) {
      batch.push(id);
      bytes += length;
    } else {
      batches.push([id]);
      bytes = length;
    }
  }
  return batches;
}

/** Whether a filter fits into one call. */
export function fitsCall(filter: readonly Term[]): boolean {
  return encodeFilter(filter).length <= maxFilterBytes;
}
