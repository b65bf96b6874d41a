import { bytesInMemory } from '../../lib/bytes-in-memory.ts';
import { createOrdinalCache, type OrdinalCache } from '../releases/ordinal-cache.ts';

/** Of a listed product. */
export interface PlaceInList {
  readonly id: string;
  readonly sortKey: string;
}

export interface ListedPlaces extends Pick<OrdinalCache<PlaceInList>, 'getEach'> {
  add(opening: number, places: ReadonlyMap<number, PlaceInList>): void;
}

/** Of some 50,000 products with UUIDs. */
const maxBytes = 13_000_000;
/** Of those that were read together, and of each beside its texts. */
const [bytesOfPage, bytesOfPlace] = [200, 170];

/** Remembers them by their ordinals, within a number of bytes. */
export function createListedPlaces(): ListedPlaces {
  const { getEach, add } = createOrdinalCache<PlaceInList>(maxBytes);
  return {
    getEach,
    add(opening, places) {
      let bytes = bytesOfPage + bytesOfPlace * places.size;
      for (const { id, sortKey } of places.values()) bytes += bytesInMemory(id) + bytesInMemory(sortKey);
      add(opening, places, bytes);
    },
  };
}
