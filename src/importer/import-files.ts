/**
 * Catalog files → a new release of each catalog that they hold products of, and everything that stands beside them. First
 * everything is checked, and nothing is written when there is a fault; then the releases are built, which nobody sees; then one
 * transaction makes them current. Whatever interrupts it, the store serves what it served before.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { CatalogResource } from '../contract/catalog.ts';
import type { NodeResource } from '../contract/node.ts';
import type { Stores } from '../domain/ports.ts';
import type { StagedProducts } from '../domain/release/staging.ts';
import { abandonedBefore } from './abandoned-releases.ts';
import { type CheckedImport, checkImport } from './check-import.ts';
import { compareReleases, type ReleaseChanges } from './compare-releases.ts';
import type { ImportFault } from './import-faults.ts';
import { toProductRecord } from './records.ts';
import { type BuiltRelease, beginRelease, type ReleaseBuilder } from './release-builder.ts';
import { remarksOn } from './remarks.ts';
import { ofType, toPublishedRecords } from './small-records.ts';
import { openSourceFile } from './source-file.ts';
import { withSurroundings } from './staged-product.ts';
import { toPublicationRecords } from './to-publication.ts';
import { createWalk, type Progress, type WalkRecords } from './walk-records.ts';

export interface ImportOptions {
  /** `-` is standard input. */
  readonly files: readonly string[];
  /** Where products belong that name no catalog; null: wherever it is clear. */
  readonly catalogId: string | null;
  readonly isKeepingGoing: boolean;
  readonly isDryRun: boolean;
  /** How many releases of a catalog are kept, at the least the current one. */
  readonly keptReleases: number;
  readonly stores: Pick<Stores, 'catalogs' | 'subscriptions' | 'customFields' | 'releases'>;
  readonly stdin: Readable;
  /** Aborted, it ends the import without a trace; its reason is what is thrown. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly now: () => Date;
}

export interface ImportReport {
  readonly recordCount: number;
  readonly faults: readonly ImportFault[];
  /** What is imported otherwise than its record may have meant. */
  readonly remarks: readonly ImportFault[];
  /** Nothing was written: there are faults, or it was a dry run. */
  readonly isPublished: boolean;
  readonly releases: readonly BuiltRelease[];
  /** Of a dry run: what each catalog's new release would change. */
  readonly changes: readonly ReleaseChanges[];
  /** Other records by type, all of them new or in the place of those with the same id. */
  readonly otherRecords: Readonly<Record<string, number>>;
  readonly retiredReleaseIds: readonly string[];
}

/** @throws ImportError, or DomainError UNAVAILABLE when the store can't be reached */
export async function importFiles(options: ImportOptions): Promise<ImportReport> {
  const { files, stores, stdin, signal, onProgress, isDryRun, isKeepingGoing } = options;
  const directory = await mkdtemp(join(tmpdir(), 'gateway-import-'));
  const staged = await stores.releases.stageProducts(join(directory, 'staged.db'));
  try {
    const sources = [];
    for (const file of files) sources.push(await openSourceFile(file, directory, stdin));
    const walk = createWalk(sources, signal, onProgress);
    const checked = await checkImport({ ...options, walk, staged, withDigests: isDryRun });
    const { recordCount, faults, kept } = checked;
    const remarks = kept.flatMap(remarksOn);
    const otherRecords = countByType(kept.map(({ record }) => record));
    const report = { recordCount, faults, remarks, otherRecords, releases: [], changes: [], retiredReleaseIds: [] };
    if (checked.isUnreadable || (faults.length > 0 && !isKeepingGoing)) return { ...report, isPublished: false };
    if (isDryRun) {
      const changes = await compareReleases({ checked, staged, stores, nodesOf: (id) => nodesOf(id, checked) });
      return { ...report, changes, isPublished: false };
    }
    const releases = await buildAndPublish(options, checked, staged, walk);
    return { ...report, releases, isPublished: true, retiredReleaseIds: await retireOlder(options, releases) };
  } finally {
    staged.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function buildAndPublish(
  { stores: { releases, catalogs }, now, onProgress, signal }: ImportOptions,
  checked: CheckedImport,
  staged: StagedProducts,
  walk: WalkRecords,
): Promise<BuiltRelease[]> {
  await releases.discardAbandoned(abandonedBefore(now()));
  const builders = new Map<string, ReleaseBuilder>();
  try {
    for (const catalogId of checked.productCatalogIds) {
      const builder = await beginRelease(releases, catalogId, now);
      builders.set(catalogId, builder);
      await builder.addNodes(nodesOf(catalogId, checked));
    }
    await walk('loading', (sequence, read) => {
      if (!('value' in read) || staged.isLeftOut(sequence)) return undefined;
      const record = toProductRecord(read.value);
      if (!record) return undefined;
      const catalogId = (record.meta?.catalog_id || checked.unnamedCatalogId) ?? '';
      const builder = builders.get(catalogId);
      return builder?.addProduct(withSurroundings(record, { staged, sequence, catalogId }), record);
    });
    onProgress({ phase: 'finishing', records: checked.recordCount, bytesRead: 1, bytesTotal: 1 });
    const built: BuiltRelease[] = [];
    for (const builder of builders.values()) built.push(await builder.finish());
    signal.throwIfAborted();
    const records = toPublishedRecords(checked.kept);
    const known = await catalogs.getDirectory();
    const described = [...records.catalogs, ...checked.newCatalogs].map((record) =>
      withCreation(record, known.catalogs),
    );
    const publication = await toPublicationRecords({ ...records, catalogs: described }, now().toISOString());
    await releases.publish({ publishedAt: now().toISOString(), isFirst: false, releases: built, ...publication });
    return built;
  } catch (error) {
    for (const builder of builders.values()) await builder.discard();
    throw error;
  }
}

/** Nodes that name no catalog belong to every one. */
function nodesOf(catalogId: string, { kept }: CheckedImport): NodeResource[] {
  const nodes = ofType(kept, 'node').map(({ record }) => record);
  return nodes.filter(({ meta }) => !meta?.catalog_id || meta.catalog_id === catalogId);
}

/** A catalog that does not say when it was created keeps what the store knows. */
function withCreation(
  record: CatalogResource,
  known: readonly { readonly id: string; readonly createdAt: string }[],
): CatalogResource {
  const created_at = record.attributes.created_at ?? known.find(({ id }) => id === record.id)?.createdAt ?? null;
  return { ...record, attributes: { ...record.attributes, created_at } };
}

async function retireOlder(
  { stores: { releases }, keptReleases }: ImportOptions,
  built: readonly BuiltRelease[],
): Promise<string[]> {
  const all = await releases.list();
  const retired: string[] = [];
  for (const { catalogId } of built) {
    const ofCatalog = all.filter((release) => release.catalogId === catalogId && !release.isRetired);
    for (const { id } of ofCatalog.slice(Math.max(1, keptReleases)).filter(({ isCurrent }) => !isCurrent)) {
      await releases.retire(id);
      retired.push(id);
    }
  }
  return retired;
}

function countByType(records: readonly { readonly type: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of records) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
