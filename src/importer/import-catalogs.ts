/** Which catalogs an import is about. */
import type { CatalogResource } from '../contract/catalog.ts';
import type { Catalog } from '../domain/catalog/catalog.ts';
import { excerpt } from '../domain/errors.ts';
import { identifierFault } from '../domain/input/identifiers.ts';
import type { StagedProducts } from '../domain/release/staging.ts';
import type { BaseRelease, ReplacedRecords } from './base-releases.ts';
import { ImportError } from './import-error.ts';
import { type KeptRecord, ofType } from './kept-record.ts';
import type { KnownStores } from './small-record-faults.ts';

/** @throws ImportError where no catalog can have that id */
export function expectCatalogId(catalogId: string | null): void {
  const fault = catalogId === null ? null : identifierFault(catalogId);
  if (fault) throw new ImportError(`The id of --catalog ${fault.problem}.`);
}

export interface CatalogsOfImport {
  /** Those that have products in the files, or that something is added to: each gets a new release. */
  readonly productCatalogIds: readonly string[];
  /** Where products belong that name no catalog. */
  readonly unnamedCatalogId: string | null;
  /** Of catalogs that neither the files nor the store describe. */
  readonly newCatalogs: readonly CatalogResource[];
  /** The current releases that are added to; empty: the new ones hold what the files hold. */
  readonly bases: readonly BaseRelease[];
}

/** What decides on which records are taken, and into which catalogs. */
export interface ImportRules {
  /** Where products belong that name no catalog; null: wherever it is clear. */
  readonly catalogId: string | null;
  /** The files hold a part: the rest is what is current. */
  readonly isIntoCurrent: boolean;
  /**
   * With `isIntoCurrent`: what becomes of the release of `catalogId`, whether or not the files hold any of its products. Absent: it is only
   * added to.
   */
  readonly replaced?: ReplacedRecords;
  /** Whether `catalogId` gets a release although it has no products, as a copy of one that has none does; absent: it gets none. */
  readonly mayBeEmpty?: boolean;
  /** Leave out what is faulty, and whatever hangs on it. */
  readonly isKeepingGoing: boolean;
  /** Whether a child may come without its parent, as in a release that holds no drafts; absent: that is a fault. */
  readonly mayLackParents?: boolean;
  /** That no application key may have, because everybody knows them; absent: it may have any. */
  readonly publicSecrets?: readonly string[];
}

export interface AssignOptions extends ImportRules {
  readonly staged: StagedProducts;
  readonly kept: readonly KeptRecord[];
  readonly stores: KnownStores;
}

/**
 * Products that name no catalog belong to the one that was given, or else to the only one of the files, or else to
 * the only one of the store; where there is none at all, one is made.
 * @throws ImportError where that leaves several, or nothing to add to
 */
export async function assignCatalogs(options: AssignOptions): Promise<CatalogsOfImport> {
  const { stores, isIntoCurrent } = options;
  const { catalogs } = await stores.catalogs.getDirectory();
  return isIntoCurrent ? addToCurrent(options, catalogs) : assignToNew(options, catalogs);
}

function assignToNew(
  { staged, kept, catalogId, mayBeEmpty = false }: AssignOptions,
  catalogs: readonly Catalog[],
): CatalogsOfImport {
  const counts = staged.countByCatalog();
  const described = ofType(kept, 'catalog').map(({ record }) => record.id);
  const known = catalogs.map(({ id }) => id);
  const unnamed = counts.get(null) ?? 0;
  const named = [...counts.keys()].filter((id) => id !== null);
  const inFiles = [...new Set([...named, ...described])];
  const candidates = catalogId !== null ? [catalogId] : inFiles.length > 0 ? inFiles : known;
  const unnamedCatalogId = candidates[0] ?? 'default';
  if (unnamed > 0) {
    if (candidates.length > 1) {
      throw new ImportError(
        `meta.catalog_id is missing in ${unnamed} of the products, and there are several catalogs: ${list(candidates)}. Say which one with --catalog.`,
      );
    }
    staged.assignCatalog(unnamedCatalogId);
  }
  const empty = mayBeEmpty && catalogId !== null ? [catalogId] : [];
  const productCatalogIds = [...new Set([...named, ...(unnamed > 0 ? [unnamedCatalogId] : []), ...empty])];
  if (productCatalogIds.length === 0 && ofType(kept, 'node').length > 0) {
    throw new ImportError(
      'The files hold nodes, but no products. A release is a catalog in full: import its nodes and products together, or add them to what is current with --into current.',
    );
  }
  const undescribed = productCatalogIds.filter((id) => !described.includes(id) && !known.includes(id));
  return {
    productCatalogIds,
    unnamedCatalogId: unnamed > 0 ? unnamedCatalogId : null,
    newCatalogs: undescribed.map(toCatalog),
    bases: [],
  };
}

function addToCurrent(
  { staged, kept, catalogId, replaced }: AssignOptions,
  catalogs: readonly Catalog[],
): CatalogsOfImport {
  const counts = staged.countByCatalog();
  const nodes = ofType(kept, 'node');
  const named = new Set([...counts.keys(), ...nodes.map((node) => node.catalogId)].filter((id) => id !== null));
  const unnamed = (counts.get(null) ?? 0) + nodes.filter((node) => node.catalogId === null).length;
  const withRelease = catalogs.flatMap(({ id, currentRelease }) => (currentRelease ? [id] : []));
  const candidates = catalogId !== null ? [catalogId] : named.size > 0 ? [...named] : withRelease;
  const [unnamedCatalogId = null] = candidates;
  if (unnamed > 0) {
    if (unnamedCatalogId === null) {
      throw new ImportError('There is no current release to add to. Import a catalog in full first, without --into.');
    }
    if (candidates.length > 1) {
      throw new ImportError(
        `meta.catalog_id is missing in ${unnamed} of the products and nodes, and there are several catalogs to add to: ${list(candidates)}. Say which one with --catalog.`,
      );
    }
    staged.assignCatalog(unnamedCatalogId);
    named.add(unnamedCatalogId);
  }
  if (replaced && catalogId !== null) named.add(catalogId);
  const bases = [...named].map((id) => {
    const release = catalogs.find((catalog) => catalog.id === id)?.currentRelease;
    if (release) return { catalogId: id, releaseId: release.id, productCount: release.productCount };
    throw new ImportError(
      `The catalog '${excerpt(id)}' has no current release to add to. Import it in full first, without --into.`,
    );
  });
  const productCatalogIds = bases.map((base) => base.catalogId);
  return { productCatalogIds, unnamedCatalogId: unnamed > 0 ? unnamedCatalogId : null, newCatalogs: [], bases };
}

function list(ids: readonly string[]): string {
  return ids.map((id) => `'${excerpt(id)}'`).join(', ');
}

function toCatalog(id: string): CatalogResource {
  return { id, type: 'catalog', attributes: { name: id === 'default' ? 'Default' : id } };
}
