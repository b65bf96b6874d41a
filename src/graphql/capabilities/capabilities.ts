/** What of this graph can be answered here: it is the same wherever the data comes from, and a platform has less than our own store. */
import type { Capabilities } from '../../domain/capabilities.ts';
import { ProductSortEnum } from '../product/product-sort.ts';
import { builder, type FieldsOf } from '../schema/builder.ts';

const OriginEnum = builder.enumType('CatalogOrigin', {
  description: 'Where the catalog is read from.',
  values: {
    LOCAL: { value: 'local', description: 'What was imported into this gateway.' },
    PLATFORM_LIVE: { value: 'platform_live', description: 'A platform, at each request.' },
    PLATFORM_MIRROR: { value: 'platform_mirror', description: "A copy of a platform's releases." },
  } as const satisfies Record<string, { value: Capabilities['catalog']; description: string }>,
});

const CapabilitiesType = builder.objectRef<Capabilities>('GatewayCapabilities').implement({
  description:
    'What of this graph can be answered here. What can not is UNSUPPORTED; in front of a platform that is read at each request it is ' +
    'more than with a store of its own.',
  fields: (t) => ({ ...listCapabilities(t), ...lookupCapabilities(t) }),
});

function listCapabilities(t: FieldsOf<Capabilities>) {
  return {
    catalog: t.expose('catalog', { type: OriginEnum, description: 'Where the catalog is read from.' }),
    productSorts: t.expose('productSorts', {
      type: [ProductSortEnum],
      description: 'The values of `sort` that lists of products take.',
    }),
    productSearch: t.exposeBoolean('productSearch', { description: 'Whether lists of products take `search`.' }),
    variantFilters: t.exposeBoolean('variantFilters', {
      description: 'Whether filters of products take `price` and `options`.',
    }),
    facets: t.exposeBoolean('facets', { description: 'Whether `ProductConnection.facets` can be counted.' }),
    maxListOffset: t.exposeInt('maxListOffset', {
      nullable: true,
      description: 'How many items of a list a page may lie behind; null if there is no limit.',
    }),
    pagingAcrossReleases: t.exposeBoolean('pagingAcrossReleases', {
      description: 'Whether whoever pages through a list stays in its release. Where not, older cursors are EXPIRED.',
    }),
  };
}

function lookupCapabilities(t: FieldsOf<Capabilities>) {
  return {
    catalogRules: t.exposeBoolean('catalogRules', {
      description: 'Whether `CatalogContext` knows the rule that chose the catalog. Where not, its `rule` is null.',
    }),
    catalogReleased: t.exposeBoolean('catalogReleased', {
      description: 'Whether `subscription { catalogReleased }` tells of releases.',
    }),
    maxPricedChildren: t.exposeInt('maxPricedChildren', {
      nullable: true,
      description: 'The most children of a parent that has a `priceRange`; null if there is no limit.',
    }),
    maxCombinations: t.exposeInt('maxCombinations', {
      nullable: true,
      description:
        'The most combinations that a selection of options may leave, or leave but for one option, where `variant` and ' +
        '`optionAvailability` look which of their children are live; null if there is no limit.',
    }),
    maxNodesForSlugs: t.exposeInt('maxNodesForSlugs', {
      nullable: true,
      description: 'The most nodes of a catalog that `nodeBySlug` finds some in; null if there is no limit.',
    }),
    plansById: t.exposeBoolean('plansById', { description: 'Whether `node(id:)` finds plans of offerings.' }),
    customFieldsById: t.exposeBoolean('customFieldsById', { description: 'Whether `node(id:)` finds custom fields.' }),
    filesById: t.exposeBoolean('filesById', {
      description: 'Whether `node(id:)` finds files. Where not, they are known by the products that name them.',
    }),
  };
}

builder.queryField('capabilities', (t) =>
  t.field({
    type: CapabilitiesType,
    description: 'What of this graph can be answered here.',
    resolve: (_root, _args, { capabilities }) => capabilities,
  }),
);
