/** A small store as a platform's files bring it: one product that has every member, a family, and what is sold by subscription. */
const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' };
const id = (number: number) => `0c000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const importedIds = {
  channel: 'contract',
  catalog: 'contract-catalog',
  full: id(1),
  parent: id(2),
  child: id(3),
  draftChild: id(4),
  standard: id(5),
  childlessParent: id(6),
  draftParent: id(7),
  draftStandard: id(8),
  otherChild: id(9),
  rootNode: id(20),
  node: id(21),
  leafNode: id(22),
  offering: id(30),
  plan: id(31),
  otherOffering: id(32),
  otherPlan: id(33),
  customApi: id(40),
  takenSlug: 'taken',
  key: id(50),
  account: id(60),
} as const;

const price = (amount: number) => ({
  EUR: { amount, includes_tax: true },
  USD: { amount: amount + 1, includes_tax: false },
});
const shown = (amount: number) => ({
  with_tax: { amount, currency: 'EUR', formatted: `€${amount}` },
  without_tax: { amount: amount - 1, currency: 'EUR', formatted: `€${amount - 1}` },
});
const priceData = {
  sale_id: 'summer',
  sale_expires: '2099-06-01T00:00:00.000Z',
  display_price: shown(900),
  original_price: price(1000),
  original_display_price: shown(1000),
  pricebook_id: 'book',
};
const modifiers = {
  XL: {
    modifier_type: 'price_increment',
    currencies: price(5),
    tiers: { ten: { minimum_quantity: 10, price: price(4) } },
  },
  less: { modifier_type: 'price_decrement', currencies: price(3) },
  exact: { modifier_type: 'price_equals', currencies: price(2) },
};
const product = (name: string, more: Record<string, object> = {}) => ({
  type: 'product',
  id: importedIds[name as 'full'],
  attributes: { name, status: 'live', slug: name, sku: `SKU-${name}`, ...times, ...more.attributes },
  relationships: { links: { self: `/products/${importedIds[name as 'full']}` }, ...more.relationships },
  meta: { catalog_id: importedIds.catalog, product_types: ['standard'], ...more.meta },
});
const child = { parent: { data: { id: importedIds.parent, type: 'product' } } };
const of = (...ids: string[]) => ({ data: ids.map((one) => ({ id: one, type: 'product' })) });

export const importedProducts = [
  product('full', {
    attributes: {
      commodity_type: 'physical',
      published_at: '2026-01-03T00:00:00.000Z',
      base_product: false,
      curated_product: true,
      upc_ean: '4006381333931',
      manufacturer_part_num: 'MPN-1',
      tags: ['rain', 'été'],
      price_modifiers: ['XL', 'less', 'exact'],
      description: 'Everything at once',
      external_ref: 'erp-1',
      price: price(900),
      tiers: {
        ten: { minimum_quantity: 10, price: price(800) },
        hundred: { minimum_quantity: 100, price: price(700) },
      },
      components: {
        mug: {
          name: 'Mug',
          min: 1,
          max: 2,
          sort_order: 3,
          options: [{ id: importedIds.standard, type: 'product', quantity: 1, sort_order: 4, default: true }],
        },
      },
      custom_inputs: {
        engraving: {
          name: 'Engraving',
          validation_rules: [{ type: 'string', options: { max_length: 255 } }],
          required: false,
        },
      },
      extensions: { 'products(care)': { wash: 30, note: null, delicate: true, text: 'cold' } },
    },
    relationships: {
      files: { data: [{ type: 'file', id: 'file-1', created_at: '2026-01-01T00:00:00.000Z' }] },
      main_image: { data: { type: 'main_image', id: 'image-1' } },
      component_products: of(importedIds.standard),
    },
    meta: {
      ...priceData,
      product_types: ['bundle'],
      language: 'en',
      bread_crumbs: { [importedIds.leafNode]: [importedIds.rootNode, importedIds.node] },
      bread_crumb_nodes: [importedIds.rootNode, importedIds.node, importedIds.leafNode],
      catalog_source: 'pim',
      price_modifiers: modifiers,
      bundle_configuration: {
        selected_options: { mug: { [importedIds.standard]: 1 } },
        component_products: {
          [importedIds.standard]: { ...priceData, price: price(100), price_modifiers: ['XL'] },
        },
      },
    },
  }),
  product('parent', {
    attributes: { base_product: true, updated_at: '2026-01-05T00:00:00.000Z' },
    relationships: { children: of(importedIds.child, importedIds.draftChild, importedIds.otherChild) },
    meta: {
      product_types: ['parent'],
      variations: [
        {
          id: 'size',
          name: 'Size',
          sort_order: 1,
          options: [
            { id: 'small', name: 'Small', sort_order: 1, description: 'S' },
            { id: 'medium', name: 'Medium', sort_order: 2, description: 'M' },
            { id: 'large', name: 'Large', sort_order: 3, description: 'L' },
          ],
        },
      ],
      variation_matrix: { small: importedIds.child, medium: importedIds.draftChild, large: importedIds.otherChild },
    },
  }),
  product('child', {
    attributes: { base_product_id: importedIds.parent, price: price(100), tags: ['rain'], commodity_type: 'digital' },
    relationships: child,
    meta: { product_types: ['child'] },
  }),
  product('otherChild', {
    attributes: {
      base_product_id: importedIds.parent,
      upc_ean: '4006381333932',
      manufacturer_part_num: 'MPN-2',
      tags: ['snow'],
      updated_at: '2026-01-04T00:00:00.000Z',
    },
    relationships: child,
    meta: { product_types: ['child'] },
  }),
  product('draftChild', { attributes: { status: 'draft' }, relationships: child, meta: { product_types: ['child'] } }),
  product('standard', { attributes: { price: price(500) } }),
  product('childlessParent', { attributes: { base_product: true }, meta: { product_types: ['parent'] } }),
  product('draftParent', { attributes: { status: 'draft', base_product: true }, meta: { product_types: ['parent'] } }),
  product('draftStandard', { attributes: { status: 'draft' } }),
];

const node = (name: 'rootNode' | 'node' | 'leafNode', parent: string | null, day: number) => ({
  type: 'node',
  id: importedIds[name],
  attributes: {
    name,
    slug: name,
    description: `The ${name}`,
    created_at: times.created_at,
    updated_at: `2026-02-0${day}T00:00:00.000Z`,
  },
  ...(parent && { relationships: { parent: { data: { id: parent, type: 'node' } } } }),
  meta: { catalog_id: importedIds.catalog },
});

export const importedNodes = [
  node('rootNode', null, 1),
  node('node', importedIds.rootNode, 3),
  node('leafNode', importedIds.node, 2),
];

const offering = (which: 'offering' | 'otherOffering') => ({
  type: 'subscription_offering',
  id: importedIds[which],
  attributes: {
    external_ref: `erp-${which}`,
    name: which,
    description: `The ${which}`,
    meta: { external_product_refs: ['socks', 'maps'], owner: 'organization', timestamps: times },
  },
});
const plan = (which: 'plan' | 'otherPlan', offering_id: string) => ({
  type: 'subscription_plan',
  id: importedIds[which],
  attributes: {
    name: which,
    offering_id,
    billing_interval_type: 'month',
    billing_frequency: 3,
    price: price(10),
    ...times,
  },
});

export const importedOfferings = [offering('offering'), offering('otherOffering')];

export const importedRecords: readonly object[] = [
  { type: 'catalog', id: importedIds.catalog, attributes: { name: 'Contract', ...times } },
  {
    type: 'catalog_rule',
    id: 'contract-rule',
    attributes: { name: 'Contract', catalog_id: importedIds.catalog, channels: [importedIds.channel], ...times },
  },
  ...importedNodes,
  ...importedProducts,
  ...importedOfferings,
  plan('plan', importedIds.offering),
  plan('otherPlan', importedIds.otherOffering),
  {
    type: 'custom_api',
    id: importedIds.customApi,
    name: 'Huts',
    description: 'To sleep in',
    slug: 'huts',
    api_type: 'contract_huts_ext',
    meta: { timestamps: times },
  },
  {
    type: 'custom_field',
    id: id(41),
    custom_api_id: importedIds.customApi,
    name: 'Taken',
    description: 'Beds that are taken',
    slug: importedIds.takenSlug,
    field_type: 'integer',
    validation: { integer: { min_value: 0, max_value: 9, allow_null_values: false } },
    links: { self: `/settings/extensions/custom-apis/${importedIds.customApi}/fields/${id(41)}` },
    meta: { timestamps: times },
  },
  {
    type: 'application_key',
    id: importedIds.key,
    name: 'Imported key',
    client_id: 'contract-client',
    reserved_rate_limit: 7,
    meta: { timestamps: { ...times, last_used_at: null } },
  },
];
