/**
 * Caches the products of whole lists: all that a node has, or a parent with a large family, in the list's own order. Making a bitmap of each
 * took a tenth of the processor's time of 20 aliased parents, and 7 % of that of a page of 100 (`bench/notebook/fast-paths.md`).
 */
import { compactOrdinals, type OrdinalSet } from '../index/ordinal-set.ts';
import type { ReleaseIndex } from '../index/release-index.ts';

/** With what stands around them. */
const bytesOfList = 800;

/** @throws DamagedIndex */
export function wholeList(index: ReleaseIndex, field: 'parent' | 'node', id: string): Promise<OrdinalSet> {
  const find = async () => compactOrdinals(await index.findAny(field, [id], null));
  return index.keep(`all of ${field} ${id}`, find, ({ bytes }) => bytesOfList + bytes);
}
