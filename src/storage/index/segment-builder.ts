/**
 * Collects the terms of a segment's products and puts them into blocks, by the first bits of each term: which block holds a term is
 * known without looking. It keeps 8 bytes for each term of a product, and some 50 for each term, beside the heap.
 */
import { groupByKey } from './group-by-key.ts';
import { growingUint32 } from './growing-columns.ts';
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
  const [pairTerms, pairOrdinals] = [growingUint32(), growingUint32()];

  function pair(number: number, ordinal: number): void {
    pairTerms.push(number);
    pairOrdinals.push(ordinal);
  }

  return {
    add(ordinal, terms) {
      for (const term of terms) pair(numbers.numberOf(term), ordinal);
    },

    addKnown(ordinal, { of, places }) {
      for (const place of places) pair(numbers.numberOfKnown(of, place), ordinal);
    },

    *blocks() {
      const bits = Math.min(16, Math.max(0, Math.ceil(Math.log2(pairTerms.length / termsOfBlock))));
      const { starts, values } = groupByKey(pairTerms.values(), new Uint16Array(pairOrdinals.values()), numbers.size);
      for (const own of termsOfBlocks(numbers, 2 ** bits)) {
        const ordinals = Array.from(own, (number) => values.subarray(starts[number], starts[number + 1]));
        yield encodeBlock(numbers.join(own), ordinals);
      }
    },
  };
}

/** The numbers of each block's terms, in the order of these. */
export function* termsOfBlocks(terms: TermNumbers, blocks: number): Generator<Uint32Array> {
  const all = Uint32Array.from({ length: terms.size }, (_, number) => number);
  const blockOf = all.map((number) => placeOfHead(terms.headOf(number), blocks));
  const { starts, values } = groupByKey(blockOf, all, blocks);
  for (let block = 0; block < blocks; block += 1) {
    yield values.subarray(starts[block], starts[block + 1]).sort(terms.compare);
  }
}

/** Which of the blocks holds the term. */
export function blockOfTerm(term: string, { first, checksums }: BlockRange): number {
  return first + placeOfHead(Buffer.from(term, 'latin1').readUInt32BE(), checksums.length);
}

/** `head`: a term's first 32 bits. */
function placeOfHead(head: number, blocks: number): number {
  return Math.floor((head * blocks) / 2 ** 32);
}
