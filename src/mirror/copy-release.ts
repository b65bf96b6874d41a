/** One release of the platform → one of ours, which nobody sees yet. */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { excerpt } from '../domain/errors.ts';
import type { CopiedRelease } from '../domain/mirror/ports.ts';
import type { BuiltImport } from '../importer/build-releases.ts';
import type { ReleaseChanges } from '../importer/compare-releases.ts';
import { discardEach } from '../importer/discard-each.ts';
import { formatImportFault } from '../importer/import-faults.ts';
import { type ImportOptions, type PreparedImport, prepareImport } from '../importer/import-files.ts';
import { inTemporaryFolder } from '../importer/temporary-folder.ts';
import { sum } from '../lib/sum.ts';
import { MirrorProblem } from './mirror-problem.ts';
import { type CopyPlan, planCopies } from './plan-copy.ts';
import { type PlatformRelease, readReleases, releasesPath } from './platform-directory.ts';
import { FileProblem, isWhole, lacking } from './platform-reader.ts';
import { type ReadChangesOptions, readChanges } from './read-changes.ts';
import { readNodes } from './read-nodes.ts';
import { readListedProducts, walkProducts } from './read-products.ts';
import { createRecordFile, type RecordFile } from './record-file.ts';

export interface CopyOptions
  extends Pick<ImportOptions, 'stores' | 'signal' | 'now' | 'isDryRun'>,
    Pick<ReadChangesOptions, 'reader' | 'platformUrl' | 'downloadFile'> {
  /** Of the catalogs' paths. */
  readonly base: string;
  /** Told which way was taken. */
  readonly onRead?: (read: {
    readonly release: PlatformRelease;
    readonly plan: CopyPlan;
    readonly products: number;
  }) => void;
}

export interface Copy {
  /** Null: it was a dry run. */
  readonly built: BuiltImport | null;
  readonly changes: readonly ReleaseChanges[];
}

/**
 * `current`: the copy that shoppers are shown; null: there is none.
 * @throws MirrorProblem when it can't be copied whole, or DomainError UNAVAILABLE
 */
export async function copyRelease(
  options: CopyOptions,
  latest: PlatformRelease,
  current: CopiedRelease | null,
): Promise<Copy> {
  const releases = await readReleases(options.reader, options.base, latest.catalogId);
  const isListed = current !== null && releases.some((release) => isCopyOf(current, release));
  const plans = planCopies({ latest, releases, copiedId: isListed ? current.originalId : null });
  const found: number[] = [];
  let unreadable: FileProblem | null = null;
  for (const plan of plans) {
    const copied = await copyBy(options, latest, plan).catch((error: unknown) => {
      if (error instanceof FileProblem) return error;
      throw error;
    });
    if (copied instanceof FileProblem) {
      unreadable = copied;
      continue;
    }
    const { report, built, least } = copied;
    if (plan.kind === 'changes' && built && !built.releases.every(({ basedOn }) => basedOn === current?.releaseId)) {
      await discardAll(options, [copied]);
      throw becameOther(latest);
    }
    if (report.faultCount > 0) throw tooFaulty(latest, report);
    const products = productsOf({ report, built });
    if (products >= least) return { built, changes: report.changes };
    found.push(products);
    await discardAll(options, [copied]);
  }
  if (unreadable && found.length === 0) throw unreadable;
  throw tooFew(latest, Math.max(0, ...found));
}

/** A platform that was restored from a backup, or made anew, gives ids again. */
export function isCopyOf(copy: CopiedRelease, { catalogId, id, publishedAt }: PlatformRelease): boolean {
  return copy.catalogId === catalogId && copy.originalId === id && copy.publishedAt === publishedAt;
}

export async function discardAll({ stores }: CopyOptions, copies: readonly Pick<Copy, 'built'>[]): Promise<void> {
  const built = copies.flatMap((copy) => copy.built?.releases ?? []);
  await discardEach(built, ({ releaseId }) => stores.releases.discard(releaseId));
}

interface ReadRelease {
  readonly removedProductIds: ReadonlySet<string>;
  /** How many products the copy must hold. */
  readonly least: number;
}

async function copyBy(
  options: CopyOptions,
  latest: PlatformRelease,
  plan: CopyPlan,
): Promise<PreparedImport & Pick<ReadRelease, 'least'>> {
  return inTemporaryFolder(async (directory) => {
    const file = await createRecordFile(join(directory, 'records.ndjson'), latest.catalogId);
    const { removedProductIds, least } = await readInto(file, options, latest, plan).finally(() => file.close());
    options.onRead?.({ release: latest, plan, products: file.count() });
    const isOntoCopy = plan.kind === 'changes';
    const prepared = await prepareImport({
      ...options,
      files: [file.path],
      catalogId: latest.catalogId,
      isIntoCurrent: isOntoCopy,
      ...(isOntoCopy && { replaced: { removedProductIds, hasAllNodes: true } }),
      mayBeEmpty: true,
      // A parent that is a draft is in no release of some platforms, and its children that are live are.
      mayLackParents: true,
      isKeepingGoing: false,
      stdin: Readable.from([]),
      onProgress: () => undefined,
    });
    return { ...prepared, least };
  });
}

async function readInto(
  file: RecordFile,
  options: CopyOptions,
  latest: PlatformRelease,
  plan: CopyPlan,
): Promise<ReadRelease> {
  const { reader, base } = options;
  const { totalProducts } = latest;
  const release = `${releasesPath(base, latest.catalogId)}/${encodeURIComponent(latest.id)}`;
  const nodes = await readNodes(reader, release, file);
  if (plan.kind === 'changes' || plan.kind === 'files') {
    return {
      removedProductIds: await readChanges({ ...options, release, file }, plan.deltas),
      least: totalProducts ?? 1,
    };
  }
  const products = { reader, release, file };
  const list = await (plan.kind === 'pages' ? readListedProducts(products) : walkProducts(products, nodes));
  const all = { ...list, found: file.count() };
  // Where the release does not count its products, their list may.
  const isLacking = totalProducts === null ? !isWhole(all) : all.isCut && all.found !== totalProducts;
  if (isLacking) throw new FileProblem(lacking(`${release}/products`, all));
  // Of one that nobody counts, none at all are no reason to show shoppers nothing.
  return { removedProductIds: new Set(), least: totalProducts ?? Math.min(list.total ?? 1, 1) };
}

function productsOf({ report, built }: PreparedImport): number {
  return built
    ? sum(built.releases, ({ products }) => products)
    : sum(report.changes, ({ products }) => products.added + products.changed + products.unchanged);
}

function tooFew({ id, catalogId, totalProducts }: PlatformRelease, found: number): MirrorProblem {
  const release = `The platform's release '${excerpt(id)}' of the catalog '${excerpt(catalogId)}'`;
  const count = totalProducts === null ? 'does not say how many products it has' : `has ${totalProducts} products`;
  return new MirrorProblem(`${release} ${count}, and ${found} of them were found. It is not shown.`);
}

/** The importer adds to what is current when it begins: what changed since the copy would be added to something else. */
function becameOther({ catalogId }: PlatformRelease): MirrorProblem {
  return new MirrorProblem(
    `The catalog '${excerpt(catalogId)}' got another release while changes to its copy were read. It is compared again.`,
  );
}

function tooFaulty(
  { id, catalogId }: PlatformRelease,
  { faultCount, faults }: PreparedImport['report'],
): MirrorProblem {
  const [first] = faults;
  const example = first ? ` The first: ${formatImportFault(first)}` : '';
  const count = faultCount === 1 ? 'a fault' : `${faultCount} faults`;
  return new MirrorProblem(
    `The platform's release '${excerpt(id)}' of the catalog '${excerpt(catalogId)}' has ${count}, and is not shown.${example}`,
  );
}
