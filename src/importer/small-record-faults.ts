/** What concerns two records that are kept: duplicates, absent parents, cycles, and what they refer to in the files or in the store. */
import { apiIdOf } from '../contract/custom-field.ts';
import { hierarchyIdOf, parentNodeIdOf } from '../contract/node.ts';
import { excerpt } from '../domain/errors.ts';
import type { Stores } from '../domain/ports.ts';
import type { Place, Sequence } from '../domain/release/staging.ts';
import { atFault, findCycles } from './find-cycles.ts';
import { formatPlace } from './import-faults.ts';
import { type KeptOf, type KeptRecord, keyInCatalog, ofType, type SmallRecord } from './kept-record.ts';

export interface SmallRecordFault extends KeptRecord {
  readonly path: string;
  readonly message: string;
}

export type KnownStores = Pick<Stores, 'catalogs' | 'subscriptions' | 'customFields' | 'applicationKeys'>;

/** What records may refer to beside each other. */
export interface KnownRecords {
  readonly productCatalogs: ReadonlySet<string>;
  readonly stores: KnownStores;
}

/** Faults of records that are not left out yet: leave out what they name, and look again until there is none. */
export async function findSmallRecordFaults(
  kept: readonly KeptRecord[],
  { productCatalogs, stores }: KnownRecords,
): Promise<SmallRecordFault[]> {
  return [
    ...duplicates(kept),
    ...faultsOfNodes(kept, productCatalogs),
    ...(await danglingReferences(kept, productCatalogs, stores)),
  ];
}

/** Values that may stand in one record only, with their path. Of several that share one, the first one stays. */
function uniqueValues(kept: KeptRecord): [path: string, value: string][] {
  const { record } = kept;
  const id: [string, string] = ['id', keyInCatalog(kept)];
  if (record.type === 'custom_api') return [id, ['api_type', record.api_type]];
  if (record.type === 'custom_field') return [id, ['slug', JSON.stringify([apiIdOf(record), record.slug])]];
  if (record.type === 'application_key') return [id, ['client_id', record.client_id]];
  return [id];
}

function duplicates(kept: readonly KeptRecord[]): SmallRecordFault[] {
  const seen = new Map<string, Place>();
  const ofSeveral = kept.flatMap((one) =>
    uniqueValues(one).flatMap(([path, value]) => {
      const key = JSON.stringify([one.record.type, path, value]);
      const first = seen.get(key);
      if (!first) {
        seen.set(key, one.place);
        return [];
      }
      const message = `An earlier ${one.record.type} (${formatPlace(first)}) has the same ${path}.`;
      return [{ ...one, path, message }];
    }),
  );
  return [...ofSeveral, ...nodesOfEvery(kept)];
}

/** A node that names no catalog is in every one: one that does may not have its id. */
function nodesOfEvery(kept: readonly KeptRecord[]): SmallRecordFault[] {
  const nodes = ofType(kept, 'node');
  const everywhere = new Set(nodes.flatMap(({ catalogId, record }) => (catalogId === null ? [record.id] : [])));
  const twice = nodes.filter(({ catalogId, record }) => catalogId !== null && everywhere.has(record.id));
  const message = 'A node that names no catalog, and so is in every one, has the same id.';
  return twice.map((one) => ({ ...one, path: 'id', message }));
}

function faultsOfNodes(kept: readonly KeptRecord[], productCatalogs: ReadonlySet<string>): SmallRecordFault[] {
  const faults = treesOf(ofType(kept, 'node'), productCatalogs).flatMap(faultsOfTree);
  return [...new Map(faults.map((fault) => [fault.sequence, fault])).values()];
}

/** The nodes of each catalog: a node that names none is in every one. */
function treesOf(nodes: readonly KeptOf<'node'>[], productCatalogs: ReadonlySet<string>) {
  if (productCatalogs.size <= 1) return [nodes];
  return [...productCatalogs].map((id) => nodes.filter(({ catalogId }) => catalogId === null || catalogId === id));
}

function faultsOfTree(nodes: readonly KeptOf<'node'>[]): SmallRecordFault[] {
  const parents = new Map(
    nodes.flatMap(({ record }): [string, string][] => {
      const parent = parentNodeIdOf(record);
      return parent === null ? [] : [[record.id, parent]];
    }),
  );
  const byId = new Map(nodes.map((node) => [node.record.id, node]));
  const inCycles = new Set(
    findCycles(parents).flatMap((cycle) =>
      atFault(
        cycle.flatMap((id) => byId.get(id) ?? []),
        ({ origin }) => origin === 'release',
      ),
    ),
  );
  const path = 'relationships.parent';
  return nodes.flatMap((node) => {
    const { record } = node;
    const parent = parents.get(record.id);
    // Pages of nodes come without their hierarchy.
    if (parent !== undefined && parent !== hierarchyIdOf(record) && !byId.has(parent)) {
      return [{ ...node, path, message: `The records hold no parent node '${excerpt(parent)}'.` }];
    }
    return inCycles.has(node) ? [{ ...node, path, message: 'It is its own ancestor.' }] : [];
  });
}

/** The nodes below those that were faulty, unless others have the places of these. `kept`, `all`: without the faulty ones, and with those that yield. */
export function findStrandedNodes(
  faults: readonly SmallRecordFault[],
  kept: readonly KeptRecord[],
  all: readonly KeptRecord[],
): SmallRecordFault[] {
  const byKey = Map.groupBy(ofType(all, 'node'), keyInCatalog);
  const byParent = Map.groupBy(ofType(kept, 'node'), ({ record }) => parentNodeIdOf(record));
  const gone = new Set<KeptRecord>(ofType(faults, 'node').filter((node) => !byKey.has(keyInCatalog(node))));
  const stranded = new Map<Sequence, SmallRecordFault>();
  // A set is walked to its end, what is added meanwhile included.
  for (const { catalogId, record } of gone) {
    for (const child of byParent.get(record.id) ?? []) {
      const isOther = catalogId !== null && child.catalogId !== catalogId;
      if (isOther || stranded.has(child.sequence)) continue;
      const message = `Its parent '${excerpt(record.id)}' is left out.`;
      stranded.set(child.sequence, { ...child, path: 'relationships.parent', message });
      if (byKey.get(keyInCatalog(child))?.length === 1) gone.add(child);
    }
  }
  return [...stranded.values()];
}

async function danglingReferences(
  kept: readonly KeptRecord[],
  productCatalogs: ReadonlySet<string>,
  stores: KnownStores,
): Promise<SmallRecordFault[]> {
  const { catalogs } = await stores.catalogs.getDirectory();
  const catalogIds = new Set([...ids(kept, 'catalog'), ...productCatalogs, ...catalogs.map(({ id }) => id)]);
  const plans = ofType(kept, 'subscription_plan');
  const offeringIds = new Set([
    ...ids(kept, 'subscription_offering'),
    ...(await stores.subscriptions.getManyOfferings(plans.map(({ record }) => record.attributes.offering_id))).keys(),
  ]);
  const fields = ofType(kept, 'custom_field');
  const apiIds = new Set([
    ...ids(kept, 'custom_api'),
    ...(await stores.customFields.getManyApis(fields.map(({ record }) => apiIdOf(record)))).keys(),
  ]);
  return [
    ...ofType(kept, 'catalog_rule').flatMap((one) =>
      dangling(one, 'attributes.catalog_id', one.record.attributes.catalog_id, catalogIds),
    ),
    ...plans.flatMap((one) => dangling(one, 'attributes.offering_id', one.record.attributes.offering_id, offeringIds)),
    ...fields.flatMap((one) => dangling(one, 'custom_api_id', apiIdOf(one.record), apiIds)),
    ...ofType(kept, 'node').flatMap((one) => {
      const catalogId = one.record.meta?.catalog_id;
      return catalogId ? dangling(one, 'meta.catalog_id', catalogId, productCatalogs) : [];
    }),
  ];
}

function dangling(kept: KeptRecord, path: string, id: string, known: ReadonlySet<string>): SmallRecordFault[] {
  if (known.has(id)) return [];
  const what =
    path === 'meta.catalog_id' ? 'products of the catalog' : path.replace(/^.*\.|_id$/g, '').replace('_', ' ');
  const where = path === 'meta.catalog_id' ? 'The files hold no' : 'Neither the files nor the store hold the';
  return [{ ...kept, path, message: `${where} ${what} '${excerpt(id)}'.` }];
}

function ids(kept: readonly KeptRecord[], type: SmallRecord['type']): string[] {
  return kept.flatMap(({ record }) => (record.type === type ? [record.id] : []));
}
