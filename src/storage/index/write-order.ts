/**
 * Makes an order's blocks. Its entries stand in three ways: ascending and descending, which a page walks, and by their products, where
 * a few products find their places. Entries of equal value stand in the order of the lists, whichever way they are read.
 */
import { setImmediate } from 'node:timers/promises';
import type { OrderManifest } from './index-manifest.ts';
import { encodeNumbers, type NumberColumn } from './number-block.ts';
import type { BlockWriter } from './write-blocks.ts';

/** Entries in both directions. */
export interface Arranged {
  readonly ascending: Uint32Array;
  readonly descending: Uint32Array;
}

export interface OrderEntries {
  readonly name: string;
  /** Of each entry its product; ascending. */
  readonly ordinals: Uint32Array;
  compare(entry: number, other: number): number;
  /** The entries in the order of their values; those of equal value as they are. */
  sort(): Promise<Uint32Array>;
  /** What each entry costs, and when. */
  readonly prices?: EntryPrices;
}

export interface EntryPrices {
  readonly amounts: BigInt64Array;
  /** Null: each holds for ever. */
  readonly times: EntryTimes | null;
}

/** From when (inclusive) until when (exclusive) each entry holds. */
export interface EntryTimes {
  readonly from: Float64Array;
  readonly until: Float64Array;
}

/** That a block holds. */
export const entriesOfBlock = 8192;
const maxChanges = 1000;
const groupsAtATime = 4096;

export async function arrange(entries: Pick<OrderEntries, 'sort' | 'compare'>): Promise<Arranged> {
  const ascending = await entries.sort();
  return { ascending, descending: await reverseByValue(ascending, entries.compare) };
}

export async function writeOrder(
  { write }: BlockWriter,
  entries: OrderEntries,
  { ascending, descending }: Arranged,
): Promise<OrderManifest> {
  const { name, ordinals, prices } = entries;
  const [firstOrdinals, byProduct] = [[] as number[], blocksByProduct(ordinals)];
  const [placesUp, placesDown] = [inverse(ascending), inverse(descending)];
  function* productBlocks() {
    for (const [start, end] of byProduct) {
      firstOrdinals.push(ordinals[start] as number);
      const places = [placesUp.subarray(start, end), placesDown.subarray(start, end)];
      const times = timesOf(prices, sequence(start, end));
      yield encodeNumbers([ordinals.slice(start, end), ...places, ...times]);
    }
  }
  return {
    name,
    size: ordinals.length,
    ascending: await write(blocksOf(entries, ascending)),
    descending: await write(blocksOf(entries, descending)),
    byProduct: await write(productBlocks()),
    firstOrdinals,
    ...(prices?.times ? changesOf(prices.times) : { changes: [] }),
  };
}

/** Of price entries their amounts too, and where a block has any that does not hold for ever, the times. */
function* blocksOf({ ordinals, prices }: OrderEntries, order: Uint32Array): Generator<Buffer> {
  for (let start = 0; start < order.length; start += entriesOfBlock) {
    const entries = order.subarray(start, start + entriesOfBlock);
    const amounts = prices ? [pick(prices.amounts, entries, new BigInt64Array(entries.length))] : [];
    const own = pick(ordinals, entries, new Uint32Array(entries.length));
    yield encodeNumbers([own, ...amounts, ...timesOf(prices, entries)]);
  }
}

function timesOf(prices: EntryPrices | undefined, entries: Uint32Array): NumberColumn[] {
  if (!prices?.times) return [];
  const times = [prices.times.from, prices.times.until].map((column) =>
    pick(column, entries, new Float64Array(entries.length)),
  );
  return times.some((column) => column.some(Number.isFinite)) ? times : [];
}

/** NOTE: `from` with a function takes six times as long. */
function pick<Column extends Uint32Array | Float64Array | BigInt64Array>(
  column: Column,
  entries: Uint32Array,
  picked: Column,
): Column {
  for (let place = 0; place < entries.length; place += 1)
    picked[place] = column[entries[place] as number] as number & bigint;
  return picked;
}

/** The highest value first. */
async function reverseByValue(sorted: Uint32Array, compare: OrderEntries['compare']): Promise<Uint32Array> {
  const reversed = new Uint32Array(sorted.length);
  let groups = 0;
  for (let end = sorted.length; end > 0; groups += 1) {
    let start = end - 1;
    while (start > 0 && compare(sorted[start - 1] as number, sorted[start] as number) === 0) start -= 1;
    reversed.set(sorted.subarray(start, end), sorted.length - end);
    end = start;
    if (groups % groupsAtATime === groupsAtATime - 1) await setImmediate();
  }
  return reversed;
}

/** The entries of one product never stand in two blocks. */
function blocksByProduct(ordinals: Uint32Array): [start: number, end: number][] {
  const blocks: [number, number][] = [];
  for (let start = 0; start < ordinals.length; ) {
    let end = Math.min(start + entriesOfBlock, ordinals.length);
    while (end < ordinals.length && ordinals[end] === ordinals[end - 1]) end += 1;
    blocks.push([start, end]);
    start = end;
  }
  return blocks;
}

function inverse(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place += 1) places[order[place] as number] = place;
  return places;
}

function sequence(start: number, end: number): Uint32Array {
  return Uint32Array.from({ length: end - start }, (_, index) => start + index);
}

/** Where there are many, most are of sales that were over long ago: the latest are those that requests depend on. */
function changesOf({ until }: EntryTimes): Pick<OrderManifest, 'changes' | 'latestChanges'> {
  const changes = [...new Set(until)].filter(Number.isFinite).sort((a, b) => a - b);
  return changes.length > maxChanges ? { changes: null, latestChanges: changes.slice(-maxChanges) } : { changes };
}
