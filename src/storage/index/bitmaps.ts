/** Sets of a release's ordinals, a bitmap for each segment; null: none of its. What is combined is used up. */
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

/** Of some ordinals, in any order. */
export function bitmapsOf(ordinals: readonly number[], segmentCount: number): Bitmaps {
  const bitmaps = noBitmaps(segmentCount);
  for (const ordinal of ordinals) addTo(bitmaps, ordinal);
  return bitmaps;
}

/** To be added to. */
export function noBitmaps(segmentCount: number): GrowingBitmaps {
  return Array.from({ length: segmentCount }, () => null);
}

export function addTo(bitmaps: GrowingBitmaps, ordinal: number): void {
  addOrdinal(bitmapOf(bitmaps, Math.floor(ordinal / segmentSize)), ordinal % segmentSize);
}

/** Of a segment. */
export function addAllTo(bitmaps: GrowingBitmaps, segment: number, postings: Postings): void {
  addPostings(bitmapOf(bitmaps, segment), postings);
}

/** The segment's; a new one where it had none. */
function bitmapOf(bitmaps: GrowingBitmaps, segment: number): Bitmap {
  const bitmap = bitmaps[segment] ?? emptyBitmap();
  bitmaps[segment] = bitmap;
  return bitmap;
}

/** For what is used up. */
export function copyOf(bitmaps: Bitmaps): Bitmaps {
  return bitmaps.map((bitmap) => bitmap?.slice() ?? null);
}

/** Takes less, where it is kept. */
export function withoutEmpty(bitmaps: Bitmaps): Bitmaps {
  return bitmaps.map((bitmap) => (bitmap?.some((word) => word !== 0) ? bitmap : null));
}

export function contains(bitmaps: Bitmaps, ordinal: number): boolean {
  const bitmap = bitmaps[Math.floor(ordinal / segmentSize)];
  const place = ordinal % segmentSize;
  return bitmap != null && ((bitmap[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
}

/** Of what an array and its objects take beside the bits. */
const bytesOfPlace = 32;

/** What they take in memory. */
export function bytesOf(bitmaps: Bitmaps): number {
  return bitmaps.reduce((sum, bitmap) => sum + bytesOfPlace + (bitmap?.byteLength ?? 0), bytesOfPlace);
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
