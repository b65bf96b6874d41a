/** An import's second pass: records that passed the first become releases, which nobody sees until they are published. */
import type { Stores } from '../domain/ports.ts';
import type { CopiedProducts, ReleaseStore } from '../domain/release/ports.ts';
import type { ProductOfRelease, Sequence, StagedProducts } from '../domain/release/staging.ts';
import { abandonedAfterMs, whileBuilding } from './abandoned-releases.ts';
import { type BaseRelease, readProducts } from './base-releases.ts';
import type { CheckedImport } from './check-import.ts';
import { discardEach } from './discard-each.ts';
import { ofType, toPublishedRecords } from './kept-record.ts';
import { type LoadedOfCatalog, toLoaded } from './product-lines.ts';
import type { ProductThread } from './product-thread.ts';
import type { ReadRecord } from './read-records.ts';
import { toProductRecord } from './records.ts';
import { type BuiltRelease, beginRelease, type PlacedNode, type ReleaseBuilder } from './release-builder.ts';
import { type PublicationRecords, toPublicationRecords, withCreation } from './to-publication.ts';
import type { Progress, WalkRecords } from './walk-records.ts';

export interface BuildOptions {
  readonly stores: Pick<Stores, 'catalogs' | 'releases'>;
  readonly checked: CheckedImport;
  readonly staged: StagedProducts;
  readonly walk: WalkRecords;
  readonly productThread: ProductThread | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly now: () => Date;
}

/** Complete releases, and the records that belong to them. */
export interface BuiltImport {
  readonly releases: readonly BuiltRelease[];
  readonly records: PublicationRecords;
}

/** All or nothing: what fails leaves no release. */
export async function buildReleases(options: BuildOptions): Promise<BuiltImport> {
  const { stores } = options;
  await stores.releases.discardAbandoned(abandonedAfterMs);
  const builders = new Map<string, ReleaseBuilder>();
  const ids = () => [...builders.values()].map(({ releaseId }) => releaseId);
  return whileBuilding({ releases: stores.releases, ids }, () => buildAll(options, builders));
}

async function buildAll(options: BuildOptions, builders: Map<string, ReleaseBuilder>): Promise<BuiltImport> {
  const { stores, checked, signal, onProgress, now } = options;
  try {
    for (const catalogId of checked.productCatalogIds) {
      const base = checked.bases.find((one) => one.catalogId === catalogId);
      const basedOn = base?.releaseId ?? null;
      const languageCounts = basedOn === null ? null : await stores.releases.findLanguageCounts(basedOn);
      const builder = await beginRelease(stores.releases, { catalogId, basedOn, languageCounts, now });
      builders.set(catalogId, builder);
      await builder.addNodes(nodesOf(catalogId, checked));
    }
    await addProducts(options, builders);
    onProgress({ phase: 'finishing', records: checked.recordCount, bytesRead: 1, bytesTotal: 1 });
    const built: BuiltRelease[] = [];
    for (const builder of builders.values()) built.push(await builder.finish(signal));
    signal.throwIfAborted();
    const records = toPublishedRecords(checked.kept);
    const known = await stores.catalogs.getDirectory();
    const at = now();
    const catalogs = withCreation([...records.catalogs, ...checked.newCatalogs], known.catalogs, at);
    const rules = withCreation(records.rules, known.rules, at);
    return { releases: built, records: await toPublicationRecords({ ...records, catalogs, rules }, at.toISOString()) };
  } catch (error) {
    await discardEach([...builders.values()], (builder) => builder.discard());
    throw error;
  }
}

async function addProducts(
  { stores, checked, staged, walk, productThread, signal }: BuildOptions,
  builders: Builders,
): Promise<void> {
  staged.settleSlugs();
  for (const base of checked.bases) {
    const builder = builders.get(base.catalogId);
    if (builder) await addBaseProducts(base, { releases: stores.releases, staged, builder, signal });
  }
  const load = (sequence: Sequence, read: ReadRecord<LoadedOfCatalog>) => {
    if ('done' in read) return builders.get(read.done.catalogId)?.addProduct(read.done);
    if (!('value' in read) || staged.isLeftOut(sequence)) return undefined;
    const record = toProductRecord(read.value);
    const family = record && staged.familyOf(sequence);
    return family ? builders.get(family.catalogId)?.addProduct(toLoaded(record, family)) : undefined;
  };
  const familyOf = (sequence: Sequence) => (staged.isLeftOut(sequence) ? null : staged.familyOf(sequence));
  await walk(
    'loading',
    load,
    productThread &&
      ((lines, first) => {
        const families = lines.map((_, index) => (first === null ? null : familyOf(first + index)));
        return productThread.run({ kind: 'load', families }, lines);
      }),
  );
  await productThread?.close();
}

interface AddBaseOptions {
  readonly releases: ReleaseStore;
  readonly staged: StagedProducts;
  readonly builder: ReleaseBuilder;
  readonly signal: AbortSignal;
}

async function addBaseProducts(base: BaseRelease, options: AddBaseOptions): Promise<void> {
  const { staged, signal } = options;
  let [after, last] = ['', Number.NEGATIVE_INFINITY];
  for (;;) {
    signal.throwIfAborted();
    const products = staged.listOfRelease(base.catalogId, last);
    const end = products.at(-1);
    if (!end) return;
    await addPortion({ ...base, after, upTo: end.id, products }, options);
    [after, last] = [end.id, end.sequence];
  }
}

interface Portion extends Pick<BaseRelease, 'releaseId'>, Pick<CopiedProducts, 'after' | 'upTo'> {
  readonly products: readonly ProductOfRelease[];
}

/** Those that nothing new is said of are copied by the database. */
async function addPortion(
  { releaseId, after, upTo, products }: Portion,
  { releases, staged, builder }: AddBaseOptions,
): Promise<void> {
  const copied: string[] = [];
  const parentIds: string[] = [];
  const others = new Map<string, Sequence>();
  for (const { sequence, id, digest, isParent, isUntouched } of products) {
    if (builder.canCopy && isUntouched && digest !== null) {
      copied.push(digest);
      if (isParent) parentIds.push(id);
    } else others.set(id, sequence);
  }
  if (copied.length > 0) {
    await builder.copyProducts({ releaseId, after, upTo, parentIds, exceptIds: [...others.keys()] }, copied);
  }
  if (others.size === 0) return;
  for await (const { record, digest } of readProducts(releases, releaseId, [...others.keys()])) {
    if (builder.canCopy) builder.leaveOut(record);
    const sequence = others.get(record.id) as Sequence;
    const family = staged.isLeftOut(sequence) ? null : staged.familyOf(sequence);
    if (family) await builder.addProduct(toLoaded(record, family, digest));
  }
}

type Builders = ReadonlyMap<string, ReleaseBuilder>;

/** Nodes that name no catalog belong to every one. */
export function nodesOf(catalogId: string, { kept }: CheckedImport): PlacedNode[] {
  const nodes = ofType(kept, 'node').filter((node) => node.catalogId === null || node.catalogId === catalogId);
  return nodes.sort((a, b) => a.position - b.position);
}
