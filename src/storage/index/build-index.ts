/**
 * Makes a release its own index: what is listed gets ordinals in the order of the lists, with what it shows by itself, the terms and
 * words of each segment of them become blocks, and so do the orders that lists may be sorted in. Some rows at a time, in the memory
 * of one segment and of what is sorted by, which is kept outside of the heap.
 */
import type { CopiedFrom } from '../../domain/release/ports.ts';
import type { Engine } from '../engines/engine.ts';
import type { ReleaseOrdinalTable } from '../schema.ts';
import { copyOrdinals, type OrdinalCopies } from './copy-ordinals.ts';
import { type EarlierIndex, type KnownProduct, openEarlierIndex } from './earlier-index.ts';
import { createFamilies } from './families.ts';
import { DamagedIndex, formatManifest, type IndexManifest } from './index-manifest.ts';
import { createIndexParts, type IndexParts } from './index-parts.ts';
import { createIndexThread, type IndexThread } from './index-thread.ts';
import type { IndexedRow } from './indexed-rows.ts';
import { countProducts, listedRows, listSortKeys, type ProductCounts } from './listed-rows.ts';
import { type NodeTree, placeNodes } from './node-tree.ts';
import { sourcesOf } from './product-sources.ts';
import { removeIndex } from './remove-index.ts';
import { withKnown } from './with-known.ts';
import { createBlockWriter } from './write-blocks.ts';

export interface BuildIndexOptions {
  readonly releaseId: number;
  /** The release's. */
  readonly languages: readonly string[];
  /** The products that are copied from another release, whose index may be reused for them; null: there are none. */
  readonly copied: Copied | null;
  /** Whether a second thread is worth its memory, because somebody waits for the index. */
  readonly isBeside: boolean;
  /** Called again and again: throws when it is not to go on. */
  readonly onProgress: () => Promise<void>;
}

/** At first the release has only parents, and products that the other release does not have. */
export interface Copied extends CopiedFrom {
  /** Copies the rest, while the index is made. */
  readonly complete: () => Promise<void>;
}

export interface BuiltIndex {
  /** The index counts as built when this is written to the release. */
  readonly manifest: string;
  /** Of the release. */
  readonly counts: ProductCounts;
}

/** The release must have no index, nor parts of one. */
export async function buildIndex(engine: Engine, options: BuildIndexOptions): Promise<BuiltIndex> {
  const indexThread = createIndexThread(options);
  try {
    return await build(engine, { ...options, indexThread });
  } finally {
    await indexThread.close();
  }
}

interface Build extends BuildIndexOptions {
  readonly indexThread: IndexThread;
}

async function build(engine: Engine, options: Build): Promise<BuiltIndex> {
  const { releaseId, copied, indexThread } = options;
  const tree = await placeNodes(engine, options);
  const built = copied && (await writeCopied(engine, { ...options, copied }, tree));
  if (built) return built;
  const products = listedRows(engine, { releaseId, sortKeys: null, indexThread });
  const manifest = await writeIndex(engine, options, { tree, products, earlier: null });
  return { manifest: formatManifest(manifest), counts: await countProducts(engine, releaseId) };
}

/** Null: the earlier index can't be used, and the index must be built from documents. All products have been copied then. */
async function writeCopied(
  engine: Engine,
  options: Build & { readonly copied: Copied },
  tree: NodeTree,
): Promise<BuiltIndex | null> {
  const { releaseId, languages, copied, indexThread } = options;
  const sortKeys = await listSortKeys(engine, releaseId);
  const copying = copied.complete();
  // It is awaited below, unless something else fails first: then that failure is thrown.
  copying.catch(() => undefined);
  try {
    const earlier = await openEarlierIndex(engine, { copied, tree, languages });
    if (earlier) {
      const products = withKnown(earlier.products(), listedRows(engine, { releaseId, sortKeys, indexThread }));
      const manifest = await writeIndex(engine, options, { tree, products, earlier });
      await copying;
      const counts = await countProducts(engine, releaseId);
      if (manifest.size === counts.listed) return { manifest: formatManifest(manifest), counts };
      throw new DamagedIndex(Number(copied.releaseId), 'it has not the products that were copied');
    }
  } catch (error) {
    // The index can be built from documents instead.
    if (!(error instanceof DamagedIndex)) throw error;
    await removeIndex(engine, releaseId);
  }
  await copying;
  return null;
}

interface Indexed {
  readonly tree: NodeTree;
  /** In the order of the lists. */
  readonly products: AsyncIterable<readonly (IndexedRow | KnownProduct)[]>;
  /** The index that some of them are known from. */
  readonly earlier: EarlierIndex | null;
}

async function writeIndex(
  engine: Engine,
  options: Build,
  { tree, products, earlier }: Indexed,
): Promise<IndexManifest> {
  const { releaseId, languages, copied, onProgress } = options;
  const writer = createBlockWriter(engine, releaseId, onProgress);
  const parts = createIndexParts(writer, {
    ...{ tree, families: createFamilies(engine, releaseId, sourcesOf(releaseId, copied)), releaseLanguages: languages },
    earlier,
  });
  const copies = earlier && copyOrdinals(engine, { from: earlier.releaseId, to: releaseId });
  try {
    await writeProducts(engine, options, { products, parts, copies });
    const manifest = await parts.end();
    await copies?.end();
    return manifest;
  } catch (error) {
    await copies?.settle();
    throw error;
  }
}

interface Written extends Pick<Indexed, 'products'> {
  readonly parts: IndexParts;
  /** Of those that are known. */
  readonly copies: OrdinalCopies | null;
}

async function writeProducts(
  engine: Engine,
  { releaseId, onProgress }: Build,
  { products, parts, copies }: Written,
): Promise<void> {
  let size = 0;
  let writing = Promise.resolve();
  try {
    for await (const some of products) {
      const ordinals: ReleaseOrdinalTable[] = [];
      for (const product of some) {
        const ordinal = size++;
        await parts.add(product);
        if ('ordinal' in product) copies?.add(product.ordinal, ordinal);
        else ordinals.push({ release_id: releaseId, ordinal, sort_key: product.sort_key, ...product.shown });
      }
      await writing;
      writing = engine.insertRows([{ table: 'release_ordinal', rows: ordinals }]);
      writing.catch(() => undefined);
      await onProgress();
    }
    await writing;
  } finally {
    // The release may be removed next, and rows written later would stay. If something else failed first, that failure is thrown.
    await writing.catch(() => undefined);
  }
}
