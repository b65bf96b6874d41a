/** What an index is made of: it takes one product after the other, and writes the blocks of a segment as soon as that is whole. */

import { createFacetParts } from './facet-parts.ts';
import type { Families } from './families.ts';
import type { BlockRange, IndexManifest, WordRun } from './index-manifest.ts';
import type { ListedRow } from './listed-rows.ts';
import { createMatchLocalisation } from './match-localisation.ts';
import type { NodeTree } from './node-tree.ts';
import { segmentSize } from './postings.ts';
import { createProductOrders } from './product-orders.ts';
import { termsOf } from './product-terms.ts';
import { createProductWords } from './product-words.ts';
import { createSegmentBuilder } from './segment-builder.ts';
import { termOf } from './term.ts';
import { createWordCollector } from './word-collector.ts';
import type { BlockWriter } from './write-blocks.ts';

export interface IndexParts {
  /** In the order of the lists. */
  add(row: ListedRow): Promise<void>;
  /** When all have been added. */
  end(): Promise<IndexManifest>;
}

export interface IndexPartsOptions {
  readonly tree: NodeTree;
  readonly families: Families;
  /** Those that the release has texts in. */
  readonly releaseLanguages: readonly string[];
}

export function createIndexParts(
  writer: BlockWriter,
  { tree, families, releaseLanguages }: IndexPartsOptions,
): IndexParts {
  const languages = new Set<string>();
  const matchLocalisation = createMatchLocalisation();
  const orders = createProductOrders(releaseLanguages, matchLocalisation);
  const wordsOf = createProductWords({ languages: releaseLanguages, matchLocalisation });
  const words = createWordCollector();
  const facets = createFacetParts(families);
  const segments: BlockRange[] = [];
  const wordRuns: WordRun[] = [];
  let segment = createSegmentBuilder();
  let size = 0;

  async function endWords(ofSegment: number): Promise<void> {
    const run = await words.write(writer, ofSegment);
    if (run) wordRuns.push(run);
  }

  async function endSegment(): Promise<void> {
    segments.push(await writer.write(segment.blocks()));
    segment = createSegmentBuilder();
    await endWords(segments.length - 1);
  }

  return {
    async add(row) {
      const found = wordsOf(row);
      const terms = termsOf(row, { tree, languages });
      for (const language of found.languages) terms.add(termOf('localised in', language));
      segment.add(size % segmentSize, terms);
      facets.add(size, row);
      words.add(size % segmentSize, found.words);
      orders.add({ ...row, createdAt: row.resource.attributes.created_at ?? null });
      size += 1;
      if (size % segmentSize === 0) await endSegment();
      else if (words.isFull) await endWords(segments.length);
    },

    async end() {
      if (size % segmentSize !== 0) await endSegment();
      return {
        ...{ size, languages: [...languages].sort(), segments, words: wordRuns },
        orders: await orders.write(writer),
        facets: await facets.write(writer, size),
      };
    },
  };
}
