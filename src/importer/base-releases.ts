/** The releases that an import adds to: their records come before those of the files, and yield to them. */
import type { NodeResource } from '../contract/node.ts';
import type { ProductResource } from '../contract/product/product.ts';
import { parseVerbatimJson } from '../domain/input/exact-json.ts';
import type { ReleaseStore, StoredRecord } from '../domain/release/ports.ts';
import type { Place, Sequence } from '../domain/release/staging.ts';

export interface BaseRelease {
  readonly catalogId: string;
  readonly releaseId: string;
}

/** What of a release that is added to is not in the new one. */
export interface ReplacedRecords {
  readonly removedProductIds: ReadonlySet<string>;
  /** Whether the files hold all nodes. */
  readonly hasAllNodes: boolean;
}

export interface BaseRecord<Record> {
  readonly sequence: Sequence;
  readonly place: Place;
  readonly catalogId: string;
  readonly record: Record;
  /** Of the record that it was made of, when it was imported. */
  readonly digest: string;
}

/** Far enough from 0 for any release. */
const firstSequences = { products: -(2 ** 40), nodes: -(2 ** 41) };

export function readBaseProducts(releases: ReleaseStore, bases: readonly BaseRelease[]) {
  return readBase(releases, bases, 'products', ({ document, locales }): ProductResource => {
    const record = parseVerbatimJson(document) as ProductResource;
    if (locales === null) return record;
    const attributes = { ...record.attributes, locales: parseVerbatimJson(locales) };
    return { ...record, attributes } as ProductResource;
  });
}

export function readBaseNodes(releases: ReleaseStore, bases: readonly BaseRelease[]) {
  return readBase(releases, bases, 'nodes', ({ document }) => parseVerbatimJson(document) as NodeResource);
}

/** In the same order each time. */
async function* readBase<Record>(
  releases: ReleaseStore,
  bases: readonly BaseRelease[],
  of: 'products' | 'nodes',
  toRecord: (stored: StoredRecord) => Record,
): AsyncGenerator<BaseRecord<Record>> {
  let sequence = firstSequences[of];
  for (const { catalogId, releaseId } of bases) {
    let record = 0;
    for (let after = ''; ; ) {
      const batch = await releases.listRecords(releaseId, of, after);
      if (batch.length === 0) break;
      after = batch.at(-1)?.id ?? '';
      for (const stored of batch) {
        record += 1;
        const place = { file: `release ${releaseId}`, record, line: null };
        yield { sequence, place, catalogId, record: toRecord(stored), digest: stored.digest };
        sequence += 1;
      }
    }
  }
}
