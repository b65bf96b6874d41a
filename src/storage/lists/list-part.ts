/**
 * A list is one part, or several after one another: the products with a price, and those without. A part has its products at
 * ascending places, with gaps: in the list's own order their ordinals, or where they stand in the order that it is sorted by.
 */
import type { Charges } from '../../domain/work-budget.ts';
import type { PlacedProduct } from '../index/order.ts';
import type { OrdinalSet } from '../index/ordinal-set.ts';

export interface ListPart {
  /** The first products from that place on. */
  up(from: number, limit: number, budget: Charges): Promise<PlacedProduct[]>;
  /** The last products before that place, the last one first. */
  down(before: number, limit: number, budget: Charges): Promise<PlacedProduct[]>;
  /** All places, to be counted: takes time in proportion to the order. */
  places(budget: Charges): Promise<OrdinalSet>;
  /** What it takes in memory. */
  readonly bytes: number;
}

interface PlacesOptions {
  /** The product at one; absent: places are ordinals. */
  readonly ordinalOf?: (place: number) => number;
  /** Of what tells which product that is. */
  readonly bytes?: number;
}

/** Of a part and what reads it, beside its places. */
const bytesOfPart = 1000;

/** In the order of its places. */
export function partOf(places: OrdinalSet, { ordinalOf = (place) => place, bytes = 0 }: PlacesOptions = {}): ListPart {
  const read = (from: number, to: number) =>
    places.slice(from, to).map((place) => ({ place, ordinal: ordinalOf(place) }));
  return {
    async up(from, limit) {
      const rank = places.rankOf(from);
      return read(rank, rank + limit);
    },
    async down(before, limit) {
      const rank = places.rankOf(before);
      return read(Math.max(0, rank - limit), rank).reverse();
    },
    places: async () => places,
    bytes: bytesOfPart + places.bytes + bytes,
  };
}
