/**
 * Catalog files → a new release of each catalog that they hold products of, and everything that stands beside them. First
 * everything is checked, and nothing is written when there is a fault; then the releases are built, which nobody sees; then one
 * transaction makes them current. Whatever interrupts it, the store serves what it served before.
 */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DomainError } from '../domain/errors.ts';
import type { Stores } from '../domain/ports.ts';
import { OutcomeUnknown } from '../domain/transactions.ts';
import { type BuiltImport, buildReleases } from './build-releases.ts';
import { type CheckedImport, checkImport } from './check-import.ts';
import { compareReleases, type ReleaseChanges } from './compare-releases.ts';
import { discardEach } from './discard-each.ts';
import { createFaultLog, type FaultGroup } from './fault-log.ts';
import { giveNotice } from './give-notice.ts';
import { expectCatalogId, type ImportRules } from './import-catalogs.ts';
import { ImportError } from './import-error.ts';
import type { ImportFault } from './import-faults.ts';
import { createProductThread, type ProductThread } from './product-thread.ts';
import type { BuiltRelease } from './release-builder.ts';
import { remarksOn } from './remarks.ts';
import type { KnownStores } from './small-record-faults.ts';
import { listSourceFiles, openSourceFile } from './source-file.ts';
import { inTemporaryFolder } from './temporary-folder.ts';
import type { UnusedRecords } from './unused-records.ts';
import { createWalk, type Progress } from './walk-records.ts';

export interface ImportOptions extends ImportRules {
  /** Files and folders; `-` is standard input. */
  readonly files: readonly string[];
  readonly isDryRun: boolean;
  /** How many releases of a catalog are kept, at the least the current one. */
  readonly keptReleases: number;
  /** How long before they are current the releases are announced, at the most; absent: they are not. */
  readonly noticeMs?: number;
  readonly stores: KnownStores & Pick<Stores, 'releases'>;
  readonly stdin: Readable;
  /** Aborted, it ends the import without a trace; its reason is what is thrown. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly now: () => Date;
  /** Ended with the import. Absent: there is one where the files are large. */
  readonly productThread?: ProductThread;
}

export interface RetiredReleases {
  readonly retiredReleaseIds: readonly string[];
  /** Why not all that are more than are kept could be removed; null: they were. What was published is published all the same. */
  readonly retirementProblem: string | null;
}

export interface ImportReport extends RetiredReleases {
  readonly recordCount: number;
  /** The first thousand. */
  readonly faults: readonly ImportFault[];
  readonly faultCount: number;
  /** All faults, by what they say. */
  readonly faultGroups: readonly FaultGroup[];
  /** What is imported otherwise than its record may have meant: the first thousand. */
  readonly remarks: readonly ImportFault[];
  readonly remarkCount: number;
  /** Records that the gateway has no use for. */
  readonly unused: readonly UnusedRecords[];
  /** Records that stand in the files again, each counted. */
  readonly repeatedCount: number;
  /** Files of the folders whose names are not those of records. */
  readonly otherFiles: readonly string[];
  /** Nothing was written: there are faults, or it was a dry run. */
  readonly isPublished: boolean;
  /** Why not even what is not faulty could be, where faulty records are left out and no fault says it. */
  readonly refusal: string | null;
  readonly releases: readonly BuiltRelease[];
  /** Of a dry run: what each catalog's new release would change. */
  readonly changes: readonly ReleaseChanges[];
  /** Other records by type, all of them new or in the place of those with the same id. */
  readonly otherRecords: Readonly<Record<string, number>>;
}

/** @throws ImportError, or DomainError UNAVAILABLE when the store can't be reached, CONFLICT when what is added to is not current any more */
export async function importFiles(options: ImportOptions): Promise<ImportReport> {
  const { report, built } = await prepareImport(options);
  // What prints them may have failed: of changes alone there may be none.
  if (report.recordCount + report.faultCount === 0 && !options.isIntoCurrent) {
    throw new ImportError('The files hold no records, so that nothing was written.');
  }
  if (!built) return report;
  const { noticeMs = 0, signal, stores } = options;
  const { releases } = stores;
  try {
    const publishedAt = options.now().toISOString();
    const announced = built.releases.map(({ releaseId }) => ({ releaseId, publishedAt }));
    const onNotice = () =>
      options.onProgress({ phase: 'announcing', records: report.recordCount, bytesRead: 1, bytesTotal: 1 });
    await giveNotice(announced, { releases, noticeMs, signal, onNotice });
    await releases.publish({ publishedAt, isFirst: false, releases: built.releases, ...built.records });
  } catch (error) {
    await expectPublished(built.releases, releases, error);
  }
  const retired = await retireOlder(options, built.releases);
  return {
    ...report,
    releases: built.releases,
    isPublished: built.releases.length + report.recordCount > 0,
    ...retired,
  };
}

/**
 * Where it was only the answer to their publication that was lost, they stay; or else they are removed.
 * @throws the error; where one of them could be removed, none is published, so that an outcome is known that was not
 */
export async function expectPublished(
  built: readonly BuiltRelease[],
  releases: Pick<ImportOptions['stores']['releases'], 'discard'>,
  error: unknown,
): Promise<void> {
  const areRemoved = new Set<boolean>();
  await discardEach(built, async ({ releaseId }) => areRemoved.add(await releases.discard(releaseId)));
  if (areRemoved.has(false)) return;
  const isKnownNow = error instanceof OutcomeUnknown && areRemoved.has(true);
  throw isKnownNow ? brokeOff(error.cause) : error;
}

function brokeOff(cause: unknown): DomainError {
  return new DomainError('UNAVAILABLE', 'The store broke off. Nothing was changed.', [], { cause });
}

export interface PreparedImport {
  readonly report: ImportReport;
  /** To be published, or discarded; null: there are faults, or it was a dry run. */
  readonly built: BuiltImport | null;
}

type PrepareOptions = Omit<ImportOptions, 'keptReleases' | 'noticeMs'>;

/** Everything but the publication. @throws as `importFiles` does */
export async function prepareImport(options: PrepareOptions): Promise<PreparedImport> {
  expectCatalogId(options.catalogId);
  return inTemporaryFolder((folder) => prepareIn(folder, options));
}

async function prepareIn(directory: string, options: PrepareOptions): Promise<PreparedImport> {
  const { stores, stdin, signal, onProgress, isDryRun, isKeepingGoing } = options;
  let productThread = options.productThread ?? null;
  const staged = await stores.releases.stageProducts(join(directory, 'staged.db'));
  try {
    const { files, otherFiles } = await listSourceFiles(options.files);
    const sources = [];
    for (const file of files) sources.push(await openSourceFile(file, { directory, stdin, signal }));
    productThread ??= createProductThread(sources.reduce((sum, { bytes }) => sum + bytes, 0));
    const walk = createWalk(sources, signal, onProgress);
    const checked = await checkImport({
      ...options,
      walk,
      productThread,
      staged,
      withDigests: isDryRun || files.length > 1,
    });
    const report = { ...describe(checked), otherFiles, isPublished: false };
    if (checked.isUnreadable || (report.faultCount > 0 && !isKeepingGoing)) return { report, built: null };
    if (isDryRun) {
      const changes = await compareReleases({ checked, staged, stores });
      return { report: { ...report, changes }, built: null };
    }
    return { report, built: await buildReleases({ ...options, checked, staged, walk, productThread }) };
  } finally {
    await productThread?.close();
    staged.close();
  }
}

function describe({ recordCount, faults, unused, repeatedCount, kept, untranslated, refusal }: CheckedImport) {
  const remarks = createFaultLog();
  for (const remark of [...untranslated, ...remarksOn(kept)]) remarks.add(remark);
  const fromFiles = kept.filter(({ origin }) => origin !== 'release');
  return {
    recordCount,
    faults: faults.faults,
    faultCount: faults.count,
    faultGroups: faults.groups(),
    remarks: remarks.faults,
    remarkCount: remarks.count,
    unused,
    repeatedCount,
    refusal,
    otherRecords: countByType(fromFiles.map(({ record }) => record)),
    releases: [],
    changes: [],
    retiredReleaseIds: [],
    retirementProblem: null,
  };
}

/** Those of the catalogs that are more than are kept. */
export async function retireOlder(
  { stores: { releases }, keptReleases }: Pick<ImportOptions, 'stores' | 'keptReleases'>,
  built: readonly Pick<BuiltRelease, 'catalogId'>[],
): Promise<RetiredReleases> {
  const retiredReleaseIds: string[] = [];
  try {
    const all = await releases.list();
    for (const { catalogId } of built) {
      const ofCatalog = all.filter((release) => release.catalogId === catalogId && !release.isRetired);
      for (const { id } of ofCatalog.slice(Math.max(1, keptReleases)).filter(({ isCurrent }) => !isCurrent)) {
        await releases.retire(id);
        retiredReleaseIds.push(id);
      }
    }
    return { retiredReleaseIds, retirementProblem: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { retiredReleaseIds, retirementProblem: `Older releases could not all be removed: ${error.message}` };
  }
}

function countByType(records: readonly { readonly type: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of records) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
