/** What of the graph can be answered where the data comes from: all of it from our own store, less from a platform. */
import type { SortKey } from './product/product-sort.ts';

export interface Capabilities {
  readonly catalog: 'local' | 'platform_live' | 'platform_mirror';
  readonly productSorts: readonly SortKey[];
  readonly productSearch: boolean;
  readonly variantFilters: boolean;
  readonly facets: boolean;
  readonly catalogRules: boolean;
  readonly catalogReleased: boolean;
  readonly pagingAcrossReleases: boolean;
  /** How far into a list a page may begin; null: anywhere. */
  readonly maxListOffset: number | null;
  /** Of a parent; null: any number. */
  readonly maxPricedChildren: number | null;
  /** Of a parent, that a selection of options leaves; null: any number. */
  readonly maxCombinations: number | null;
  /** Of a catalog; null: any number. */
  readonly maxNodesForSlugs: number | null;
  readonly plansById: boolean;
  readonly customFieldsById: boolean;
  readonly filesById: boolean;
}

/** Of what is read from our own store. */
export const localCatalogCapabilities = {
  catalog: 'local',
  productSorts: ['updated_at_desc', 'created_at_desc', 'name_asc', 'name_desc', 'price_asc', 'price_desc'],
  productSearch: true,
  variantFilters: true,
  facets: true,
  catalogRules: true,
  catalogReleased: true,
  pagingAcrossReleases: true,
  maxListOffset: null,
  maxPricedChildren: null,
  maxCombinations: null,
  maxNodesForSlugs: null,
  filesById: true,
} as const satisfies Partial<Capabilities>;

export const localCapabilities: Capabilities = { ...localCatalogCapabilities, plansById: true, customFieldsById: true };
