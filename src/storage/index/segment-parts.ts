/** The terms and words of products, one after the other in the order of the lists: those of a segment are written as soon as it is whole. */
import type { BlockRange, IndexManifest, WordRun } from './index-manifest.ts';
import type { Chosen } from './known-terms.ts';
import { segmentSize } from './postings.ts';
import type { WordsOfField } from './product-words.ts';
import { createSegmentBuilder } from './segment-builder.ts';
import { createWordCollector } from './word-collector.ts';
import type { BlockWriter } from './write-blocks.ts';

export interface SegmentParts {
  add(terms: ReadonlySet<string>, words: readonly WordsOfField[]): Promise<void>;
  /** Of a product that another index knows. */
  addKnown(terms: Chosen<Buffer>, words: Chosen<readonly string[]>): Promise<void>;
  /** When all have been added. */
  end(): Promise<Pick<IndexManifest, 'segments' | 'words'>>;
}

export function createSegmentParts(writer: BlockWriter): SegmentParts {
  const words = createWordCollector();
  const segments: BlockRange[] = [];
  const wordRuns: WordRun[] = [];
  let terms = createSegmentBuilder();
  let size = 0;

  async function endWords(ofSegment: number): Promise<void> {
    const run = await words.write(writer, ofSegment);
    if (run) wordRuns.push(run);
  }

  async function endSegment(): Promise<void> {
    segments.push(await writer.write(terms.blocks()));
    terms = createSegmentBuilder();
    await endWords(segments.length - 1);
  }

  async function endProduct(): Promise<void> {
    size += 1;
    if (size % segmentSize === 0) await endSegment();
    else if (words.isFull) await endWords(segments.length);
  }

  return {
    add(ownTerms, ownWords) {
      terms.add(size % segmentSize, ownTerms);
      words.add(size % segmentSize, ownWords);
      return endProduct();
    },

    addKnown(knownTerms, knownWords) {
      terms.addKnown(size % segmentSize, knownTerms);
      words.addKnown(size % segmentSize, knownWords);
      return endProduct();
    },

    async end() {
      if (size % segmentSize !== 0) await endSegment();
      return { segments, words: wordRuns };
    },
  };
}
