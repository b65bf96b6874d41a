import type { Bitmaps } from '../index/bitmaps.ts';
import { listedOrdinals, ordinalsOf } from '../index/ordinal-set.ts';
import { entriesOfBlock } from '../index/write-order.ts';
import { type ListPart, partOf } from './list-part.ts';
import { type SortedProducts, walkedPart } from './walked-part.ts';

/** Of a place and its ordinal in a map. */
const bytesOfEntry = 40;
/** The page that is likely. */
const likelyLimit = 25;
/** In microseconds, by which the two ways are compared: of a block that is read, of an entry that is passed, of a product that is looked up. */
const timeOf = { block: 20, entry: 0.01, lookup: 0.25 } as const;

/** Where the list's products stand far apart in the order, they are looked up; otherwise it is walked, until there are enough of them. */
export async function sortedPart(sorted: SortedProducts): Promise<ListPart> {
  const { order, bitmaps, size } = sorted;
  if (bitmaps === null) return walkedPart(sorted);
  const blocks = (entries: number) => Math.ceil(entries / entriesOfBlock);
  const passed = Math.min(order.size, (likelyLimit * order.size) / size);
  const walking = passed * timeOf.entry + blocks(passed) * timeOf.block;
  const lookingUp = size * timeOf.lookup + Math.min(size, blocks(order.size)) * timeOf.block;
  return walking < lookingUp ? walkedPart(sorted) : lookedUpPart(sorted, bitmaps);
}

async function lookedUpPart({ order, direction, moment }: SortedProducts, bitmaps: Bitmaps): Promise<ListPart> {
  const all = ordinalsOf(bitmaps);
  const found = await order.findPlaces(direction, all.slice(0, all.size), moment);
  const ordinals = new Map(found.map(({ place, ordinal }) => [place, ordinal]));
  return partOf(listedOrdinals(Uint32Array.from(ordinals.keys())), {
    ordinalOf: (place) => ordinals.get(place) as number,
    bytes: bytesOfEntry * ordinals.size,
  });
}
