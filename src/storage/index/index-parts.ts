/** What an index is made of: it takes one product after the other, and writes the blocks of a segment as soon as that is whole. */

import type { EarlierIndex, KnownProduct } from './earlier-index.ts';
import { createEarlierOrders } from './earlier-orders.ts';
import { createFacetParts } from './facet-parts.ts';
import type { Families } from './families.ts';
import type { IndexManifest } from './index-manifest.ts';
import type { ListedRow } from './listed-rows.ts';
import { createMatchLocalisation } from './match-localisation.ts';
import type { NodeTree } from './node-tree.ts';
import { createProductOrders } from './product-orders.ts';
import { nameLanguages, termsOf } from './product-terms.ts';
import { createProductWords } from './product-words.ts';
import { createSegmentParts } from './segment-parts.ts';
import { collectSlotChecksums } from './slot-checksums.ts';
import { termOf } from './term.ts';
import type { BlockWriter } from './write-blocks.ts';

export interface IndexParts {
  /** In the order of the lists; `checksum`: of what it shows. */
  add(product: ListedRow | KnownProduct, checksum: number): Promise<void>;
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
  const wordsOf = createProductWords({ languages: releaseLanguages, matchLocalisation });
  const segments = createSegmentParts(writer);
  const facets = createFacetParts(families);
  const checksums = collectSlotChecksums();
  let size = 0;

  function addListed(row: ListedRow): Promise<void> {
    const found = wordsOf(row);
    const terms = termsOf(row, { tree, languages });
    for (const language of found.languages) terms.add(termOf('localised in', language));
    facets.add(size, { ...row, parent: row.is_base === 1 ? row : null });
    orders.add({ ...row, createdAt: row.resource.attributes.created_at ?? null });
    return segments.add(terms, found.words);
  }

  function addKnown(product: KnownProduct): Promise<void> {
    for (const language of nameLanguages(product)) languages.add(language);
    facets.add(size, { ...product, parent: null });
    orders.add(product);
    known?.add(product.ordinal, size);
    return segments.addKnown(product.terms, product.words);
  }

  return {
    async add(product, checksum) {
      checksums.add(checksum);
      await ('ordinal' in product ? addKnown(product) : addListed(product));
      size += 1;
    },

    async end() {
      return {
        ...{ size, languages: [...languages].sort() },
        ...(await segments.end()),
        orders: await orders.write(writer, known),
        facets: await facets.write(writer, size),
        slots: await checksums.write(writer),
      };
    },
  };
}
