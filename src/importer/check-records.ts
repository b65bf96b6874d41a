/** What an import's first pass finds of each record by itself: its faults, and what is kept of it for what all of them say together. */
import { identifierFault } from '../domain/input/identifiers.ts';
import { isObject } from '../domain/input/is-object.ts';
import type { Sequence, StagedProducts } from '../domain/release/staging.ts';
import { createFaultLog } from './fault-log.ts';
import { ImportError } from './import-error.ts';
import { toImportFault } from './import-faults.ts';
import type { KeptRecord, SmallRecord } from './kept-record.ts';
import type { ProductThread } from './product-thread.ts';
import { type ReadRecord, UnreadableSourceError } from './read-records.ts';
import { parseRecord } from './records.ts';
import { type StagedKeys, toFaultyProduct, toStagedKeys } from './staged-product.ts';
import { createUnusedCount, reasonOfNoUse } from './unused-records.ts';
import type { WalkRecords } from './walk-records.ts';

export interface CheckRecordsOptions {
  readonly walk: WalkRecords;
  /** That lines are given to; null: there is none. */
  readonly productThread: ProductThread | null;
  readonly staged: StagedProducts;
  /** Whether products are to be compared with those of the store, or of other files. */
  readonly withDigests: boolean;
}

/** Of all records but products, which are kept whole: some 100,000 nodes. */
const maxKeptBytes = 16 * 2 ** 20;

/** Every record alone. */
export async function checkRecords(options: CheckRecordsOptions) {
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

function createRecordCheck({ staged, withDigests }: CheckRecordsOptions) {
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

function catalogIdOf(record: SmallRecord): string | null {
  return record.type === 'node' ? record.meta?.catalog_id || null : null;
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
