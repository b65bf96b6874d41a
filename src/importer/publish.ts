/**
 * The write path of the catalog: validated records become releases, complete before one transaction makes them current.
 * Readers see the old releases or the new ones, never a mix; what was begun and not published leaves no trace.
 */
import type { ReleaseStore } from '../domain/stores.ts';
import type { ApplicationKeyRecord } from './application-key-record.ts';
import type { OfferingRecord, PlanRecord } from './billing-record.ts';
import type { CatalogRecord, CatalogRuleRecord, NodeRecord } from './catalog-record.ts';
import type { CustomApiRecord, CustomFieldRecord } from './custom-api-record.ts';
import { createLanguageCount } from './language-count.ts';
import type { ProductRecord } from './product-record.ts';
import { toPublicationRecords } from './to-publication.ts';
import { toReleaseNode, toReleaseProduct } from './to-release.ts';

export interface CatalogSource {
  readonly catalog: CatalogRecord;
  readonly nodes: readonly NodeRecord[];
  /** Read once, in one pass: a release never has to fit in memory. */
  products(): Iterable<ProductRecord>;
}

export interface RecordSource {
  readonly catalogs: readonly CatalogSource[];
  readonly rules: readonly CatalogRuleRecord[];
  readonly offerings: readonly OfferingRecord[];
  readonly plans: readonly PlanRecord[];
  readonly customApis: readonly CustomApiRecord[];
  readonly customFields: readonly CustomFieldRecord[];
  readonly applicationKeys: readonly ApplicationKeyRecord[];
}

export interface PublishOptions {
  readonly releases: ReleaseStore;
  readonly now: Date;
  /** Only into a database that has no catalog yet. */
  readonly isFirst?: boolean;
}

/** A release that was begun this long ago and is not published was left by a process that died. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

/** How many records go to the store at a time: a write transaction stays short, so that readers and others never wait. */
const batchSize = 500;

/** @throws DomainError CONFLICT when it was to be the first publication, and is not */
export async function publish(source: RecordSource, { releases, now, isFirst = false }: PublishOptions): Promise<void> {
  await releases.discardUnpublished(new Date(now.getTime() - abandonedAfterMs).toISOString());
  const publishedAt = now.toISOString();
  const built = [];
  for (const catalog of source.catalogs) built.push(await buildRelease(catalog, releases, publishedAt));
  await releases.publish({ publishedAt, isFirst, releases: built, ...(await toPublicationRecords(source)) });
}

async function buildRelease(source: CatalogSource, releases: ReleaseStore, createdAt: string) {
  const catalogId = source.catalog.id;
  const releaseId = await releases.begin(catalogId, createdAt);
  await releases.addNodes(releaseId, source.nodes.map(toReleaseNode));
  const languages = createLanguageCount();
  // While the store writes a batch, the next one is made.
  let writing = Promise.resolve();
  for (const batch of batches(source.products())) {
    batch.forEach(languages.add);
    const products = batch.map(toReleaseProduct);
    await writing;
    writing = releases.addProducts(releaseId, products);
    // It is awaited above and below; should the source fail in between, that failure is the one to tell.
    writing.catch(() => undefined);
  }
  await writing;
  await releases.seal(releaseId, { languages: languages.list() });
  return { releaseId, catalogId };
}

function* batches<Item>(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
