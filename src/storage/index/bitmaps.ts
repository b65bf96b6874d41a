/**
 * Sets of a release's ordinals: a bitmap for each segment, null where the set has none of it. `intersection`, `union` and `difference`
 * write into the bitmaps they are given, so pass a copy (`copyOf`) of a set that is still needed.
 */
import {
  addOrdinal,
  addPostings,
  type Bitmap,
  countBelow,
  emptyBitmap,
  firstBits,
  intersect,
  type Postings,
  segmentSize,
  subtract,
  unite,
} from './postings.ts';

export type Bitmaps = readonly (Bitmap | null)[];
export type GrowingBitmaps = (Bitmap | null)[];

export function intersection(some: Bitmaps, others: Bitmaps): Bitmaps {
  return combine(some, others, (bitmap, other) => (bitmap && other ? intersect(bitmap, other) : null));
}

export function union(some: Bitmaps, others: Bitmaps): Bitmaps {
  return combine(some, others, (bitmap, other) => (bitmap && other ? unite(bitmap, other) : (bitmap ?? other)));
}

export function difference(some: Bitmaps, others: Bitmaps): Bitmaps {
  return combine(some, others, (bitmap, other) => (bitmap && other ? subtract(bitmap, other) : bitmap));
}

/** All ordinals of a release. */
export function allOf(size: number): Bitmaps {
  return Array.from({ length: Math.ceil(size / segmentSize) }, (_, segment) =>
    firstBits(Math.min(segmentSize, size - segment * segmentSize)),
  );
}

/** The set of these ordinals, which come in any order. */
export function bitmapsOf(ordinals: readonly number[], segmentCount: number): Bitmaps {
  const bitmaps = noBitmaps(segmentCount);
  for (const ordinal of ordinals) addTo(bitmaps, ordinal);
  return bitmaps;
}

/** An empty set, to be added to. */
export function noBitmaps(segmentCount: number): GrowingBitmaps {
  return Array.from({ length: segmentCount }, () => null);
}

export function addTo(bitmaps: GrowingBitmaps, ordinal: number): void {
  addOrdinal(bitmapOf(bitmaps, Math.floor(ordinal / segmentSize)), ordinal % segmentSize);
}

/** `postings`: of that segment. */
export function addAllTo(bitmaps: GrowingBitmaps, segment: number, postings: Postings): void {
  addPostings(bitmapOf(bitmaps, segment), postings);
}

/** The segment's bitmap, made where it had none. */
export function bitmapOf(bitmaps: GrowingBitmaps, segment: number): Bitmap {
  const bitmap = bitmaps[segment] ?? emptyBitmap();
  bitmaps[segment] = bitmap;
  return bitmap;
}

export function copyOf(bitmaps: Bitmaps): Bitmaps {
  return bitmaps.map((bitmap) => bitmap?.slice() ?? null);
}

/** The same set in less memory: bitmaps without a bit are dropped. */
export function withoutEmpty(bitmaps: Bitmaps): Bitmaps {
  return bitmaps.map((bitmap) => (bitmap?.some((word) => word !== 0) ? bitmap : null));
}

export function contains(bitmaps: Bitmaps, ordinal: number): boolean {
  const bitmap = bitmaps[Math.floor(ordinal / segmentSize)];
  const place = ordinal % segmentSize;
  return bitmap != null && ((bitmap[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
}

/** Beside its bits, of each bitmap and of the array. */
const overheadBytes = 32;

/** What the set takes in memory. */
export function bytesOf(bitmaps: Bitmaps): number {
  return bitmaps.reduce((sum, bitmap) => sum + overheadBytes + (bitmap?.byteLength ?? 0), overheadBytes);
}

export function countOf(bitmaps: Bitmaps): number {
  return bitmaps.reduce((sum, bitmap) => sum + (bitmap ? countBelow(bitmap) : 0), 0);
}

function combine(
  some: Bitmaps,
  others: Bitmaps,
  ofSegment: (bitmap: Bitmap | null, other: Bitmap | null) => Bitmap | null,
): Bitmaps {
  return some.map((bitmap, segment) => ofSegment(bitmap, others[segment] ?? null));
}
