/**
 * Which of a segment's 65,536 ordinals: few as a sorted list of them, many as a bitmap, as Roaring bitmaps have it
 * (roaringbitmap.org). What is computed with them is a bitmap.
 */
export type Postings = Uint16Array<ArrayBuffer>;

/** One bit for each ordinal of a segment. */
export type Bitmap = Uint32Array<ArrayBuffer>;

export const segmentSize = 2 ** 16;
/** Of postings that are a bitmap; a list is shorter. */
const bitmapLength = segmentSize / 16;
const wordsOfBitmap = segmentSize / 32;

/** Of ordinals in ascending order: they themselves, where they are few. */
export function toPostings(ordinals: Uint16Array<ArrayBuffer>): Postings {
  if (ordinals.length < bitmapLength) return ordinals;
  const postings = new Uint16Array(bitmapLength);
  for (const ordinal of ordinals) postings[ordinal >>> 4] = (postings[ordinal >>> 4] ?? 0) | (1 << (ordinal & 15));
  return postings;
}

/** In their order. */
export function eachPosting(postings: Postings, visit: (ordinal: number) => void): void {
  if (postings.length < bitmapLength) {
    for (const ordinal of postings) visit(ordinal);
    return;
  }
  const bitmap = emptyBitmap();
  addPostings(bitmap, postings);
  eachOrdinal(bitmap, 0, segmentSize, visit);
}

export function emptyBitmap(): Bitmap {
  return new Uint32Array(wordsOfBitmap);
}

export function addPostings(bitmap: Bitmap, postings: Postings): void {
  addPostingsWithin(bitmap, postings, 0, postings.length);
}

/** Those that stand there among others. */
export function addPostingsWithin(bitmap: Bitmap, all: Postings, start: number, end: number): void {
  if (end - start < bitmapLength) {
    for (let index = start; index < end; index += 1) addOrdinal(bitmap, all[index] as number);
    return;
  }
  for (let word = 0; word < wordsOfBitmap; word += 1) {
    const [low = 0, high = 0] = [all[start + 2 * word], all[start + 2 * word + 1]];
    bitmap[word] = (bitmap[word] ?? 0) | low | (high << 16);
  }
}

export function addOrdinal(bitmap: Bitmap, ordinal: number): void {
  bitmap[ordinal >>> 5] = (bitmap[ordinal >>> 5] ?? 0) | (1 << (ordinal & 31));
}

/** All ordinals below `end`. */
export function firstBits(end: number): Bitmap {
  const bitmap = emptyBitmap();
  bitmap.fill(0xffff_ffff, 0, end >>> 5);
  if ((end & 31) > 0) bitmap[end >>> 5] = 2 ** (end & 31) - 1;
  return bitmap;
}

/** Changes the first of them, as the other two do. */
export function intersect(bitmap: Bitmap, other: Bitmap): Bitmap {
  for (let word = 0; word < wordsOfBitmap; word += 1) bitmap[word] = (bitmap[word] ?? 0) & (other[word] ?? 0);
  return bitmap;
}

export function unite(bitmap: Bitmap, other: Bitmap): Bitmap {
  for (let word = 0; word < wordsOfBitmap; word += 1) bitmap[word] = (bitmap[word] ?? 0) | (other[word] ?? 0);
  return bitmap;
}

export function subtract(bitmap: Bitmap, other: Bitmap): Bitmap {
  for (let word = 0; word < wordsOfBitmap; word += 1) bitmap[word] = (bitmap[word] ?? 0) & ~(other[word] ?? 0);
  return bitmap;
}

/** Visits those from one ordinal to before another, both multiples of 32, in ascending order. */
export function eachOrdinal(bitmap: Bitmap, from: number, to: number, visit: (ordinal: number) => void): void {
  for (let word = from >>> 5; word < to >>> 5; word += 1) {
    // Its lowest bit, again and again.
    for (let bits = bitmap[word] ?? 0; bits !== 0; bits &= bits - 1) {
      visit(word * 32 + 31 - Math.clz32(bits & -bits));
    }
  }
}

/** How many ordinals below `end` it has. */
export function countBelow(bitmap: Bitmap, end: number = segmentSize): number {
  let count = 0;
  const last = end >>> 5;
  for (let word = 0; word < last; word += 1) count += countBits(bitmap[word] ?? 0);
  const rest = end & 31;
  return rest === 0 ? count : count + countBits((bitmap[last] ?? 0) & (2 ** rest - 1));
}

/** The bits of a word, added up in pairs, then in fours and so on (Warren, Hacker's Delight, section 5-1). */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
