/** The contract's product resource, for the OpenAPI document: products go out as they were published, unparsed. */
import { z } from 'zod';

const moment = z.string().describe('RFC 3339');
/** Beyond what a JavaScript number holds exactly. */
const int64 = z.unknown().meta({ type: 'integer', format: 'int64' });
const amount = int64.describe("In the currency's lowest denomination");
const price = z.looseObject({ amount, includes_tax: z.boolean().nullish() });
const priceMap = z.record(z.string(), price.nullable()).describe('By ISO 4217 code');
const tiers = z.record(z.string(), z.looseObject({ minimum_quantity: z.int().nullish(), price: priceMap.nullish() }));

const displayAmount = z.looseObject({ amount, currency: z.string(), formatted: z.string() });
const displayPrice = z.looseObject({ with_tax: displayAmount.nullish(), without_tax: displayAmount.nullish() });

const priceModifiers = z.record(
  z.string(),
  z.looseObject({
    modifier_type: z.enum(['price_increment', 'price_decrement', 'price_equals']),
    currencies: priceMap.nullish(),
    tiers: tiers.nullish(),
  }),
);

const priceData = {
  sale_id: z.string().nullish(),
  sale_expires: moment.nullish(),
  display_price: displayPrice.nullish(),
  original_price: priceMap.nullish(),
  original_display_price: displayPrice.nullish(),
  pricebook_id: z.string().nullish(),
};

const attributes = z.looseObject({
  name: z.string(),
  status: z.enum(['live', 'draft']),
  commodity_type: z.enum(['physical', 'digital']).nullish(),
  published_at: moment.nullish(),
  created_at: moment.nullish(),
  updated_at: moment.nullish(),
  base_product: z.boolean().nullish().describe('Whether it is a parent'),
  base_product_id: z.string().nullish(),
  curated_product: z.literal(true).nullish(),
  description: z.string().nullish(),
  sku: z.string().nullish(),
  slug: z.string().nullish(),
  upc_ean: z.string().nullish(),
  manufacturer_part_num: z.string().nullish(),
  external_ref: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  price_modifiers: z.array(z.string()).nullish(),
  price: priceMap.nullish(),
  tiers: tiers.nullish(),
  components: z.record(z.string(), z.looseObject({ name: z.string(), options: z.array(z.looseObject({})) })).nullish(),
  custom_inputs: z.record(z.string(), z.looseObject({ name: z.string() })).nullish(),
  extensions: z.record(z.string(), z.record(z.string(), z.unknown())).nullish(),
});

const reference = z.looseObject({ id: z.string(), type: z.string().nullish() });
const relation = z.looseObject({ data: reference.nullish() });
const relations = z.looseObject({ data: z.array(reference).nullish() });

const relationships = z.looseObject({
  parent: relation.nullish(),
  children: relations.nullish(),
  files: relations.nullish(),
  main_image: relation.nullish(),
  component_products: relations.nullish(),
  links: z.looseObject({ self: z.string() }).nullish(),
});

const option = z.looseObject({ id: z.string(), name: z.string(), sort_order: z.int().nullish() });

const meta = z.looseObject({
  ...priceData,
  product_types: z.array(z.string()).nullish(),
  language: z.string().nullish(),
  bread_crumbs: z.record(z.string(), z.array(z.string()).max(10)).nullish(),
  bread_crumb_nodes: z.array(z.string()).nullish(),
  catalog_id: z.string().nullish(),
  catalog_source: z.literal('pim').nullish(),
  bundle_configuration: z
    .looseObject({
      selected_options: z.record(z.string(), z.record(z.string(), int64)),
      component_products: z.record(z.string(), z.looseObject({ ...priceData, price: priceMap.nullish() })).nullish(),
    })
    .nullish(),
  price_modifiers: priceModifiers.nullish(),
  variation_matrix: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe('Objects nested by option id, one level for each variation; the leaf is the child product'),
  variations: z.array(option.extend({ options: z.array(option) })).nullish(),
});

export const product = z
  .looseObject({
    id: z.string(),
    type: z.literal('product'),
    attributes,
    relationships: relationships.nullish(),
    meta: meta.nullish(),
  })
  .meta({ id: 'Product' });
