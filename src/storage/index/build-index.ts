/**
 * Makes a release its own index: what is listed gets ordinals in the order of the lists, with what it shows by itself, the terms and
 * words of each segment of them become blocks, and so do the orders that lists may be sorted in. Some rows at a time, in the memory
 * of one segment and of what is sorted by, which is kept outside of the heap.
 */
import { formatSlots } from '../../domain/product/product-slots.ts';
import type { CopiedFrom } from '../../domain/release/ports.ts';
import { toShownProduct } from '../documents/product-document.ts';
import type { Engine } from '../engines/engine.ts';
import type { ReleaseOrdinalTable } from '../schema.ts';
import { type KnownProduct, openEarlierIndex } from './earlier-index.ts';
import { createFamilies } from './families.ts';
import { DamagedIndex, formatManifest } from './index-manifest.ts';
import { createIndexParts } from './index-parts.ts';
import { type ListedRow, listedRows } from './listed-rows.ts';
import { type NodeTree, placeNodes } from './node-tree.ts';
import { removeIndex } from './remove-index.ts';
import { withKnown } from './with-known.ts';
import { createBlockWriter } from './write-blocks.ts';

/** Of what a release holds to be read. One of another format is not read, but rebuilt. */
export const releaseFormat = 7;

export interface BuildIndexOptions {
  readonly releaseId: number;
  /** The release's. */
  readonly languages: readonly string[];
  /** What of it another release has, whose index may be good for something. */
  readonly copied?: CopiedFrom | null;
  /** Called again and again: throws when it is not to go on. */
  readonly onProgress?: () => Promise<void>;
}

/** Returns the manifest, which makes the index one when it is written to the release. Nothing of an index is there before. */
export async function buildIndex(engine: Engine, options: BuildIndexOptions): Promise<string> {
  const { releaseId, languages, copied = null, onProgress } = options;
  const tree = await placeNodes(engine, { releaseId, ...(onProgress && { onProgress }) });
  if (copied !== null) {
    try {
      const known = await openEarlierIndex(engine, { copied, tree, languages, format: releaseFormat });
      if (known)
        return await writeIndex(engine, options, { tree, products: withKnown(engine, { releaseId, copied, known }) });
    } catch (error) {
      // The documents hold everything that any index was made of.
      if (!(error instanceof DamagedIndex)) throw error;
      await removeIndex(engine, releaseId);
    }
  }
  return writeIndex(engine, options, { tree, products: listedRows(engine, { releaseId, otherIds: null }) });
}

interface Indexed {
  readonly tree: NodeTree;
  /** In the order of the lists. */
  readonly products: AsyncIterable<readonly (ListedRow | KnownProduct)[]>;
}

async function writeIndex(engine: Engine, options: BuildIndexOptions, { tree, products }: Indexed): Promise<string> {
  const { releaseId, onProgress } = options;
  const writer = createBlockWriter(engine, releaseId, onProgress);
  const parts = createIndexParts(writer, {
    ...{ tree, families: createFamilies(engine, releaseId), releaseLanguages: options.languages },
  });
  let size = 0;
  let writing = Promise.resolve();
  for await (const some of products) {
    const ordinals: ReleaseOrdinalTable[] = [];
    for (const product of some) {
      await parts.add(product);
      const slots = 'slots' in product ? product.slots : formatSlots(toShownProduct(product));
      ordinals.push({ release_id: releaseId, ordinal: size++, sort_key: product.sort_key, slots });
    }
    await writing;
    writing = engine.insertRows([{ table: 'release_ordinal', rows: ordinals }]);
    // It is awaited with the next ones. Should these fail before, that failure is the one to tell.
    writing.catch(() => undefined);
    await onProgress?.();
  }
  await writing;
  return formatManifest(await parts.end());
}
