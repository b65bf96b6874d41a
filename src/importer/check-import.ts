/** An import's first pass: every record is read and checked, alone and with all others, and nothing is written. */
import { isObject } from '../contract/building-blocks.ts';
import type { Sequence, StagedProducts } from '../domain/release/staging.ts';
import { assignCatalogs, type CatalogsOfImport } from './import-catalogs.ts';
import { type ImportFault, toImportFault } from './import-faults.ts';
import { findProductFaults, findStrandedProducts } from './product-faults.ts';
import { type ReadRecord, UnreadableSourceError } from './read-records.ts';
import { parseRecord } from './records.ts';
import { findSmallRecordFaults, type KeptRecord, type KnownStores } from './small-records.ts';
import { toFaultyProduct, toStagedProduct } from './staged-product.ts';
import { digestOf } from './to-release.ts';
import type { WalkRecords } from './walk-records.ts';

export interface CheckOptions {
  readonly walk: WalkRecords;
  readonly staged: StagedProducts;
  readonly stores: KnownStores;
  /** Where products belong that name no catalog; null: wherever it is clear. */
  readonly catalogId: string | null;
  /** Leave out what is faulty, and whatever hangs on it. */
  readonly isKeepingGoing: boolean;
  /** Whether products are to be compared with those of the store. */
  readonly withDigests: boolean;
}

export interface CheckedImport extends CatalogsOfImport {
  readonly recordCount: number;
  readonly faults: readonly ImportFault[];
  /** A file can't be read to its end: nobody knows what is missing, so that leaving out is not enough. */
  readonly isUnreadable: boolean;
  readonly kept: readonly KeptRecord[];
}

export async function checkImport(options: CheckOptions): Promise<CheckedImport> {
  const { walk, staged, stores, catalogId, isKeepingGoing, withDigests } = options;
  const faults: ImportFault[] = [];
  let kept: KeptRecord[] = [];
  let recordCount = 0;

  function check(sequence: Sequence, read: ReadRecord): void {
    recordCount += 1;
    const { place } = read;
    const result = 'fault' in read ? null : parseRecord(read.value);
    if (result && 'record' in result) {
      const { record } = result;
      if (record.type !== 'product') kept.push({ sequence, place, record });
      else staged.add(toStagedProduct(record, { sequence, place, digest: withDigests ? digestOf(record) : null }));
      return;
    }
    const keys = 'value' in read ? keysOf(read.value) : { type: null, id: null, catalogId: null };
    if ('fault' in read) faults.push({ place, ...keys, path: '', message: read.fault });
    for (const violation of result?.violations ?? []) faults.push({ place, ...keys, ...toImportFault(violation) });
    const { type, id } = keys;
    if (type === 'product' && id !== null)
      staged.add(toFaultyProduct({ sequence, place, id, catalogId: keys.catalogId }));
    staged.leaveOut(sequence);
  }

  try {
    await walk('checking', check);
  } catch (error) {
    if (!(error instanceof UnreadableSourceError)) throw error;
    faults.push({ place: error.place, type: null, id: null, path: '', message: error.message });
    return { ...noCatalogs, recordCount, faults, isUnreadable: true, kept };
  }
  const catalogs = await assignCatalogs({ staged, kept, stores, catalogId });
  staged.settleFamilies();
  for (;;) {
    const ofProducts = [...findProductFaults(staged), ...(isKeepingGoing ? findStrandedProducts(staged) : [])];
    const ofOthers = await findSmallRecordFaults(kept, new Set(catalogs.productCatalogIds), stores);
    for (const { sequence, place, id, path, message } of ofProducts) {
      faults.push({ place, type: 'product', id, path, message });
      staged.leaveOut(sequence);
    }
    for (const { sequence, place, record, path, message } of ofOthers) {
      faults.push({ place, type: record.type, id: record.id, path, message });
      staged.leaveOut(sequence);
    }
    kept = kept.filter(({ sequence }) => !staged.isLeftOut(sequence));
    if (!isKeepingGoing || ofProducts.length + ofOthers.length === 0) break;
  }
  // Leaving out must not publish an empty catalog.
  const productCatalogIds = catalogs.productCatalogIds.filter((id) => staged.countKept(id) > 0);
  return { ...catalogs, productCatalogIds, recordCount, faults, isUnreadable: false, kept };
}

const noCatalogs: CatalogsOfImport = { productCatalogIds: [], unnamedCatalogId: null, newCatalogs: [] };

/** What says which record is faulty, as far as it can be read. */
function keysOf(value: unknown) {
  const { type, id, meta } = isObject(value) ? value : {};
  const catalogId = isObject(meta) ? meta.catalog_id : null;
  return { type: textOrNull(type), id: textOrNull(id), catalogId: textOrNull(catalogId) };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= 255 ? value : null;
}
