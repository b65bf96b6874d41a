/** The releases that an import adds to: their records come before those of the files, and yield to them. */
import { withoutAdded } from '../contract/added-members.ts';
import type { NodeResource } from '../contract/node.ts';
import type { ProductResource } from '../contract/product/product.ts';
import { parseVerbatimJson } from '../domain/input/exact-json.ts';
import type { RecordSelection, ReleaseStore, StoredRecord } from '../domain/release/ports.ts';
import { readRecord } from '../domain/release/read-record.ts';
import type { Place, Sequence } from '../domain/release/staging.ts';

export interface BaseRelease {
  readonly catalogId: string;
  readonly releaseId: string;
  /** As it was published. */
  readonly productCount: number;
}

/** What of a release that is added to is not in the new one. */
export interface ReplacedRecords {
  readonly removedProductIds: ReadonlySet<string>;
  /** Whether the files hold all nodes. */
  readonly hasAllNodes: boolean;
}

/** Far enough from 0 for any release. */
const firstSequences = { products: -(2 ** 40), nodes: -(2 ** 41) };

/** Some at a time. */
export async function* listBaseProducts(releases: ReleaseStore, bases: readonly BaseRelease[]) {
  let sequence: Sequence = firstSequences.products;
  for (const { catalogId, releaseId } of bases) {
    const placeOf = createPlaces(releaseId);
    for await (const records of inPortions((place) => releases.listKeys(releaseId, place))) {
      const products = records.map((keys) => ({ sequence: sequence++, place: placeOf(), keys }));
      yield { catalogId, products };
    }
  }
}

/** One at a time. `of`: by their ids; `parents`: those that have children, or may have. */
export function readProducts(releases: ReleaseStore, releaseId: string, of: Exclude<RecordSelection, 'nodes'>) {
  return readRecords(releases, releaseId, of, toProduct);
}

/** In the same order each time. */
export async function* readBaseNodes(releases: ReleaseStore, bases: readonly BaseRelease[]) {
  let sequence: Sequence = firstSequences.nodes;
  for (const { catalogId, releaseId } of bases) {
    const placeOf = createPlaces(releaseId);
    const toNode = ({ document }: StoredRecord) => parseVerbatimJson(document) as NodeResource;
    for await (const { record, position } of readRecords(releases, releaseId, 'nodes', toNode)) {
      yield { sequence, position: position ?? sequence, place: placeOf(), catalogId, record };
      sequence += 1;
    }
  }
}

function toProduct({ document, locales }: StoredRecord): ProductResource {
  const record = parseVerbatimJson(document) as ProductResource;
  if (locales === null) return record;
  const attributes = { ...record.attributes, locales: parseVerbatimJson(locales) };
  return { ...record, attributes } as ProductResource;
}

/** As they were before anything was added to them. @throws UnreadableRecord */
async function* readRecords<Record extends object>(
  releases: ReleaseStore,
  releaseId: string,
  of: RecordSelection,
  toRecord: (stored: StoredRecord) => Record,
) {
  for await (const records of inPortions((place) => releases.listRecords(releaseId, of, place))) {
    for (const stored of records) {
      const { id, digest, position, addedMembers } = stored;
      const name = `${of === 'nodes' ? 'node' : 'product'} '${id}'`;
      const record = readRecord(name, () => withoutAdded(toRecord(stored), addedMembers));
      yield { record, digest, position };
    }
  }
}

async function* inPortions<Stored extends { readonly id: string }>(list: (after: string) => Promise<Stored[]>) {
  for (let after = ''; ; ) {
    const records = await list(after);
    const last = records.at(-1);
    if (!last) return;
    yield records;
    after = last.id;
  }
}

/** Records of a release are counted as those of a file are. */
function createPlaces(releaseId: string): () => Place {
  let record = 0;
  return () => {
    record += 1;
    return { file: `release ${releaseId}`, record, line: null };
  };
}
