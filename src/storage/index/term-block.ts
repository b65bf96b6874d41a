/**
 * A part of a segment's terms with their postings, as it is stored: how many there are, the terms, where the postings of each end,
 * the postings. Numbers are little-endian.
 */
import { type Postings, toPostings } from './postings.ts';
import { termLength } from './term.ts';

export interface TermBlock {
  /** Null: no product of the segment has the term. */
  find(term: string): Postings | null;
  /** All of them, one after the other. */
  readonly terms: Buffer;
  postingsOf(index: number): Postings;
  /** In bytes. */
  readonly size: number;
}

const countLength = 4;

/** `terms` in their order, which says nothing of how they came; `ordinals` of each of them, ascending. */
export function encodeBlock(terms: Buffer, ordinals: readonly Uint16Array<ArrayBuffer>[]): Buffer<ArrayBuffer> {
  const postings = ordinals.map(toPostings);
  const postingsAt = countLength + terms.length + 4 * postings.length;
  const length = postings.reduce((sum, one) => sum + one.length, 0);
  const content = Buffer.from(new ArrayBuffer(postingsAt + 2 * length));
  content.writeUInt32LE(postings.length);
  content.set(terms, countLength);
  let end = 0;
  for (const [index, one] of postings.entries()) {
    new Uint16Array(content.buffer, postingsAt + 2 * end, one.length).set(one);
    end += one.length;
    content.writeUInt32LE(end, countLength + terms.length + 4 * index);
  }
  return content;
}

/** `content` was written by `encodeBlock`: its checksum has been compared. */
export function decodeBlock(content: Uint8Array): TermBlock {
  // In memory of its own, whose beginning is that of a number.
  const { buffer } = Uint8Array.from(content);
  const numbers = Buffer.from(buffer);
  const count = numbers.readUInt32LE();
  const terms = numbers.subarray(countLength, countLength + termLength * count);
  const endsAt = countLength + terms.length;
  const postingsAt = endsAt + 4 * count;
  const endOf = (index: number) => (index < 0 ? 0 : numbers.readUInt32LE(endsAt + 4 * index));
  function postingsOf(index: number): Postings {
    const begin = endOf(index - 1);
    return new Uint16Array(buffer, postingsAt + 2 * begin, endOf(index) - begin);
  }
  return {
    size: buffer.byteLength,
    terms,
    postingsOf,
    find(term) {
      const index = indexOfTerm(terms, term);
      return index === null ? null : postingsOf(index);
    },
  };
}

/** What looks like the term across the border of two others is none. */
export function indexOfTerm(terms: Buffer, term: string): number | null {
  for (let at = terms.indexOf(term, 0, 'latin1'); at !== -1; at = terms.indexOf(term, at + 1, 'latin1')) {
    if (at % termLength === 0) return at / termLength;
  }
  return null;
}
