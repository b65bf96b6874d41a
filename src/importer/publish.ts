/**
 * Publishes records that are known to be good: they become releases, and one transaction makes these current together with
 * everything that belongs to them. Readers see the old releases or the new ones, never a mix.
 */
import type { ReleaseStore } from '../domain/release/ports.ts';
import type { CatalogRecord, NodeRecord } from './catalog-record.ts';
import type { ProductRecord } from './product-record.ts';
import { type BuiltRelease, beginRelease } from './release-builder.ts';
import { type SmallRecords, toPublicationRecords } from './to-publication.ts';

export interface CatalogSource {
  readonly catalog: CatalogRecord;
  readonly nodes: readonly NodeRecord[];
  /** Read once, in one pass: a release never has to fit in memory. */
  products(): Iterable<ProductRecord>;
}

export interface RecordSource extends SmallRecords {
  readonly catalogs: readonly CatalogSource[];
}

export interface PublishOptions {
  readonly releases: ReleaseStore;
  readonly now: Date;
  /** Only into a database that has no catalog yet. */
  readonly isFirst?: boolean;
}

/** @throws DomainError CONFLICT when it was to be the first publication, and is not */
export async function publish(source: RecordSource, { releases, now, isFirst = false }: PublishOptions): Promise<void> {
  const built: BuiltRelease[] = [];
  for (const catalog of source.catalogs) built.push(await buildRelease(catalog, releases));
  const catalogs = source.catalogs.map(({ catalog }) => catalog);
  const records = await toPublicationRecords({ ...source, catalogs }, now);
  try {
    await releases.publish({ publishedAt: now.toISOString(), isFirst, releases: built, ...records });
  } catch (error) {
    for (const { releaseId } of built) await releases.discard(releaseId);
    throw error;
  }
}

async function buildRelease(source: CatalogSource, releases: ReleaseStore): Promise<BuiltRelease> {
  const release = await beginRelease(releases, source.catalog.id, () => new Date());
  await release.addNodes(source.nodes);
  for (const record of source.products()) await release.addProduct(record);
  return release.finish();
}
