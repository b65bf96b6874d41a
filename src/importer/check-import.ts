/** An import's first pass: every record is read and checked, alone and with all others, and nothing is written. */
import { setImmediate } from 'node:timers/promises';
import { identifierFault } from '../domain/input/identifiers.ts';
import { isObject } from '../domain/input/is-object.ts';
import type { ReleaseStore } from '../domain/release/ports.ts';
import type { Sequence } from '../domain/release/staging.ts';
import { type BaseRelease, listBaseProducts, readBaseNodes, readProducts } from './base-releases.ts';
import { createFaultLog, type FaultLog } from './fault-log.ts';
import { type AssignOptions, assignCatalogs, type CatalogsOfImport } from './import-catalogs.ts';
import { ImportError } from './import-error.ts';
import { type ImportFault, toImportFault } from './import-faults.ts';
import { placed } from './placed-nodes.ts';
import { productChecks } from './product-faults.ts';
import type { ProductThread } from './product-thread.ts';
import { findPublicSecrets } from './public-secrets.ts';
import { type ReadRecord, UnreadableSourceError } from './read-records.ts';
import { parseRecord } from './records.ts';
import { withoutRepeated } from './repeated-records.ts';
import {
  findSmallRecordFaults,
  findStrandedNodes,
  type KeptRecord,
  type KnownStores,
  type SmallRecord,
  type SmallRecordFault,
} from './small-records.ts';
import { childrenNamedBy, type StagedKeys, toFaultyProduct, toStagedBase, toStagedKeys } from './staged-product.ts';
import { findTakenValues } from './taken-values.ts';
import { findUntranslated } from './untranslated-records.ts';
import { createUnusedCount, reasonOfNoUse, type UnusedRecords } from './unused-records.ts';
import type { WalkRecords } from './walk-records.ts';

export interface CheckOptions extends Omit<AssignOptions, 'kept'> {
  readonly walk: WalkRecords;
  /** That lines are given to; null: there is none. */
  readonly productThread: ProductThread | null;
  readonly stores: KnownStores & { readonly releases: ReleaseStore };
  /** Whether products are to be compared with those of the store, or of other files. */
  readonly withDigests: boolean;
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
  const read = await readAll(options);
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
  const productCatalogIds = withProducts(catalogs, options);
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
  { kept, faults }: Awaited<ReturnType<typeof readAll>>,
): Promise<CatalogsOfImport | ImportError> {
  try {
    return await assignCatalogs({ ...options, kept });
  } catch (error) {
    if (error instanceof ImportError && faults.count > 0) return error;
    throw error;
  }
}

function withProducts(
  { productCatalogIds }: CatalogsOfImport,
  { staged, catalogId, mayBeEmpty = false }: Pick<CheckOptions, 'staged' | 'catalogId' | 'mayBeEmpty'>,
): string[] {
  return productCatalogIds.filter((id) => staged.countKept(id) > 0 || (mayBeEmpty && id === catalogId));
}

const noCatalogs: CatalogsOfImport = { productCatalogIds: [], unnamedCatalogId: null, newCatalogs: [], bases: [] };

/** Of all records but products, which are kept whole: some 100,000 nodes. */
const maxKeptBytes = 16 * 2 ** 20;

/** Every record alone. */
async function readAll(options: CheckOptions) {
  const { walk, withDigests, productThread } = options;
  const { check, faults, found } = createRecordCheck(options);
  try {
    const task = { kind: 'check', withDigests } as const;
    await walk('checking', check, productThread && ((lines) => productThread.run(task, lines)));
    return { ...found(), isUnreadable: false };
  } catch (error) {
    if (!(error instanceof UnreadableSourceError)) throw error;
    faults.add({ place: error.place, type: null, id: null, path: '', message: error.message });
    return { ...found(), isUnreadable: true };
  } finally {
    // What all records say of each other is found when most memory is taken, and the thread would hold 50 MB of it for nothing.
    await productThread?.close();
  }
}

function createRecordCheck({ staged, withDigests }: CheckOptions) {
  const faults = createFaultLog();
  const unused = createUnusedCount();
  const kept: KeptRecord[] = [];
  const keepSmall = createKeepSmall(kept);
  let recordCount = 0;

  function check(sequence: Sequence, read: ReadRecord<StagedKeys>): void {
    recordCount += 1;
    const { place } = read;
    if ('done' in read) {
      staged.add({ sequence, place, origin: 'record', ...read.done });
      return;
    }
    if ('fault' in read) {
      faults.add({ place, type: null, id: null, path: '', message: read.fault });
      staged.leaveOut(sequence);
      return;
    }
    const origin = read.isIncluded ? 'included' : 'record';
    const reason = reasonOfNoUse(read.value);
    if (reason !== null) {
      unused.add(read.value, reason, place);
      return;
    }
    const result = parseRecord(read.value);
    if ('record' in result) {
      const { record } = result;
      if (record.type !== 'product')
        keepSmall({ sequence, position: sequence, place, origin, catalogId: catalogIdOf(record), record }, read.bytes);
      else staged.add({ sequence, place, origin, ...toStagedKeys(record, withDigests) });
      return;
    }
    const { type, id, catalogId } = keysOf(read.value);
    for (const violation of result.violations) faults.add({ place, type, id, ...toImportFault(violation) });
    if (type === 'product' && id !== null) staged.add(toFaultyProduct({ sequence, place, origin, id, catalogId }));
    staged.leaveOut(sequence);
  }

  return { check, faults, found: () => ({ faults, unused: unused.list(), kept, recordCount }) };
}

function createKeepSmall(kept: KeptRecord[]) {
  let keptBytes = 0;
  return (one: KeptRecord, bytes: number): void => {
    keptBytes += bytes;
    if (keptBytes > maxKeptBytes) {
      const limit = `${maxKeptBytes / 2 ** 20} MiB`;
      throw new ImportError(
        `The files hold more than ${limit} of nodes, rules and other records beside the products, which is the limit.`,
      );
    }
    kept.push(one);
  };
}

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
  const catalogIds = isKeepingGoing ? withProducts(catalogs, options) : catalogs.productCatalogIds;
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

function catalogIdOf(record: SmallRecord): string | null {
  return record.type === 'node' ? record.meta?.catalog_id || null : null;
}

/** Nodes that name no catalog are added where products are that name none. */
function inCatalog(kept: KeptRecord, { unnamedCatalogId }: CatalogsOfImport): KeptRecord {
  return kept.record.type === 'node' ? { ...kept, catalogId: kept.catalogId ?? unnamedCatalogId } : kept;
}

/** What says which record is faulty, as far as it can be read. */
function keysOf(value: unknown) {
  const { type, id, meta } = isObject(value) ? value : {};
  const catalogId = isObject(meta) ? meta.catalog_id : null;
  return { type: textOrNull(type), id: textOrNull(id), catalogId: textOrNull(catalogId) };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && identifierFault(value) === null ? value : null;
}
