/** What an index is made of: it takes one product after the other, and writes the blocks of a segment as soon as that is whole. */
import type { EarlierIndex, KnownProduct } from './earlier-index.ts';
import { createEarlierOrders } from './earlier-orders.ts';
import { createFacetParts } from './facet-parts.ts';
import type { Families } from './families.ts';
import { type IndexManifest, indexing } from './index-manifest.ts';
import type { IndexedRow } from './indexed-rows.ts';
import { createMatchLocalisation } from './match-localisation.ts';
import type { NodeTree } from './node-tree.ts';
import { createProductOrders } from './product-orders.ts';
import { nameLanguages, nodeTerms } from './product-terms.ts';
import { createSegmentParts } from './segment-parts.ts';
import { collectSlotChecksums } from './slot-checksums.ts';
import type { BlockWriter } from './write-blocks.ts';

export interface IndexParts {
  /** In the order of the lists. */
  add(product: IndexedRow | KnownProduct): Promise<void>;
  /** When all have been added. */
  end(): Promise<IndexManifest>;
}

export interface IndexPartsOptions {
  readonly tree: NodeTree;
  readonly families: Families;
  /** Those that the release has texts in. */
  readonly releaseLanguages: readonly string[];
  /** What known products are from; null: none are. */
  readonly earlier: EarlierIndex | null;
}

export function createIndexParts(
  writer: BlockWriter,
  { tree, families, releaseLanguages, earlier }: IndexPartsOptions,
): IndexParts {
  const languages = new Set<string>();
  const matchLocalisation = createMatchLocalisation();
  const orders = createProductOrders(releaseLanguages, matchLocalisation);
  const known = earlier && createEarlierOrders(earlier);
  const segments = createSegmentParts(writer);
  const facets = createFacetParts(families);
  const checksums = collectSlotChecksums();
  let size = 0;

  function addListed(row: IndexedRow): Promise<void> {
    for (const term of nodeTerms(row.nodeIds, tree)) row.terms.add(term);
    for (const language of row.nameLanguages) languages.add(language);
    facets.add(size, row);
    orders.add(row);
    const added = segments.add(row.terms, row.words.splice(0));
    // A product of megabytes has as many: they must not be in memory with those of the next one.
    row.terms.clear();
    return added;
  }

  function addKnown(product: KnownProduct): Promise<void> {
    for (const language of nameLanguages(product)) languages.add(language);
    facets.add(size, { ...product, parent: null });
    orders.add(product);
    known?.add(product.ordinal, size);
    return segments.addKnown(product.terms, product.words);
  }

  return {
    async add(product) {
      checksums.add(product);
      await ('ordinal' in product ? addKnown(product) : addListed(product));
      size += 1;
    },

    async end() {
      return {
        ...{ size, languages: [...languages].sort(), indexing },
        ...(await segments.end()),
        orders: await orders.write(writer, known),
        ...(await facets.write(writer, size)),
        ...(await checksums.write(writer)),
      };
    },
  };
}
