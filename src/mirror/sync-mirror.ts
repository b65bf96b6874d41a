/**
 * Makes the store what the platform shows now: releases are copied first, which nobody sees, and then one transaction shows them all,
 * with the catalogs and the rules. Whatever interrupts it, shoppers see what they saw before.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import type { FileRecord } from '../domain/file/ports.ts';
import type { CopiedRelease } from '../domain/mirror/ports.ts';
import type { Stores } from '../domain/ports.ts';
import type { NextRelease, Publication } from '../domain/release/ports.ts';
import { whileBuilding } from '../importer/abandoned-releases.ts';
import type { ReleaseChanges } from '../importer/compare-releases.ts';
import { giveNotice } from '../importer/give-notice.ts';
import { expectPublished, type ImportOptions, retireOlder } from '../importer/import-files.ts';
import { type PublicationRecords, toPublicationRecords, withCreation } from '../importer/to-publication.ts';
import { type Copy, type CopyOptions, copyRelease, discardAll, isCopyOf } from './copy-release.ts';
import { type CatalogProblem, isOfCatalog } from './mirror-problem.ts';
import { type PlatformDirectory, type PlatformRelease, readDirectory } from './platform-directory.ts';

export interface SyncOptions extends CopyOptions, Pick<ImportOptions, 'keptReleases' | 'noticeMs'> {
  readonly stores: CopyOptions['stores'] & Pick<Stores, 'mirror'>;
  /** Who copies, as the place is held. */
  readonly holder: string;
}

export interface SyncReport {
  /** Releases that are shown now, or would be. */
  readonly releases: readonly PlatformRelease[];
  /** Of a dry run: what each of them would change. */
  readonly changes: readonly ReleaseChanges[];
  /** Whether other catalogs or rules are shown. */
  readonly hasOtherDirectory: boolean;
  readonly remarks: readonly string[];
}

/** @throws MirrorProblem, DomainError, ImportError; whatever the signal was aborted with */
export async function syncMirror(options: SyncOptions): Promise<SyncReport> {
  const { stores, reader, base, isDryRun } = options;
  const directory = await readDirectory(reader, base);
  const copies = await stores.mirror.listCopies();
  const [unread] = directory.unread.values();
  for (const [catalogId, problem] of directory.unread) if (!hasCopy(copies, catalogId)) throw problem;
  const isCurrentCopy = (release: PlatformRelease) => copies.some((copy) => copy.isCurrent && isCopyOf(copy, release));
  const changed = directory.releases.filter((release) => !isCurrentCopy(release));
  const shown = await stores.catalogs.getDirectory();
  const records = await toRecords(directory, shown, options.now());
  const hasOtherDirectory = !isShown(records, directory, shown);
  const found = { releases: changed, changes: [], hasOtherDirectory, remarks: directory.remarks };
  if (changed.length === 0 && !hasOtherDirectory && !unread) return found;
  const { made, problem = unread } = await copyAll(options, changed, copies);
  if (problem && (isDryRun || (made.length === 0 && !hasOtherDirectory))) throw problem;
  if (isDryRun) return { ...found, changes: made.flatMap(({ changes }) => changes) };
  await publishAll(options, { directory, records, made });
  const { retirementProblem } = await retireOlder(options, changed);
  if (problem) throw problem;
  return retirementProblem === null ? found : { ...found, remarks: [...found.remarks, retirementProblem] };
}

interface Made extends Copy {
  readonly release: NextRelease | null;
}

interface MadeAll {
  readonly made: readonly Made[];
  /** Of a release that could not be copied: its catalog goes on showing the copy that it has. */
  readonly problem: CatalogProblem | undefined;
}

async function copyAll(
  options: SyncOptions,
  changed: readonly PlatformRelease[],
  copies: readonly CopiedRelease[],
): Promise<MadeAll> {
  const made: Made[] = [];
  let problem: MadeAll['problem'];
  const copy = async (release: PlatformRelease) => {
    try {
      made.push(await make(options, release, copies));
    } catch (error) {
      if (!isOfCatalog(error) || !hasCopy(copies, release.catalogId) || options.signal.aborted) throw error;
      problem ??= error;
    }
  };
  const ids = () => made.flatMap(({ built }) => built?.releases ?? []).map(({ releaseId }) => releaseId);
  try {
    await whileBuilding({ releases: options.stores.releases, ids }, async () => {
      for (const release of changed) await copy(release);
    });
    return { made, problem };
  } catch (error) {
    await discardAll(options, made);
    throw error;
  }
}

function hasCopy(copies: readonly CopiedRelease[], ofCatalog: string): boolean {
  return copies.some(({ catalogId, isCurrent }) => isCurrent && catalogId === ofCatalog);
}

/** One that is there already is shown again. */
async function make(options: SyncOptions, release: PlatformRelease, copies: readonly CopiedRelease[]): Promise<Made> {
  const ofCatalog = copies.filter(({ catalogId }) => catalogId === release.catalogId);
  const kept = ofCatalog.find((one) => isCopyOf(one, release));
  const { catalogId, id, publishedAt } = release;
  const copyOf = { id, publishedAt };
  if (kept)
    return { built: null, changes: [], release: { catalogId, releaseId: kept.releaseId, basedOn: null, copyOf } };
  const copy = await copyRelease(options, release, ofCatalog.find(({ isCurrent }) => isCurrent) ?? null);
  const [built] = copy.built?.releases ?? [];
  return { ...copy, release: built ? { ...built, copyOf } : null };
}

interface ToPublish {
  readonly directory: PlatformDirectory;
  readonly records: PublicationRecords;
  readonly made: readonly Made[];
}

async function publishAll(options: SyncOptions, { directory, records, made }: ToPublish): Promise<void> {
  const { stores, signal, now, holder, noticeMs = 0 } = options;
  const publication: Publication = {
    ...records,
    publishedAt: now().toISOString(),
    isFirst: false,
    mirrored: { holder, catalogIds: idsWithRelease(directory) },
    releases: made.flatMap(({ release }) => release ?? []),
    files: filesOf(made),
  };
  try {
    signal.throwIfAborted();
    const announced = publication.releases.map(({ releaseId, copyOf }) => {
      return { releaseId, publishedAt: copyOf?.publishedAt ?? publication.publishedAt };
    });
    await giveNotice(announced, { releases: stores.releases, noticeMs, signal });
    await stores.releases.publish(publication);
  } catch (error) {
    await expectPublished(
      made.flatMap(({ built }) => built?.releases ?? []),
      stores.releases,
      error,
    );
  }
}

/** A catalog whose release was not read goes on showing its copy. */
function idsWithRelease({ releases, unread }: PlatformDirectory): string[] {
  return [...releases.map(({ catalogId }) => catalogId), ...unread.keys()];
}

/** Products of several catalogs name the same ones. */
function filesOf(made: readonly Made[]): FileRecord[] {
  const files = made.flatMap(({ built }) => built?.records.files ?? []);
  return [...new Map(files.map((file) => [file.id, file])).values()];
}

/** What is said of catalogs and rules, without what releases hold. */
function toRecords(directory: PlatformDirectory, shown: CatalogDirectory, now: Date): Promise<PublicationRecords> {
  const catalogs = withCreation(directory.catalogs, shown.catalogs, now);
  const rules = withCreation(directory.rules, shown.rules, now);
  const nothing = { files: [], offerings: [], plans: [], customApis: [], customFields: [], applicationKeys: [] };
  return toPublicationRecords({ catalogs, rules, ...nothing }, now.toISOString());
}

function isShown(
  { catalogs, rules }: PublicationRecords,
  directory: PlatformDirectory,
  shown: CatalogDirectory,
): boolean {
  const said = new Map(shown.catalogs.map(({ id, name, createdAt }) => [id, { id, name, createdAt }]));
  const shownRules = new Map(shown.rules.map((rule) => [rule.id, rule]));
  const withRelease = new Set(idsWithRelease(directory));
  return (
    catalogs.every((catalog) => isDeepStrictEqual(said.get(catalog.id), catalog)) &&
    shown.catalogs.every(({ id, currentRelease }) => currentRelease === null || withRelease.has(id)) &&
    rules.length === shown.rules.length &&
    rules.every((rule) => isDeepStrictEqual(shownRules.get(rule.id), rule))
  );
}
