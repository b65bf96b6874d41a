import { expect, test } from 'vitest';
import { generateDemoStore } from '../../src/demo/demo-store.ts';

/** The members of the contract's product resource; `*` stands for any key of a map, `[]` for any item of a list. */
const members = `
  id type
  attributes.published_at attributes.base_product attributes.base_product_id attributes.commodity_type
  attributes.curated_product attributes.upc_ean attributes.manufacturer_part_num attributes.tags[]
  attributes.price_modifiers[] attributes.created_at attributes.updated_at attributes.description attributes.name
  attributes.sku attributes.slug attributes.status attributes.external_ref
  attributes.price.*.amount attributes.price.*.includes_tax
  attributes.tiers.*.minimum_quantity attributes.tiers.*.price.*.amount attributes.tiers.*.price.*.includes_tax
  attributes.components.*.name attributes.components.*.min attributes.components.*.max
  attributes.components.*.sort_order attributes.components.*.options[].id attributes.components.*.options[].type
  attributes.components.*.options[].quantity attributes.components.*.options[].sort_order
  attributes.components.*.options[].default
  attributes.custom_inputs.*.name attributes.custom_inputs.*.required
  attributes.custom_inputs.*.validation_rules[].type
  attributes.custom_inputs.*.validation_rules[].options.max_length
  attributes.extensions.*.*
  relationships.parent.data.id relationships.parent.data.type
  relationships.children.data[].id relationships.children.data[].type
  relationships.files.data[].id relationships.files.data[].type relationships.files.data[].created_at
  relationships.main_image.data.id relationships.main_image.data.type
  relationships.component_products.data[].id relationships.component_products.data[].type
  relationships.links.self
  meta.product_types[] meta.language meta.bread_crumbs.*[] meta.bread_crumb_nodes[] meta.catalog_id meta.pricebook_id
  meta.catalog_source meta.sale_id meta.sale_expires
  meta.display_price.with_tax.amount meta.display_price.with_tax.currency meta.display_price.with_tax.formatted
  meta.display_price.without_tax.amount meta.display_price.without_tax.currency
  meta.display_price.without_tax.formatted
  meta.original_price.*.amount meta.original_price.*.includes_tax
  meta.original_display_price.with_tax.amount meta.original_display_price.with_tax.currency
  meta.original_display_price.with_tax.formatted meta.original_display_price.without_tax.amount
  meta.original_display_price.without_tax.currency meta.original_display_price.without_tax.formatted
  meta.bundle_configuration.selected_options.*.*
  meta.bundle_configuration.component_products.*.sale_id meta.bundle_configuration.component_products.*.sale_expires
  meta.bundle_configuration.component_products.*.price.*.amount
  meta.bundle_configuration.component_products.*.display_price.with_tax.formatted
  meta.bundle_configuration.component_products.*.original_price.*.amount
  meta.bundle_configuration.component_products.*.original_display_price.with_tax.formatted
  meta.bundle_configuration.component_products.*.pricebook_id
  meta.bundle_configuration.component_products.*.price_modifiers[]
  meta.price_modifiers.*.modifier_type meta.price_modifiers.*.currencies.*.amount
  meta.price_modifiers.*.currencies.*.includes_tax meta.price_modifiers.*.tiers.*.minimum_quantity
  meta.variation_matrix.* meta.variation_matrix.*.* meta.variation_matrix.*.*.*
  meta.variations[].id meta.variations[].name meta.variations[].sort_order meta.variations[].options[].id
  meta.variations[].options[].name meta.variations[].options[].sort_order meta.variations[].options[].description
`
  .trim()
  .split(/\s+/);

/** Members that the contract lets be null: the store has them both ways, or with a value at least. */
const nullable = [
  'attributes.published_at',
  'attributes.external_ref',
  'attributes.components.*.min',
  'attributes.components.*.max',
];

const [main] = generateDemoStore().catalogs;
const products = [...(main?.products() ?? [])];

test.each(members)('%s is filled in some product of the demo store', (member) => {
  expect(products.some((product) => valuesAt(product, stepsOf(member)).some((value) => value != null))).toBe(true);
});

test.each(nullable)('%s is null in some other product', (member) => {
  expect(products.some((product) => valuesAt(product, stepsOf(member)).includes(null))).toBe(true);
});

test('extension attributes are texts, numbers, booleans and nulls', () => {
  const values = products.flatMap((product) => valuesAt(product, stepsOf('attributes.extensions.*.*')));
  const types = values.map((value) => (value === null ? 'null' : typeof value));
  expect(new Set(types)).toEqual(new Set(['string', 'number', 'boolean', 'null']));
});

function stepsOf(member: string): string[] {
  return member.replaceAll('[]', '.[]').split('.');
}

function valuesAt(value: unknown, [step, ...rest]: string[]): unknown[] {
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (step === '[]' || step === '*') {
    return Array.isArray(value) === (step === '[]')
      ? Object.values(value).flatMap((inner) => valuesAt(inner, rest))
      : [];
  }
  return Object.hasOwn(value, step) ? valuesAt((value as Record<string, unknown>)[step], rest) : [];
}
