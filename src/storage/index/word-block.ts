/** Some words that follow one another in their order, each with the products that have it. */
import { decodeNumbers, decodeTexts, encodeNumbers, encodeTexts } from './number-block.ts';
import { partitionPoint } from './partition-point.ts';
import { addPostingsWithin, type Bitmap, type Postings, toPostings } from './postings.ts';

export function encodeWords(
  words: readonly (readonly [word: string, ordinals: Uint16Array<ArrayBuffer>])[],
): Buffer<ArrayBuffer> {
  const postings = words.map(([, ordinals]) => toPostings(ordinals));
  const ends = new Uint32Array(postings.length);
  let end = 0;
  for (const [index, one] of postings.entries()) {
    end += one.length;
    ends[index] = end;
  }
  const all = new Uint16Array(end);
  for (const [index, one] of postings.entries()) all.set(one, (ends[index] as number) - one.length);
  return encodeNumbers([encodeTexts(words.map(([word]) => word)), all, ends]);
}

export class WordBlock {
  /** In bytes, with its words in memory. */
  readonly size: number;
  readonly #texts: Uint8Array;
  readonly #postings: Postings;
  /** Of each word's postings. */
  readonly #ends: Uint32Array;
  #words: readonly string[] | null = null;

  /** `content` was written by `encodeWords`: its checksum has been compared. */
  constructor(content: Uint8Array) {
    const { columns, size } = decodeNumbers(content);
    [this.#texts, this.#postings, this.#ends] = columns as [Uint8Array, Postings, Uint32Array];
    this.size = size + 2 * this.#texts.byteLength;
  }

  /** In ascending order of their UTF-16 code units. They are parsed when they are first wanted, and take most of a block's time. */
  get words(): readonly string[] {
    this.#words ??= decodeTexts(this.#texts);
    return this.#words;
  }

  postingsOf(index: number): Postings {
    return this.#postings.subarray(index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]);
  }

  /** Adds the products of all words. */
  addAllTo(bitmap: Bitmap): void {
    let start = 0;
    for (const end of this.#ends) {
      addPostingsWithin(bitmap, this.#postings, start, end);
      start = end;
    }
  }
}

export function decodeWords(content: Uint8Array): WordBlock {
  return new WordBlock(content);
}

/** The place of the first word that is not before this one. */
export function placeOfWord(words: readonly string[], word: string): number {
  return partitionPoint(0, words.length, (place) => (words[place] as string) < word);
}
