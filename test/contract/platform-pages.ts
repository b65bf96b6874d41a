/**
 * Pages as a real platform answers them, with data of our own: the shopper's products, nodes and hierarchies, PIM's products, and
 * what administrators see of rules, offerings, plans, custom fields, keys and files. Each is a file.
 */
const id = (number: number) => `0e000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [created, updated, published] = ['2026-01-01T08:00:00.000Z', '2026-01-02T08:00:00.000Z', '2026-01-03T08:00:00Z'];
const timestamps = { created_at: created, updated_at: updated };

export const platformIds = {
  channel: 'platform',
  catalog: id(1),
  hierarchy: id(10),
  rootNode: id(11),
  leafNode: id(12),
  otherHierarchy: id(13),
  lonelyNode: id(14),
  parent: id(20),
  child: id(21),
  bundle: id(22),
  component: id(23),
  pim: id(24),
  offering: id(30),
  plan: id(31),
  yearlyOffering: id(32),
  yearlyPlan: id(33),
  otherPlan: id(34),
  api: id(40),
  field: id(41),
  pageApi: id(42),
  pageField: id(43),
  key: id(50),
  file: id(60),
} as const;
const ids = platformIds;

const shown = (amount: number) => ({
  with_tax: { amount, currency: 'EUR', formatted: `€${amount}` },
  without_tax: { amount, currency: 'EUR', formatted: `€${amount}` },
});
const page = (data: unknown, more: object = {}) => ({
  data,
  ...more,
  links: { self: '/x', first: '/x', last: null, next: null, prev: null },
  meta: { results: { total: 1 }, page: { limit: 25, offset: 0, current: 1, total: 1 } },
});

const catalogProduct = (productId: string, name: string, more: Record<string, object> = {}) => ({
  id: productId,
  type: 'product',
  attributes: {
    ...{ base_product: false, commodity_type: 'physical', name, sku: `SKU-${name}`, slug: name, status: 'live' },
    ...{ created_at: created, updated_at: updated, published_at: published, manage_stock: true, product_hash: 'abc' },
    ...{ manufacturer_part_num: '', upc_ean: '', description: '', availability: 'in-stock', translations: [] },
    price: { EUR: { amount: 1000, includes_tax: true } },
    weight: { g: 1.0, kg: 0.1, oz: 3, lb: 0 },
    ...more.attributes,
  },
  meta: {
    ...{ catalog_id: ids.catalog, catalog_source: 'pim', pricebook_id: id(90), product_types: ['standard'] },
    bread_crumbs: { [ids.leafNode]: [ids.hierarchy, ids.rootNode] },
    bread_crumb_nodes: [ids.leafNode],
    display_price: shown(1000),
    ...more.meta,
  },
  relationships: {
    component_products: { links: { self: '/component_products' } },
    main_image: { data: null },
    ...more.relationships,
  },
});

/** `GET /catalog/products?include=component_products,main_images,files` */
const products = page(
  [
    catalogProduct(ids.parent, 'tent', {
      attributes: { base_product: true },
      relationships: { children: [{ id: ids.child, type: 'product' }] },
      meta: {
        product_types: ['parent'],
        variations: [
          { id: 'size', name: 'Size', sort_order: null, options: [{ id: 's', name: 'S', description: '' }] },
        ],
        variation_matrix: { s: ids.child },
        links: { self: '/x' },
      },
    }),
    catalogProduct(ids.child, 'tent-s', {
      attributes: { base_product_id: ids.parent, tags: ['Light'] },
      meta: { product_types: ['child'], tiers: { t: { original_price: { EUR: { amount: 1 } } } } },
      relationships: { parent: { data: { id: ids.parent, type: 'product' } } },
    }),
    catalogProduct(ids.bundle, 'set', {
      attributes: {
        components: {
          cup: { name: 'Cup', min: 1, max: 1, options: [{ id: ids.component, quantity: 2, type: 'product' }] },
        },
      },
      meta: {
        product_types: ['bundle'],
        bundle_configuration: { selected_options: { cup: { [ids.component]: 2 } } },
      },
      relationships: { files: { data: [{ id: ids.file, type: 'file' }] } },
    }),
  ],
  {
    included: {
      component_products: [catalogProduct(ids.component, 'cup'), catalogProduct(ids.child, 'older-tent-s')],
      files: [{ type: 'file', id: ids.file, link: { href: 'https://files.example/x' }, file_name: 'x.png' }],
      main_images: [],
    },
  },
);

/** `GET /pcm/products/{id}` */
const pimProduct = {
  data: {
    id: ids.pim,
    type: 'product',
    attributes: {
      ...{ name: 'Stove', description: 'Burns', slug: '', sku: '', status: 'live', commodity_type: 'physical' },
      ...{ mpn: 'MPN-1', upc_ean: '4006381333931', external_ref: null },
      locales: { fr: { name: 'Réchaud', description: 'Brûle' } },
      build_rules: { default: 'include', exclude: [['s']] },
      components: {},
      custom_inputs: {
        note: { name: 'Note', required: true, validation_rules: [{ type: 'string', options: { max_length: 9 } }] },
      },
    },
    relationships: {
      children: { data: [], links: { self: '/children' } },
      component_products: { data: [], links: { self: '/components' } },
      files: { data: [], links: { self: '/files' } },
      main_image: { data: null },
      templates: { data: [{ id: 't', type: 'template' }], links: { self: '/templates' } },
    },
    meta: { ...timestamps, owner: 'store', tags: ['Hot'], product_types: ['standard'], variation_matrix: {} },
  },
  meta: { results: { total: 1 } },
};

const nodeOf = (nodeId: string, name: string, hierarchy: string, parent: object | null) => ({
  id: nodeId,
  type: 'node',
  attributes: {
    name,
    description: '',
    slug: name,
    ...timestamps,
    published_at: published,
    curated_products: [ids.child],
  },
  relationships: {
    children: { links: { related: '/children' } },
    products: { links: { related: '/products' } },
    hierarchy: { data: { id: hierarchy, type: 'hierarchy' }, links: { related: '/hierarchy' } },
    ...(parent && { parent: { data: parent, links: { related: '/parent' } } }),
  },
  meta: { bread_crumb: [hierarchy] },
});

const nodes = page([
  nodeOf(ids.leafNode, 'tents', ids.hierarchy, { id: ids.rootNode, type: 'node' }),
  nodeOf(ids.rootNode, 'camp', ids.hierarchy, null),
  nodeOf(ids.lonelyNode, 'lonely', ids.otherHierarchy, { id: ids.otherHierarchy, type: 'hierarchy' }),
]);

const hierarchies = page([
  {
    id: ids.hierarchy,
    type: 'hierarchy',
    attributes: { name: 'All', description: 'Everything', slug: 'all', ...timestamps, published_at: published },
    relationships: { children: { links: { related: '/c' } }, nodes: { links: { related: '/n' } } },
  },
]);

const catalogs = page([
  {
    id: ids.catalog,
    type: 'catalog',
    attributes: {
      ...{ name: 'Platform', description: null, hierarchy_ids: [ids.hierarchy], owner: 'store', ...timestamps },
      pricebook_ids: [{ id: id(90), priority: 1 }],
    },
    relationships: { releases: { links: { related: '/r' }, meta: { count: 1 } } },
  },
]);

const rules = page([
  {
    id: 'platform-rule',
    type: 'catalog_rule',
    attributes: {
      ...{ name: 'Platform', description: '', catalog_id: ids.catalog, channels: [ids.channel], tags: null },
      ...{ account_ids: null, account_tag_ids: null, customer_ids: [], pricebook_ids: [], ...timestamps },
      schedules: [{ valid_from: '2026-01-01T00:00:00Z', valid_to: '2126-01-01T00:00:00Z' }],
    },
  },
  {
    id: 'priced-rule',
    type: 'catalog_rule',
    attributes: { name: 'Priced', catalog_id: ids.catalog, pricebook_ids: [{ id: id(91), priority: 1 }] },
  },
]);

const offering = (offeringId: string, name: string, planRefs: string[]) => ({
  id: offeringId,
  type: 'subscription_offering',
  attributes: { external_ref: null, name, description: '', ...timestamps },
  meta: { external_plan_refs: planRefs, owner: 'organization', timestamps },
});
const planOf = (planId: string, name: string, more: object = {}) => ({
  id: planId,
  type: 'subscription_offering_plan',
  attributes: {
    ...{ external_ref: `ref-${name}`, name, description: null, sku: name, main_image: '', ...timestamps },
    price: { EUR: { amount: 500, includes_tax: true } },
    ...more,
  },
  meta: { owner: 'store', active_plan: true, timestamps, display_price: shown(500) },
});
const pricingOption = (active_pricing_option: boolean, billing_interval_type: string) => ({
  id: id(35),
  type: 'subscription_offering_pricing_option',
  attributes: { name: billing_interval_type, billing_interval_type, billing_frequency: 2, base_price_percentage: 100 },
  meta: { owner: 'store', active_pricing_option, timestamps },
});

/** `GET /subscriptions/offerings/{id}?include=plans,pricing_options` */
const yearlyOffering = {
  data: offering(ids.yearlyOffering, 'Yearly', []),
  included: {
    plans: [planOf(ids.yearlyPlan, 'yearly')],
    pricing_options: [pricingOption(true, 'year'), pricingOption(false, 'day')],
  },
};

/** `GET /subscriptions/offerings?include=plans` */
const offerings = page([offering(ids.offering, 'Monthly', ['ref-monthly']), offering(id(36), 'Other', ['x'])], {
  included: { plans: [planOf(ids.plan, 'monthly', { price_units: { unit: 'month', amount: 3 } })] },
});

/** `GET /subscriptions/offerings/{id}/plans` */
const plans = {
  ...page([planOf(ids.otherPlan, 'other', { price_units: { unit: 'day', amount: 1 } })]),
  links: { self: `/subscriptions/offerings/${ids.offering}/plans?page[limit]=25` },
};

const api = (apiId: string, slug: string) => ({
  ...{ id: apiId, type: 'custom_api', name: slug, description: '', slug, api_type: `platform_${slug}_ext` },
  allow_upserts: true,
  links: { self: `/settings/extensions/custom_apis/${apiId}` },
  meta: { timestamps },
  relationships: { parent_apis: { data: [] } },
});
const fieldOf = (fieldId: string, slug: string, more: object = {}) => ({
  ...{ id: fieldId, type: 'custom_field', name: slug, description: '', slug, field_type: 'string' },
  ...{ use_as_url_slug: false, presentation: { sort_order: 3 }, links: { self: null }, meta: { timestamps } },
  validation: {
    string: { min_length: null, max_length: 9, regex: null, allow_null_values: true, unique: 'no', immutable: false },
  },
  ...more,
});

/** One API and its fields, one after the other. */
const apiWithFields = [
  { data: api(ids.api, 'huts') },
  page([
    fieldOf(ids.field, 'beds'),
    fieldOf(id(44), 'rooms', { field_type: 'list', validation: { list: { allowed_type: 'any' } } }),
  ]),
];
const apis = page([api(ids.pageApi, 'lakes')]);
/** `GET /settings/extensions/custom-apis/{id}/fields` */
const fields = {
  ...page([fieldOf(ids.pageField, 'depth')]),
  links: { self: `/v2/settings/extensions/custom-apis/${ids.pageApi}/fields` },
};

const keys = page([
  {
    ...{
      id: ids.key,
      type: 'application_key',
      name: 'Platform',
      client_id: 'platform-client',
      client_secret: 'secret',
    },
    reserved_rate_limit: 0,
    meta: { timestamps: { ...timestamps, last_used_at: null } },
    links: { self: '/x' },
  },
]);

/** As platforms write whole grams. */
const asWritten = (text: string) => text.replaceAll(/"g": ?1,/g, '"g":1.0,');

/** File name → text. */
export const platformPages: Readonly<Record<string, string>> = {
  'apis.json': JSON.stringify(apis, null, 2),
  'api-with-fields.json': apiWithFields.map((one) => JSON.stringify(one, null, 1)).join('\n'),
  'catalogs.json': JSON.stringify(catalogs),
  'fields.json': JSON.stringify(fields, null, 2),
  'hierarchies.json': JSON.stringify(hierarchies),
  'keys.json': JSON.stringify(keys),
  'nodes.json': JSON.stringify(nodes, null, 2),
  'offering.json': JSON.stringify(yearlyOffering, null, 2),
  'offerings.json': JSON.stringify(offerings),
  'pim-product.json': JSON.stringify(pimProduct, null, 2),
  'plans.json': JSON.stringify(plans),
  // Again, on one line.
  'products-again.ndjson': `${asWritten(JSON.stringify({ data: products.data }))}\n`,
  'products.json': asWritten(JSON.stringify(products, null, 2)),
  'rules.json': JSON.stringify(rules),
};
