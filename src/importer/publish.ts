/**
 * Publishes records that are known to be good: they become releases, and one transaction makes these current together with
 * everything that belongs to them. Readers see the old releases or the new ones, never a mix.
 */
import type { ApplicationKeyRecord } from '../contract/application-key.ts';
import type { CatalogRecord } from '../contract/catalog.ts';
import type { CatalogRuleRecord } from '../contract/catalog-rule.ts';
import type { CustomApiRecord } from '../contract/custom-api.ts';
import type { CustomFieldRecord } from '../contract/custom-field.ts';
import type { FileResource } from '../contract/file.ts';
import type { NodeResource } from '../contract/node.ts';
import type { OfferingRecord } from '../contract/offering.ts';
import type { PlanRecord } from '../contract/plan.ts';
import type { ProductResource } from '../contract/product/product.ts';
import { resources } from '../contract/resources.ts';
import type { ReleaseStore } from '../domain/release/ports.ts';
import { whileBuilding } from './abandoned-releases.ts';
import { discardEach } from './discard-each.ts';
import { type BuiltRelease, beginRelease, type ReleaseBuilder } from './release-builder.ts';
import { type PublishedRecords, toPublicationRecords } from './to-publication.ts';
import { toLoadedProduct } from './to-release.ts';

export interface CatalogSource {
  readonly catalog: CatalogRecord;
  readonly nodes: readonly NodeResource[];
  /** Read once, in one pass: a release never has to fit in memory. */
  products(): Iterable<ProductResource>;
}

export interface RecordSource {
  readonly catalogs: readonly CatalogSource[];
  readonly rules: readonly CatalogRuleRecord[];
  /** A link that begins with `/` leads to the gateway itself. */
  readonly files: readonly FileResource[];
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

/** @throws DomainError CONFLICT when it was to be the first publication, and is not */
export async function publish(source: RecordSource, { releases, now, isFirst = false }: PublishOptions): Promise<void> {
  const begun: ReleaseBuilder[] = [];
  try {
    const built = await buildReleases(source, releases, begun);
    const records = await toPublicationRecords(toAccepted(source), now.toISOString());
    await releases.publish({ publishedAt: now.toISOString(), isFirst, releases: built, ...records });
  } catch (error) {
    await discardEach(begun, (release) => release.discard());
    throw error;
  }
}

async function buildReleases(
  { catalogs }: RecordSource,
  releases: ReleaseStore,
  begun: ReleaseBuilder[],
): Promise<BuiltRelease[]> {
  const now = () => new Date();
  const ids = () => begun.map(({ releaseId }) => releaseId);
  return whileBuilding({ releases, ids }, async () => {
    const built: BuiltRelease[] = [];
    for (const source of catalogs) {
      const release = await beginRelease(releases, { catalogId: source.catalog.id, basedOn: null, now });
      begun.push(release);
      built.push(await buildRelease(source, release));
    }
    return built;
  });
}

async function buildRelease(source: CatalogSource, release: ReleaseBuilder): Promise<BuiltRelease> {
  await release.addNodes(source.nodes.map((record, position) => ({ record: resources.node.accept(record), position })));
  let position = 0;
  for (const record of source.products()) {
    const origin = { digest: null, addedMembers: null, position };
    await release.addProduct(toLoadedProduct(resources.product.accept(record), origin));
    position += 1;
  }
  return release.finish();
}

function toAccepted(source: RecordSource): PublishedRecords {
  return {
    catalogs: source.catalogs.map(({ catalog }) => resources.catalog.accept(catalog)),
    rules: source.rules.map(resources.catalog_rule.accept),
    files: source.files,
    offerings: source.offerings.map(resources.subscription_offering.accept),
    plans: source.plans.map(resources.subscription_plan.accept),
    customApis: source.customApis.map(resources.custom_api.accept),
    customFields: source.customFields.map(resources.custom_field.accept),
    applicationKeys: source.applicationKeys.map(resources.application_key.accept),
  };
}
