/** Terms and words that were read back of their blocks make the same blocks again, of all products or of some of them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WordRun } from '../../../src/storage/index/index-manifest.ts';
import { createReadWords, readTerms } from '../../../src/storage/index/known-terms.ts';
import { createSegmentBuilder, type SegmentBuilder } from '../../../src/storage/index/segment-builder.ts';
import { termOf } from '../../../src/storage/index/term.ts';
import { createWordCollector, type WordCollector } from '../../../src/storage/index/word-collector.ts';
import { createMemoryBlocks } from '../../support/memory-blocks.ts';

/** Of one with more products than a list of ordinals holds, a bitmap. */
const sizes = fc.constantFrom(1, 700, 9000);
const termsOfOrdinal = (ordinal: number) => [`all`, `some ${ordinal % 7}`, `own ${ordinal}`];
const languages = ['', 'de'] as const;

const keptOf = (size: number, every: number) =>
  Array.from({ length: size }, (_, ordinal) => ordinal).filter((ordinal) => ordinal % every !== 1);

/** Terms in an order of their own for each product. */
function addTerms(builder: SegmentBuilder, place: number, ordinal: number): void {
  const terms = termsOfOrdinal(ordinal).map((value) => termOf('tags', value));
  builder.add(place, new Set(ordinal % 2 === 0 ? terms : terms.reverse()));
}

it('terms', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 2, max: 5 }), async (size, every) => {
      const [builder, all] = [createSegmentBuilder(), createMemoryBlocks()];
      for (let ordinal = 0; ordinal < size; ordinal += 1) addTerms(builder, ordinal, ordinal);
      const termsOf = await readTerms(await all.writer.write(builder.blocks()), all.readBlocks);
      const [again, anew] = [createSegmentBuilder(), createSegmentBuilder()];
      for (const [place, ordinal] of keptOf(size, every).entries()) {
        again.addKnown(place, termsOf(ordinal));
        addTerms(anew, place, ordinal);
      }
      expect([...again.blocks()]).toEqual([...anew.blocks()]);
    }),
    { numRuns: 6 },
  );
});

function addWords(collector: WordCollector, place: number, ordinal: number): void {
  const words = new Set(termsOfOrdinal(ordinal).map((word) => word.replace(' ', '')));
  // Some have none.
  if (ordinal % 11 !== 3)
    collector.add(
      place,
      languages.map((language) => ({ prefix: `1${language} `, words })),
    );
}

it('words, which a segment may have several runs of', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 2, max: 5 }), async (size, every) => {
      const [collector, all] = [createWordCollector(), createMemoryBlocks()];
      const runs: WordRun[] = [];
      const end = async () => runs.push(...[await collector.write(all.writer, 1)].filter((run) => run !== null));
      for (let ordinal = 0; ordinal < size; ordinal += 1) {
        addWords(collector, ordinal, ordinal);
        if (ordinal % 400 === 399) await end();
      }
      await end();
      const known = createReadWords({ words: [{ ...(runs[0] as WordRun), segment: 0 }, ...runs] }, 1, all.readBlocks);
      const [again, anew] = [createWordCollector(), createWordCollector()];
      for (const [place, ordinal] of keptOf(size, every).entries()) {
        await known.goTo(ordinal);
        again.addKnown(place, known.wordsOf(ordinal));
        addWords(anew, place, ordinal);
      }
      const written = async (one: WordCollector) => {
        const blocks = createMemoryBlocks();
        return { run: await one.write(blocks.writer, 0), contents: blocks.contents };
      };
      expect(await written(again)).toEqual(await written(anew));
    }),
    { numRuns: 6 },
  );
});
