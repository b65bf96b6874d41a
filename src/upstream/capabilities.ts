import { type Capabilities, localCatalogCapabilities } from '../domain/capabilities.ts';
import { offsetLimits } from '../domain/paging/page.ts';
import { maxNodesForSlugs } from './catalog/nodes.ts';
import { maxPricedChildren } from './product/child-prices.ts';
import { maxCombinations } from './product/matrices.ts';

/** What is not the catalog's, and always the platform's. */
const ofPlatform = { plansById: false, customFieldsById: false } as const;

export const liveCapabilities: Capabilities = {
  catalog: 'platform_live',
  productSorts: ['updated_at_desc'],
  productSearch: false,
  variantFilters: false,
  facets: false,
  catalogRules: false,
  catalogReleased: false,
  pagingAcrossReleases: false,
  maxListOffset: offsetLimits.max,
  maxPricedChildren,
  maxCombinations,
  maxNodesForSlugs,
  filesById: false,
  ...ofPlatform,
};

export const mirrorCapabilities: Capabilities = {
  ...localCatalogCapabilities,
  catalog: 'platform_mirror',
  ...ofPlatform,
};
