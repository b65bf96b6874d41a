/**
 * A list is one part, or several after one another: the products with a price, and those without. A part has its products at
 * ascending places, with gaps: in the list's own order their ordinals, or where they stand in the order that it is sorted by.
 */
import { setImmediate } from 'node:timers/promises';
import type { WorkBudget } from '../../domain/work-budget.ts';
import { type Bitmaps, contains } from '../index/bitmaps.ts';
import type { Direction, Order, PlacedProduct } from '../index/order.ts';
import { listedOrdinals, type OrdinalSet, ordinalsOf } from '../index/ordinal-set.ts';
import { addOrdinal, type Bitmap, emptyBitmap, segmentSize } from '../index/postings.ts';
import { entriesOfBlock } from '../index/write-order.ts';

export interface ListPart {
  readonly size: number;
  /** The first products from that place on. */
  up(from: number, limit: number): Promise<PlacedProduct[]>;
  /** The last products before that place, the last one first. */
  down(before: number, limit: number): Promise<PlacedProduct[]>;
  /** All places, to be counted: takes time in proportion to the order. */
  places(): Promise<OrdinalSet>;
}

/** In the order of its places; `ordinalOf`: the product at one. */
export function partOf(places: OrdinalSet, ordinalOf: (place: number) => number = (place) => place): ListPart {
  const read = (from: number, to: number) =>
    places.slice(from, to).map((place) => ({ place, ordinal: ordinalOf(place) }));
  return {
    size: places.size,
    async up(from, limit) {
      const rank = places.rankOf(from);
      return read(rank, rank + limit);
    },
    async down(before, limit) {
      const rank = places.rankOf(before);
      return read(Math.max(0, rank - limit), rank).reverse();
    },
    places: async () => places,
  };
}

export interface SortedProducts {
  readonly order: Order;
  readonly direction: Direction;
  readonly moment: number;
  /** Those of the list that have a place in the order; null: all products of the release have. */
  readonly bitmaps: Bitmaps | null;
  readonly size: number;
  readonly budget: WorkBudget;
}

/** Of a block that is walked through. */
const unitsOfBlock = 40;
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
  return partOf(listedOrdinals([...ordinals.keys()]), (place) => ordinals.get(place) as number);
}

function walkedPart(sorted: SortedProducts): ListPart {
  const { order, size } = sorted;
  return {
    size,
    up: (from, limit) => walk(sorted, { place: Math.max(0, from), step: 1, limit }),
    down: (before, limit) => walk(sorted, { place: Math.min(before, order.size) - 1, step: -1, limit }),
    async places() {
      const places = Array.from({ length: Math.ceil(order.size / segmentSize) }, emptyBitmap);
      for (const { place } of await walk(sorted, { place: 0, step: 1, limit: Number.POSITIVE_INFINITY })) {
        addOrdinal(places[Math.floor(place / segmentSize)] as Bitmap, place % segmentSize);
      }
      return ordinalsOf(places);
    },
  };
}

interface Walk {
  readonly place: number;
  readonly step: 1 | -1;
  readonly limit: number;
}

/** Block by block, and others in between, until enough have been found that the list holds. */
async function walk(sorted: SortedProducts, { place: start, step, limit }: Walk): Promise<PlacedProduct[]> {
  const { order, direction, moment, bitmaps, budget } = sorted;
  const found: PlacedProduct[] = [];
  for (let place = start; found.length < limit; await setImmediate()) {
    const block = await order.readBlock(direction, place);
    if (!block) break;
    budget.charge(unitsOfBlock);
    const { first, ordinals } = block;
    for (; place >= first && place < first + ordinals.length && found.length < limit; place += step) {
      const ordinal = ordinals[place - first] as number;
      if ((bitmaps === null || contains(bitmaps, ordinal)) && block.holds(place - first, moment)) {
        found.push({ place, ordinal });
      }
    }
  }
  return found;
}
