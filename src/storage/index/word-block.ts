/** Some words that follow one another in their order, each with the products that have it. */
import { decodeNumbers, decodeTexts, encodeNumbers, encodeTexts } from './number-block.ts';
import { partitionPoint } from './partition-point.ts';
import { type Postings, toPostings } from './postings.ts';

export interface WordBlock {
  /** In ascending order of their UTF-16 code units. */
  readonly words: readonly string[];
  postingsOf(index: number): Postings;
  /** In bytes, with its words in memory. */
  readonly size: number;
}

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

/** `content` was written by `encodeWords`: its checksum has been compared. */
export function decodeWords(content: Uint8Array): WordBlock {
  const { columns, size } = decodeNumbers(content);
  const [texts, all, ends] = columns as [Uint8Array, Uint16Array<ArrayBuffer>, Uint32Array];
  return {
    words: decodeTexts(texts),
    postingsOf: (index) => all.subarray(index === 0 ? 0 : ends[index - 1], ends[index]),
    size: size + 2 * texts.byteLength,
  };
}

/** The place of the first word that is not before this one. */
export function placeOfWord(words: readonly string[], word: string): number {
  return partitionPoint(0, words.length, (place) => (words[place] as string) < word);
}
