/** An import's first pass: every record is read and checked, alone and with all others, and nothing is written. */
import { setImmediate } from 'node:timers/promises';
import type { ReleaseStore } from '../domain/release/ports.ts';
import { type BaseRelease, listBaseProducts, readBaseNodes, readProducts } from './base-releases.ts';
import { type CheckRecordsOptions, checkRecords } from './check-records.ts';
import type { FaultLog } from './fault-log.ts';
import { type AssignOptions, assignCatalogs, type CatalogsOfImport } from './import-catalogs.ts';
import { ImportError } from './import-error.ts';
import type { ImportFault } from './import-faults.ts';
import type { KeptRecord } from './kept-record.ts';
import { placed } from './placed-nodes.ts';
import { productChecks } from './product-faults.ts';
import { findPublicSecrets } from './public-secrets.ts';
import { withoutRepeated } from './repeated-records.ts';
import {
  findSmallRecordFaults,
  findStrandedNodes,
  type KnownStores,
  type SmallRecordFault,
} from './small-record-faults.ts';
import { childrenNamedBy, toStagedBase } from './staged-product.ts';
import { findTakenValues } from './taken-values.ts';
import { findUntranslated } from './untranslated-records.ts';
import type { UnusedRecords } from './unused-records.ts';

export interface CheckOptions extends CheckRecordsOptions, Omit<AssignOptions, 'kept'> {
  readonly stores: KnownStores & { readonly releases: ReleaseStore };
  readonly signal: AbortSignal;
}

export interface CheckedImport extends CatalogsOfImport {
  readonly recordCount: number;
  readonly faults: Omit<FaultLog, 'add'>;
  /** How many records stand in the files more than once. */
  readonly repeatedCount: number;
  readonly unused: readonly UnusedRecords[];
  /** A file can't be read to its end, or faults leave no catalogs: nobody knows what is missing, so that leaving out is not enough. */
  readonly isUnreadable: boolean;
  /** Why that is so, where the faults do not say it; null: they do, or it is not so. */
  readonly refusal: string | null;
  readonly kept: readonly KeptRecord[];
  /** Remarks on records that take the place of translated ones. */
  readonly untranslated: readonly ImportFault[];
}

export async function checkImport(options: CheckOptions): Promise<CheckedImport> {
  const { staged } = options;
  const read = await checkRecords(options);
  const found = { recordCount: read.recordCount, faults: read.faults, unused: read.unused };
  const catalogs = read.isUnreadable ? null : await assignUnlessFaulty(options, read);
  if (catalogs === null || catalogs instanceof ImportError) {
    // Or else the faults are to be mended first, and may be why.
    const refusal = catalogs !== null && options.isKeepingGoing ? catalogs.message : null;
    const nothing = { repeatedCount: 0, isUnreadable: true, untranslated: [] };
    return { ...noCatalogs, ...found, ...nothing, refusal, kept: read.kept };
  }
  const repeatedCount = read.kept.length - withoutRepeated(read.kept).length + staged.yieldToRightful();
  const inCatalogs = catalogs.bases.length === 0 ? read.kept : read.kept.map((one) => inCatalog(one, catalogs));
  const baseNodes = await stageBase(options, catalogs);
  staged.yieldToRightful();
  await nameChildren(options, catalogs);
  staged.settleFamilies();
  const records = [...baseNodes, ...inCatalogs];
  const kept = await leaveOutFaulty(options, { records, baseNodes, catalogs, faults: read.faults });
  // Leaving out must not publish an empty catalog, nor make one.
  const productCatalogIds = idsWithProducts(catalogs, options);
  const newCatalogs = catalogs.newCatalogs.filter(({ id }) => productCatalogIds.includes(id));
  const untranslated = catalogs.bases.length === 0 ? [] : findUntranslated(staged, baseNodes, kept);
  return {
    ...catalogs,
    ...found,
    productCatalogIds,
    newCatalogs,
    repeatedCount,
    isUnreadable: false,
    refusal: null,
    kept,
    untranslated,
  };
}

/** An error: the catalogs can't be known, and there are faults that may be why, as where all products are faulty. @throws ImportError without one */
async function assignUnlessFaulty(
  options: CheckOptions,
  { kept, faults }: Awaited<ReturnType<typeof checkRecords>>,
): Promise<CatalogsOfImport | ImportError> {
  try {
    return await assignCatalogs({ ...options, kept });
  } catch (error) {
    if (error instanceof ImportError && faults.count > 0) return error;
    throw error;
  }
}

function idsWithProducts(
  { productCatalogIds }: CatalogsOfImport,
  { staged, catalogId, mayBeEmpty = false }: Pick<CheckOptions, 'staged' | 'catalogId' | 'mayBeEmpty'>,
): string[] {
  return productCatalogIds.filter((id) => staged.countKept(id) > 0 || (mayBeEmpty && id === catalogId));
}

const noCatalogs: CatalogsOfImport = { productCatalogIds: [], unnamedCatalogId: null, newCatalogs: [], bases: [] };

/** What is current of the catalogs that are added to. Answers the nodes. */
async function stageBase(options: CheckOptions, { bases }: CatalogsOfImport): Promise<KeptRecord[]> {
  const { releases } = options.stores;
  await stageBaseProducts(options, bases);
  const nodes: KeptRecord[] = [];
  if (options.replaced?.hasAllNodes) return nodes;
  for await (const node of readBaseNodes(releases, bases)) nodes.push({ ...node, origin: 'release' });
  return nodes;
}

async function stageBaseProducts(
  { staged, stores: { releases }, replaced }: CheckOptions,
  bases: readonly BaseRelease[],
): Promise<void> {
  const found = new Map<string, number>();
  for await (const { catalogId, products } of listBaseProducts(releases, bases)) {
    found.set(catalogId, (found.get(catalogId) ?? 0) + products.length);
    for (const { keys, ...read } of products) {
      const product = toStagedBase(keys, { ...read, catalogId });
      if (replaced?.removedProductIds.has(keys.id)) staged.remove(product);
      else staged.add(product);
    }
  }
  // A mirror counts by what the platform says, and has other ways to copy than onto what it has.
  if (!replaced) expectAllProducts(bases, found);
}

/** @throws ImportError where products were lost since: without them the new release would be published as if they had been removed */
function expectAllProducts(bases: readonly BaseRelease[], found: ReadonlyMap<string, number>): void {
  for (const { catalogId, releaseId, productCount } of bases) {
    const left = found.get(catalogId) ?? 0;
    if (left === productCount) continue;
    throw new ImportError(
      `The release ${releaseId} can't be added to: of its products ${left} of ${productCount} are there. Import its catalog in full, without --into, or make another release current first.`,
    );
  }
}

/** What products of the releases that are added to say of others, where that counts. */
async function nameChildren(
  { staged, stores: { releases } }: CheckOptions,
  { bases }: CatalogsOfImport,
): Promise<void> {
  if (bases.length === 0) return;
  const mayBeNamed = staged.mayBeNamedByRelease();
  for (const { catalogId, releaseId } of bases) {
    // An older version may have settled families otherwise.
    if (!mayBeNamed && (await releases.findLanguageCounts(releaseId)) !== null) continue;
    for await (const { record } of readProducts(releases, releaseId, 'parents'))
      staged.nameChildren({ catalogId, id: record.id, namedChildren: childrenNamedBy(record) });
  }
}

interface AllRecords {
  /** Other than products, those that yield to others among them. */
  readonly records: readonly KeptRecord[];
  readonly baseNodes: readonly KeptRecord[];
  readonly catalogs: CatalogsOfImport;
  readonly faults: FaultLog;
}

/** All records together: those that are faulty, and if it keeps going those that hang on them, are left out. Answers the rest. */
async function leaveOutFaulty(options: CheckOptions, all: AllRecords): Promise<KeptRecord[]> {
  await leaveOutProducts(options, all);
  return leaveOutOthers(options, all);
}

/** Where it keeps going, it begins anew with all that is left once something was left out: its place may be another's, and its children too. */
async function leaveOutProducts(options: CheckOptions, { catalogs, faults }: AllRecords): Promise<void> {
  const { staged, isKeepingGoing } = options;
  const checks = productChecks(options);
  for (let next = 0; next < checks.length; ) {
    const countBefore = faults.count;
    for (const { sequence, place, id, path, message } of checks[next]?.(staged) ?? []) {
      faults.add({ place, type: 'product', id, path, message });
      staged.leaveOut(sequence);
    }
    const isAgain = isKeepingGoing && faults.count > countBefore;
    if (isAgain) await settleAgain(options, catalogs);
    next = isAgain ? 0 : next + 1;
  }
}

async function leaveOutOthers(
  options: CheckOptions,
  { records, baseNodes, catalogs, faults }: AllRecords,
): Promise<KeptRecord[]> {
  const { staged, stores, isKeepingGoing, publicSecrets = [] } = options;
  const catalogIds = isKeepingGoing ? idsWithProducts(catalogs, options) : catalogs.productCatalogIds;
  const known = { productCatalogs: new Set(catalogIds), stores };
  const left = () => records.filter(({ sequence }) => !staged.isLeftOut(sequence));
  const rightful = () => placed(withoutRepeated(left()), baseNodes);
  const leaveOut = (found: readonly SmallRecordFault[]) => {
    for (const { sequence, place, record, path, message } of found) {
      faults.add({ place, type: record.type, id: record.id, path, message });
      staged.leaveOut(sequence);
    }
  };
  for (let kept = rightful(); ; kept = rightful()) {
    const taken = await findTakenValues(kept, stores);
    const found = [...(await findSmallRecordFaults(kept, known)), ...taken, ...findPublicSecrets(kept, publicSecrets)];
    leaveOut(found);
    if (!isKeepingGoing || found.length === 0) return kept;
    leaveOut(findStrandedNodes(found, rightful(), left()));
  }
}

/** Where others were left out. Each may lead to the next one: whoever waits for it may interrupt it. */
async function settleAgain(options: CheckOptions, catalogs: CatalogsOfImport): Promise<void> {
  await setImmediate();
  options.signal.throwIfAborted();
  options.staged.yieldToRightful();
  await nameChildren(options, catalogs);
  options.staged.settleFamilies();
}

/** Nodes that name no catalog are added where products are that name none. */
function inCatalog(kept: KeptRecord, { unnamedCatalogId }: CatalogsOfImport): KeptRecord {
  return kept.record.type === 'node' ? { ...kept, catalogId: kept.catalogId ?? unnamedCatalogId } : kept;
}
