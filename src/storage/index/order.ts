/** An order of a release's products, as it is read: some of its entries at a time. An entry's place never changes. */
import type { OrderManifest } from './index-manifest.ts';
import { decodeNumbers, type NumberBlock } from './number-block.ts';
import { partitionPoint } from './partition-point.ts';
import type { ReadBlocks } from './read-blocks.ts';
import { entriesOfBlock } from './write-order.ts';

export type Direction = 'ascending' | 'descending';

/** A product's place in an order. */
export interface PlacedProduct {
  readonly place: number;
  readonly ordinal: number;
}

/** Some entries that follow one another. */
export interface EntryBlock {
  /** The place of the first of them. */
  readonly first: number;
  /** Of each its product. */
  readonly ordinals: Uint32Array;
  /** Of each what it costs, in an order by price. */
  readonly amounts: BigInt64Array | null;
  /** Whether the entry holds at that moment. */
  holds(index: number, moment: number): boolean;
}

export interface Order extends Pick<OrderManifest, 'size'> {
  /** The block that the place stands in; null: there is no such place. @throws DamagedIndex */
  readBlock(direction: Direction, place: number): Promise<EntryBlock | null>;
  /** The first place whose amount is not less than that one. @throws DamagedIndex */
  findPlace(amount: bigint): Promise<number>;
  /** Where those of the products that have an entry at that moment stand; by place. `ordinals` ascend. @throws DamagedIndex */
  findPlaces(direction: Direction, ordinals: readonly number[], moment: number): Promise<PlacedProduct[]>;
  /** The next moment after that one at which the order changes; null: none. Where they are too many, the moment itself. */
  nextChange(moment: number): number | null;
  /** The last moment up to that one at which the order changed; null: none. Where they are too many, the moment itself. */
  lastChange(moment: number): number | null;
}

export function openOrder(manifest: OrderManifest, readBlocks: ReadBlocks): Order {
  const { size, firstOrdinals, byProduct, ascending, changes, latestChanges = [] } = manifest;
  const known = changes ?? latestChanges;
  const isKnown = (moment: number) => changes !== null || moment >= (known[0] ?? Number.POSITIVE_INFINITY);

  async function read(first: number, index: number): Promise<NumberBlock> {
    const block = first + index;
    return (await readBlocks(new Set([block]), decodeNumbers)).get(block) as NumberBlock;
  }

  return {
    size,

    async readBlock(direction, place) {
      if (place < 0 || place >= size) return null;
      const index = Math.floor(place / entriesOfBlock);
      const { columns } = await read(manifest[direction].first, index);
      const amounts = columns.find((column) => column instanceof BigInt64Array) ?? null;
      const first = index * entriesOfBlock;
      return { first, ordinals: columns[0] as Uint32Array, amounts, holds: holdsIn(columns.slice(1)) };
    },

    async findPlace(amount) {
      const amountsOf = async (index: number) => (await read(ascending.first, index)).columns[1] as BigInt64Array;
      let [low, high] = [0, ascending.checksums.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (((await amountsOf(middle)).at(-1) as bigint) < amount) low = middle + 1;
        else high = middle;
      }
      if (low === ascending.checksums.length) return size;
      return low * entriesOfBlock + firstNotBefore(await amountsOf(low), amount);
    },

    async findPlaces(direction, ordinals, moment) {
      const found: PlacedProduct[] = [];
      for (const [index, own] of inBlocks(ordinals, firstOrdinals)) {
        const { columns } = await read(byProduct.first, index);
        addPlaces(found, columns, { direction, ordinals: own, moment });
      }
      return found.sort((a, b) => a.place - b.place);
    },

    nextChange: (moment) => (isKnown(moment) ? (known.find((change) => change > moment) ?? null) : moment),
    lastChange: (moment) => (isKnown(moment) ? (known.findLast((change) => change <= moment) ?? null) : moment),
  };
}

interface Wanted {
  readonly direction: Direction;
  readonly ordinals: readonly number[];
  readonly moment: number;
}

/** In which block each of them would stand, if it has an entry; both ascend. */
function* inBlocks(ordinals: readonly number[], firstOrdinals: readonly number[]): Generator<[number, number[]]> {
  const startOf = (block: number) => firstNotBefore(ordinals, firstOrdinals[block] ?? Number.POSITIVE_INFINITY);
  for (let from = startOf(0); from < ordinals.length; ) {
    const block = firstNotBefore(firstOrdinals, (ordinals[from] as number) + 1) - 1;
    const to = startOf(block + 1);
    yield [block, ordinals.slice(from, to)];
    from = to;
  }
}

/** Entries and the wanted products ascend alike. */
function addPlaces(
  found: PlacedProduct[],
  columns: NumberBlock['columns'],
  { direction, ordinals, moment }: Wanted,
): void {
  const [own, ascending, descending] = columns as [Uint32Array, Uint32Array, Uint32Array];
  const places = direction === 'ascending' ? ascending : descending;
  const holds = holdsIn(columns.slice(3));
  let entry = 0;
  for (const ordinal of ordinals) {
    for (entry = firstNotBefore(own, ordinal, entry); own[entry] === ordinal; entry += 1) {
      if (!holds(entry, moment)) continue;
      found.push({ place: places[entry] as number, ordinal });
      break;
    }
  }
}

/** Where no times are stored, entries hold for ever. */
function holdsIn(columns: NumberBlock['columns']): EntryBlock['holds'] {
  const [from, until] = columns.filter((column) => column instanceof Float64Array);
  if (!from || !until) return () => true;
  return (index, moment) => (from[index] as number) <= moment && moment < (until[index] as number);
}

function firstNotBefore<Value extends number | bigint>(sorted: ArrayLike<Value>, value: Value, from = 0): number {
  return partitionPoint(from, sorted.length, (place) => (sorted[place] as Value) < value);
}
