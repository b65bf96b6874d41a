/** Which catalogs an import is about. */
import type { CatalogResource } from '../contract/catalog.ts';
import type { StagedProducts } from '../domain/release/staging.ts';
import { type KeptRecord, type KnownStores, ofType } from './small-records.ts';

/** The import as a whole can't be done: a sentence says what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

export interface CatalogsOfImport {
  /** Those that have products in the files: each gets a new release. */
  readonly productCatalogIds: readonly string[];
  /** Where products belong that name no catalog. */
  readonly unnamedCatalogId: string | null;
  /** Of catalogs that neither the files nor the store describe. */
  readonly newCatalogs: readonly CatalogResource[];
}

export interface AssignOptions {
  readonly staged: StagedProducts;
  readonly kept: readonly KeptRecord[];
  readonly stores: KnownStores;
  readonly catalogId: string | null;
}

/**
 * Products that name no catalog belong to the one that the command names, or else to the only one of the files, or else to
 * the only one of the store; where there is none at all, one is made.
 * @throws ImportError where that leaves several
 */
export async function assignCatalogs({ staged, kept, stores, catalogId }: AssignOptions): Promise<CatalogsOfImport> {
  const counts = staged.countByCatalog();
  const described = ofType(kept, 'catalog').map(({ record }) => record.id);
  const { catalogs } = await stores.catalogs.getDirectory();
  const known = catalogs.map(({ id }) => id);
  const unnamed = counts.get(null) ?? 0;
  const named = [...counts.keys()].filter((id) => id !== null);
  const inFiles = [...new Set([...named, ...described])];
  const candidates = catalogId !== null ? [catalogId] : inFiles.length > 0 ? inFiles : known;
  const unnamedCatalogId = candidates[0] ?? 'default';
  if (unnamed > 0) {
    if (candidates.length > 1) {
      const list = candidates.map((id) => `'${id}'`).join(', ');
      throw new ImportError(
        `${unnamed} products name no catalog in meta.catalog_id, and there are several: ${list}. Say which one with --catalog.`,
      );
    }
    staged.assignCatalog(unnamedCatalogId);
  }
  const productCatalogIds = [...new Set([...named, ...(unnamed > 0 ? [unnamedCatalogId] : [])])];
  if (productCatalogIds.length === 0 && ofType(kept, 'node').length > 0) {
    throw new ImportError(
      'The files hold nodes, but no products. A release is a catalog in full: import its nodes and products together.',
    );
  }
  const undescribed = productCatalogIds.filter((id) => !described.includes(id) && !known.includes(id));
  return {
    productCatalogIds,
    unnamedCatalogId: unnamed > 0 ? unnamedCatalogId : null,
    newCatalogs: undescribed.map(toCatalog),
  };
}

function toCatalog(id: string): CatalogResource {
  return { id, type: 'catalog', attributes: { name: id === 'default' ? 'Default' : id } };
}
