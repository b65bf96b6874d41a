/**
 * Collects the terms of a segment's products and puts them into blocks, by the first bits of each term: which block holds a term is
 * known without looking. It keeps 18 bytes for each term of a product, beside the heap.
 */
import type { Chosen } from './known-terms.ts';
import { termLength } from './term.ts';
import { encodeBlock } from './term-block.ts';

export interface SegmentBuilder {
  /** `ordinal`: in the segment. Ordinals come in ascending order. */
  add(ordinal: number, terms: ReadonlySet<string>): void;
  addKnown(ordinal: number, terms: Chosen<Buffer>): void;
  /** Its blocks, made one at a time; a power of two. */
  blocks(): Generator<Buffer<ArrayBuffer>>;
}

/** On average. Larger blocks hold more that nobody looks for, smaller ones are more rows. */
const termsOfBlock = 512;

export function createSegmentBuilder(): SegmentBuilder {
  const pairs = createPairs();

  function encode(members: Uint32Array): Buffer<ArrayBuffer> {
    const byTerm = new Map<string, number[]>();
    for (const index of members) {
      const term = pairs.termAt(index);
      const found = byTerm.get(term);
      if (found) found.push(pairs.ordinalAt(index));
      else byTerm.set(term, [pairs.ordinalAt(index)]);
    }
    return encodeBlock(byTerm);
  }

  return {
    add(ordinal, terms) {
      for (const term of terms) pairs.add(ordinal, term);
    },

    addKnown(ordinal, { of, places }) {
      for (const place of places) pairs.copy(ordinal, of, place * termLength);
    },

    *blocks() {
      const bits = Math.min(16, Math.max(0, Math.ceil(Math.log2(pairs.count / termsOfBlock))));
      const blockOf = (index: number) => blockOfTerm(pairs.headAt(index), 2 ** bits);
      const { members, ends } = sortByBlock(pairs.count, 2 ** bits, blockOf);
      for (const [block, end] of ends.entries()) yield encode(members.subarray(ends[block - 1] ?? 0, end));
    },
  };
}

/** Terms, each with an ordinal. */
function createPairs() {
  let capacity = 2 ** 12;
  let terms = Buffer.alloc(capacity * termLength);
  let ordinals = new Uint16Array(capacity);
  let count = 0;

  /** Returns where its term is to stand. */
  function makeRoom(ordinal: number): number {
    if (count === capacity) {
      capacity *= 2;
      terms = Buffer.concat([terms], capacity * termLength);
      const larger = new Uint16Array(capacity);
      larger.set(ordinals);
      ordinals = larger;
    }
    ordinals[count] = ordinal;
    count += 1;
    return (count - 1) * termLength;
  }

  return {
    get count() {
      return count;
    },
    add(ordinal: number, term: string): void {
      const start = makeRoom(ordinal);
      terms.write(term, start, 'latin1');
    },
    copy(ordinal: number, from: Buffer, place: number): void {
      const start = makeRoom(ordinal);
      from.copy(terms, start, place, place + termLength);
    },
    termAt: (index: number) => terms.toString('latin1', index * termLength, (index + 1) * termLength),
    headAt: (index: number) => terms.readUInt32BE(index * termLength),
    ordinalAt: (index: number) => ordinals[index] as number,
  };
}

/** Which of a segment's blocks holds the term that begins with these 32 bits. */
export function blockOfTerm(head: number, blocks: number): number {
  return Math.floor((head * blocks) / 2 ** 32);
}

/** A counting sort, which keeps the order of those of one block. */
function sortByBlock(count: number, blocks: number, blockOf: (index: number) => number) {
  const starts = new Uint32Array(blocks + 1);
  for (let index = 0; index < count; index += 1) starts[blockOf(index) + 1] = (starts[blockOf(index) + 1] ?? 0) + 1;
  for (let block = 0; block < blocks; block += 1) starts[block + 1] = (starts[block + 1] ?? 0) + (starts[block] ?? 0);
  const members = new Uint32Array(count);
  const ends = starts.slice(0, blocks);
  for (let index = 0; index < count; index += 1) {
    const block = blockOf(index);
    const at = ends[block] ?? 0;
    members[at] = index;
    ends[block] = at + 1;
  }
  return { members, ends };
}
