/**
 * Lists that are all that a parent or a node has, in their own order, as most are: their products, as they were read before. Making a bitmap of
 * each took a tenth of the processor's time of 20 aliased parents, and 7 % of that of a page of 100 (`bench/baseline.md`, queries as bytes).
 */
import { bytesOf } from '../index/bitmaps.ts';
import { listedOrdinals, type OrdinalSet, ordinalsOf } from '../index/ordinal-set.ts';
import { segmentSize } from '../index/postings.ts';
import type { ReleaseIndex } from '../index/release-index.ts';

interface KeptList {
  readonly products: OrdinalSet;
  /** In bytes. */
  readonly size: number;
}

/** Of more a bitmap takes less. */
const longestListed = segmentSize / 64;
const bytesOfOrdinal = 8;
/** With what stands around them. */
const bytesOfList = 300;

/** @throws DamagedIndex */
export async function wholeList(index: ReleaseIndex, field: 'parent' | 'node', id: string): Promise<OrdinalSet> {
  const { products } = await index.keep(`all of ${field} ${id}`, async (): Promise<KeptList> => {
    const bitmaps = await index.findAny(field, [id], null);
    const found = ordinalsOf(bitmaps);
    if (found.size > longestListed) {
      return { products: found, size: bytesOfList + bytesOf(bitmaps) };
    }
    const ordinals = found.slice(0, found.size);
    return { products: listedOrdinals(ordinals), size: bytesOfList + bytesOfOrdinal * ordinals.length };
  });
  return products;
}
