/** Sets of a release's ordinals, a bitmap for each segment; null: none of its. What is combined is used up. */
import { type Bitmap, intersect, subtract, unite } from './postings.ts';

export type Bitmaps = readonly (Bitmap | null)[];

export function intersection(some: Bitmaps, others: Bitmaps): Bitmaps {
  return combine(some, others, (bitmap, other) => (bitmap && other ? intersect(bitmap, other) : null));
}

export function union(some: Bitmaps, others: Bitmaps): Bitmaps {
  return combine(some, others, (bitmap, other) => (bitmap && other ? unite(bitmap, other) : (bitmap ?? other)));
}

export function difference(some: Bitmaps, others: Bitmaps): Bitmaps {
  return combine(some, others, (bitmap, other) => (bitmap && other ? subtract(bitmap, other) : bitmap));
}

function combine(
  some: Bitmaps,
  others: Bitmaps,
  ofSegment: (bitmap: Bitmap | null, other: Bitmap | null) => Bitmap | null,
): Bitmaps {
  return some.map((bitmap, segment) => ofSegment(bitmap, others[segment] ?? null));
}
