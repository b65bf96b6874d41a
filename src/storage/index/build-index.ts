/**
 * Makes a release its own index: what is listed gets ordinals in the order of the lists, with what it shows by itself, the terms and
 * words of each segment of them become blocks, and so do the orders that lists may be sorted in. Some rows at a time, in the memory
 * of one segment and of what is sorted by, which is kept outside of the heap.
 */
import { formatSlots } from '../../domain/product/product-slots.ts';
import { toShownProduct } from '../documents/product-document.ts';
import type { Engine } from '../engines/engine.ts';
import type { ReleaseOrdinalTable } from '../schema.ts';
import { createFamilies } from './families.ts';
import { formatManifest } from './index-manifest.ts';
import { createIndexParts } from './index-parts.ts';
import { listedRows } from './listed-rows.ts';
import { placeNodes } from './node-tree.ts';
import { createBlockWriter } from './write-blocks.ts';

/** Of what a release holds to be read. One of another format is not read, but rebuilt. */
export const releaseFormat = 7;

export interface BuildIndexOptions {
  readonly releaseId: number;
  /** The release's. */
  readonly languages: readonly string[];
  /** Called again and again: throws when it is not to go on. */
  readonly onProgress?: () => Promise<void>;
}

/** Returns the manifest, which makes the index one when it is written to the release. Nothing of an index is there before. */
export async function buildIndex(engine: Engine, options: BuildIndexOptions): Promise<string> {
  const { releaseId, onProgress } = options;
  const tree = await placeNodes(engine, { releaseId, ...(onProgress && { onProgress }) });
  const writer = createBlockWriter(engine, releaseId, onProgress);
  const parts = createIndexParts(writer, {
    ...{ tree, families: createFamilies(engine, releaseId), releaseLanguages: options.languages },
  });
  let size = 0;
  let writing = Promise.resolve();
  for await (const rows of listedRows(engine, releaseId)) {
    const ordinals: ReleaseOrdinalTable[] = [];
    for (const row of rows) {
      await parts.add(row);
      const slots = formatSlots(toShownProduct(row));
      ordinals.push({ release_id: releaseId, ordinal: size++, sort_key: row.sort_key, slots });
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
