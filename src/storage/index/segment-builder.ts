/**
 * Collects the terms of a segment's products and puts them into blocks, by the first bits of each term: which block holds a term is
 * known without looking. It keeps 6 bytes for each term of a product, and some 50 for each term, beside the heap.
 */
import { growingUint16 } from './growing-columns.ts';
import { groupByKey, growingPairs } from './growing-pairs.ts';
import type { BlockRange } from './index-manifest.ts';
import type { Chosen } from './known-terms.ts';
import { encodeBlock } from './term-block.ts';
import { createTermNumbers, type TermNumbers } from './term-numbers.ts';

export interface SegmentBuilder {
  /** `ordinal`: in the segment. Ordinals come in ascending order. */
  add(ordinal: number, terms: Iterable<string>): void;
  addKnown(ordinal: number, terms: Chosen<Buffer>): void;
  /** Its blocks, made one at a time; a power of two. */
  blocks(): Generator<Buffer<ArrayBuffer>>;
}

/** On average. Larger blocks hold more that nobody looks for, smaller ones are more rows. */
const termsOfBlock = 512;

export function createSegmentBuilder(): SegmentBuilder {
  const numbers = createTermNumbers();
  const pairs = growingPairs(growingUint16());

  return {
    add(ordinal, terms) {
      for (const term of terms) pairs.add(numbers.numberOf(term), ordinal);
    },

    addKnown(ordinal, { of, places }) {
      for (const place of places) pairs.add(numbers.numberOfKnown(of, place), ordinal);
    },

    *blocks() {
      const bits = Math.min(16, Math.max(0, Math.ceil(Math.log2(pairs.length / termsOfBlock))));
      const { valuesOf } = pairs.group();
      for (const own of termsOfBlocks(numbers, 2 ** bits))
        yield encodeBlock(numbers.join(own), Array.from(own, valuesOf));
    },
  };
}

/** The numbers of each block's terms, in the order of these. */
export function* termsOfBlocks(terms: TermNumbers, blocks: number): Generator<Uint32Array> {
  const all = Uint32Array.from({ length: terms.size }, (_, number) => number);
  const blockOf = all.map((number) => placeOfHead(terms.headOf(number), blocks));
  const { valuesOf } = groupByKey(blockOf, all, blocks);
  for (let block = 0; block < blocks; block += 1) yield valuesOf(block).sort(terms.compare);
}

/** Which of the blocks holds the term. */
export function blockOfTerm(term: string, { first, checksums }: BlockRange): number {
  return first + placeOfHead(Buffer.from(term, 'latin1').readUInt32BE(), checksums.length);
}

/** `head`: a term's first 32 bits. */
function placeOfHead(head: number, blocks: number): number {
  return Math.floor((head * blocks) / 2 ** 32);
}
