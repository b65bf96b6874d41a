import { type Bitmaps, bytesOf } from './bitmaps.ts';
import { partitionPoint } from './partition-point.ts';
import { type Bitmap, countBelow, countBits, segmentSize } from './postings.ts';

/** Products of a release, by their places in its list. Whatever is read of it takes a walk over a few kilobytes at the most. */
export interface OrdinalSet {
  readonly size: number;
  /** How many of them stand before that ordinal. */
  rankOf(ordinal: number): number;
  /** Those from one rank to another, the latter not included. */
  slice(from: number, to: number): number[];
  /** What it takes in memory. */
  readonly bytes: number;
}

/** Of more a bitmap takes less. */
const longestListed = segmentSize / 64;

export function allOrdinals(size: number): OrdinalSet {
  return {
    size,
    rankOf: (ordinal) => Math.max(0, Math.min(size, ordinal)),
    slice: (from, to) => Array.from({ length: Math.max(0, Math.min(size, to) - from) }, (_, index) => from + index),
    bytes: 0,
  };
}

/** Those that are listed, in ascending order. */
export function listedOrdinals(ordinals: Uint32Array): OrdinalSet {
  return {
    size: ordinals.length,
    rankOf: (ordinal) => partitionPoint(0, ordinals.length, (rank) => (ordinals[rank] as number) < ordinal),
    slice(from, to) {
      const found: number[] = [];
      const end = Math.min(to, ordinals.length);
      for (let rank = Math.max(0, from); rank < end; rank += 1) found.push(ordinals[rank] as number);
      return found;
    },
    bytes: ordinals.byteLength,
  };
}

/** To be kept: few are listed. */
export function compactOrdinals(bitmaps: Bitmaps): OrdinalSet {
  const found = ordinalsOf(bitmaps);
  return found.size > longestListed ? found : listedOrdinals(Uint32Array.from(found.slice(0, found.size)));
}

export function ordinalsOf(bitmaps: Bitmaps): OrdinalSet {
  const counts = bitmaps.map((bitmap) => (bitmap ? countBelow(bitmap) : 0));
  const countBefore = (segment: number) => counts.slice(0, segment).reduce((sum, count) => sum + count, 0);
  return {
    size: countBefore(bitmaps.length),

    rankOf(ordinal) {
      const segment = Math.floor(ordinal / segmentSize);
      const bitmap = bitmaps[segment];
      return countBefore(segment) + (bitmap ? countBelow(bitmap, ordinal % segmentSize) : 0);
    },

    slice(from, to) {
      const found: number[] = [];
      let rank = 0;
      for (const [segment, bitmap] of bitmaps.entries()) {
        const end = rank + (counts[segment] ?? 0);
        if (bitmap && end > from && rank < to) {
          for (const place of sliceBitmap(bitmap, from - rank, to - rank)) found.push(segment * segmentSize + place);
        }
        rank = end;
      }
      return found;
    },
    bytes: bytesOf(bitmaps),
  };
}

/** Those of one segment. */
function sliceBitmap(bitmap: Bitmap, from: number, to: number): number[] {
  const found: number[] = [];
  let rank = 0;
  for (let index = 0; index < bitmap.length && rank < to; index += 1) {
    let word = bitmap[index] ?? 0;
    const count = countBits(word);
    if (rank + count <= from) {
      rank += count;
      continue;
    }
    // Its lowest bit, again and again.
    for (; word !== 0 && rank < to; word &= word - 1, rank += 1) {
      if (rank >= from) found.push(index * 32 + 31 - Math.clz32(word & -word));
    }
  }
  return found;
}
