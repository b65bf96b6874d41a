/**
 * The write path of the catalog: records become a release, complete before anybody sees it. Records come one at a time, in
 * any order, so that a release never has to fit in memory.
 */

import type { NodeResource } from '../contract/node.ts';
import type { ProductResource } from '../contract/product/product.ts';
import type { Publication, ReleaseProduct, ReleaseStore } from '../domain/release/ports.ts';
import { touchEveryMs } from './abandoned-releases.ts';
import { createContentDigest } from './content-digest.ts';
import { createLanguageCount } from './language-count.ts';
import { toReleaseNode, toReleaseProduct } from './to-release.ts';

export interface ReleaseBuilder {
  /** Resolves when the next record may come. `read`: the record as it was read, where it is another one. */
  addProduct(record: ProductResource, read?: ProductResource): Promise<void> | undefined;
  addNodes(records: readonly NodeResource[]): Promise<void>;
  /** Seals the release: it is ready to be made current. */
  finish(): Promise<BuiltRelease>;
  /** Removes it, whatever it holds so far. */
  discard(): Promise<void>;
}

export type BuiltRelease = Publication['releases'][number] & {
  readonly products: number;
  readonly nodes: number;
  readonly digest: string;
};

/** How many products go to the store at a time: many, for each time costs several round trips; a page of memory, for each waits. */
const batchSize = 2500;

export async function beginRelease(
  releases: ReleaseStore,
  catalogId: string,
  now: () => Date,
): Promise<ReleaseBuilder> {
  let touchedAt = now();
  const releaseId = await releases.begin(catalogId, touchedAt.toISOString());
  const languages = createLanguageCount();
  const content = createContentDigest();
  let batch: ReleaseProduct[] = [];
  let writing = Promise.resolve();
  let products = 0;
  let nodes = 0;

  /** While the store writes a batch, the next one is made. */
  async function flush(): Promise<void> {
    const rows = batch;
    batch = [];
    await writing;
    writing = releases.addProducts(releaseId, rows);
    // It is awaited before the next batch and at the end; should the source fail before, that failure is the one to tell.
    writing.catch(() => undefined);
    if (now().getTime() - touchedAt.getTime() < touchEveryMs) return;
    touchedAt = now();
    await releases.touch(releaseId, touchedAt.toISOString());
  }

  return {
    addProduct(record, read = record) {
      languages.add(record);
      products += 1;
      const row = toReleaseProduct(record, read);
      content.add(row.digest);
      return batch.push(row) === batchSize ? flush() : undefined;
    },

    async addNodes(records) {
      for (const record of records) languages.add(record);
      const rows = records.map(toReleaseNode);
      for (const { digest } of rows) content.add(digest);
      nodes += rows.length;
      for (let start = 0; start < rows.length; start += batchSize) {
        await releases.addNodes(releaseId, rows.slice(start, start + batchSize));
      }
    },

    async finish() {
      await flush();
      await writing;
      const digest = content.toString();
      await releases.seal(releaseId, { languages: languages.list(), digest });
      return { releaseId, catalogId, products, nodes, digest };
    },

    async discard() {
      await writing.catch(() => undefined);
      await releases.discard(releaseId);
    },
  };
}
