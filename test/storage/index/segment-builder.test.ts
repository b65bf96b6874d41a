import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addPostings, emptyBitmap, segmentSize } from '../../../src/storage/index/postings.ts';
import { blockOfTerm, createSegmentBuilder } from '../../../src/storage/index/segment-builder.ts';
import { termOf } from '../../../src/storage/index/term.ts';
import { decodeBlock } from '../../../src/storage/index/term-block.ts';

const rareTerms = 3000;

/** Few terms that many have, and many that few have. */
function termsOfOrdinal(ordinal: number, every: readonly number[]): Set<string> {
  const common = every.flatMap((step) => (ordinal % step === 0 ? [termOf('tags', `every ${step}`)] : []));
  return new Set([...common, termOf('sku', String(ordinal % rareTerms))]);
}

it('each term is found in its block with all its ordinals, and no other term is', () => {
  const steps = fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { maxLength: 4 });
  const sizes = fc.constantFrom(1, 100, 4095, 4096, 10_000, segmentSize);
  fc.assert(
    fc.property(sizes, steps, (size, every) => {
      const builder = createSegmentBuilder();
      for (let ordinal = 0; ordinal < size; ordinal += 1) builder.add(ordinal, termsOfOrdinal(ordinal, every));
      const blocks = [...builder.blocks()].map(decodeBlock);
      const find = (term: string) => {
        return blocks[blockOfTerm(term, { first: 0, checksums: blocks.map(() => 0) })]?.find(term) ?? null;
      };
      for (const step of every) {
        const expected = emptyBitmap();
        for (let ordinal = 0; ordinal < size; ordinal += step) addPostings(expected, Uint16Array.of(ordinal));
        const found = emptyBitmap();
        addPostings(found, find(termOf('tags', `every ${step}`)) ?? new Uint16Array());
        expect(found).toEqual(expected);
      }
      for (const sku of [0, 1, Math.min(size, rareTerms) - 1]) {
        const expected = Array.from({ length: size }, (_, ordinal) => ordinal).filter((one) => one % rareTerms === sku);
        expect([...(find(termOf('sku', String(sku))) ?? [])]).toEqual(expected);
      }
      expect(find(termOf('sku', 'none'))).toBeNull();
      expect(find(termOf('tags', 'every 101'))).toBeNull();
    }),
    { numRuns: 8 },
  );
});
