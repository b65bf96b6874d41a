/**
 * Makes an order's blocks. Its entries stand in three ways: ascending and descending, which a page walks, and by their products, where
 * a few products find their places. Entries of equal value stand in the order of the lists, whichever way they are read.
 */
import { setImmediate } from 'node:timers/promises';
import type { OrderManifest } from './index-manifest.ts';
import { encodeNumbers, type NumberColumn } from './number-block.ts';
import type { BlockWriter } from './write-blocks.ts';

export interface OrderEntries {
  readonly name: string;
  /** Of each entry its product; ascending. */
  readonly ordinals: Uint32Array;
  /** The entries in the order of their values. */
  readonly sorted: Uint32Array;
  isTie(entry: number, other: number): boolean;
  /** What each entry costs, and from when (inclusive) until when (exclusive) it holds. */
  readonly prices?: EntryPrices;
}

export interface EntryPrices {
  readonly amounts: BigInt64Array;
  readonly from: Float64Array;
  readonly until: Float64Array;
}

/** That a block holds. */
export const entriesOfBlock = 8192;
const maxChanges = 1000;
const groupsAtATime = 4096;

export async function writeOrder({ write }: BlockWriter, entries: OrderEntries): Promise<OrderManifest> {
  const { name, ordinals, sorted, prices } = entries;
  const reversed = await reverseByValue(entries);
  const [firstOrdinals, byProduct] = [[] as number[], blocksByProduct(ordinals)];
  const [placesUp, placesDown] = [inverse(sorted), inverse(reversed)];
  function* productBlocks() {
    for (const [start, end] of byProduct) {
      firstOrdinals.push(ordinals[start] as number);
      const places = [placesUp.subarray(start, end), placesDown.subarray(start, end)];
      const times = prices ? timesOf(prices, sequence(start, end)) : [];
      yield encodeNumbers([ordinals.slice(start, end), ...places, ...times]);
    }
  }
  return {
    name,
    size: ordinals.length,
    ascending: await write(blocksOf(entries, sorted)),
    descending: await write(blocksOf(entries, reversed)),
    byProduct: await write(productBlocks()),
    firstOrdinals,
    changes: prices ? changesOf(prices) : [],
  };
}

/** Of price entries their amounts too, and where a block has any that does not hold for ever, the times. */
function* blocksOf({ ordinals, prices }: OrderEntries, order: Uint32Array): Generator<Buffer> {
  for (let start = 0; start < order.length; start += entriesOfBlock) {
    const entries = order.subarray(start, start + entriesOfBlock);
    const amounts = prices ? [BigInt64Array.from(entries, (entry) => prices.amounts[entry] as bigint)] : [];
    const own = Uint32Array.from(entries, (entry) => ordinals[entry] as number);
    yield encodeNumbers([own, ...amounts, ...(prices ? timesOf(prices, entries) : [])]);
  }
}

function timesOf({ from, until }: EntryPrices, entries: Uint32Array): NumberColumn[] {
  const pick = (times: Float64Array) => Float64Array.from(entries, (entry) => times[entry] as number);
  const times = [pick(from), pick(until)];
  return times.some((column) => column.some(Number.isFinite)) ? times : [];
}

/** The highest value first. */
async function reverseByValue({ sorted, isTie }: OrderEntries): Promise<Uint32Array> {
  const reversed = new Uint32Array(sorted.length);
  let groups = 0;
  for (let end = sorted.length; end > 0; groups += 1) {
    let start = end - 1;
    while (start > 0 && isTie(sorted[start - 1] as number, sorted[start] as number)) start -= 1;
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
  for (const [place, entry] of order.entries()) places[entry] = place;
  return places;
}

function sequence(start: number, end: number): Uint32Array {
  return Uint32Array.from({ length: end - start }, (_, index) => start + index);
}

function changesOf({ until }: EntryPrices): number[] | null {
  const changes = new Set<number>();
  for (const time of until) {
    if (Number.isFinite(time)) changes.add(time);
    if (changes.size > maxChanges) return null;
  }
  return [...changes].sort((a, b) => a - b);
}
