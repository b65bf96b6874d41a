/**
 * A product as the platform publishes it in a catalog's release (contract: Product resource). Only what makes a product
 * one is required; everything else may be absent. Prices are in the currency's lowest denomination.
 */
import { z } from 'zod';
import { asIs, checked, mapOf, shown } from './checked.ts';
import { dateTime, id, locales, priceMap, relation, relations, text, urlSlug } from './field-schemas.ts';
import { checkMatrix, productMeta } from './product-meta-record.ts';

const tag = checked<string>((value) => {
  if (typeof value !== 'string' || value === '') return `Expected a tag, but got ${shown(value)}.`;
  return value.includes(',') ? `A tag holds no comma, but got ${shown(value)}.` : undefined;
});

const tier = z.object({ minimum_quantity: z.int().min(1), price: priceMap.nullish() });
export type TierRecord = z.infer<typeof tier>;

const component = z
  .object({
    /** Shown in the storefront. */
    name: text({ min: 1 }),
    /** The fewest and the most options that a shopper selects; null means no such bound. */
    min: z.int().min(0).nullish(),
    max: z.int().min(0).nullish(),
    /** The order of display, nothing else. */
    sort_order: z.int().nullish(),
    options: z.array(
      z.object({
        id,
        type: z.literal('product').nullish(),
        quantity: z.int().min(0).nullish(),
        sort_order: z.int().nullish(),
        default: z.boolean().nullish(),
      }),
    ),
  })
  .superRefine(({ min, max }, context) => {
    if (min == null || max == null || min <= max) return;
    context.addIssue({ code: 'custom', path: ['min'], message: `The minimum ${min} exceeds the maximum ${max}.` });
  });
export type ComponentRecord = z.infer<typeof component>;

const customInput = z.object({
  /** Shown in the storefront. */
  name: z.string(),
  validation_rules: z
    .array(
      z.object({
        type: z.literal('string').nullish(),
        options: z.object({ max_length: z.int().min(0).max(255).nullish() }).nullish(),
      }),
    )
    .nullish(),
  required: z.boolean().nullish(),
});
export type CustomInputRecord = z.infer<typeof customInput>;

const attributes = z.object({
  name: text({ min: 1 }),
  status: z.enum(['live', 'draft']),
  commodity_type: z.enum(['physical', 'digital']).nullish(),
  created_at: dateTime.nullish(),
  /** The child list is ordered by it. */
  updated_at: dateTime.nullish(),
  published_at: dateTime.nullish(),
  description: z.string().nullish(),
  sku: text({ min: 1 }).nullish(),
  slug: urlSlug.nullish(),
  /** True for a parent with built children; absent means false. */
  base_product: z.boolean().nullish(),
  /** The parent's id, on a child. */
  base_product_id: z.string().nullish(),
  /** True when curated, absent otherwise: never false. */
  curated_product: z.literal(true).nullish(),
  upc_ean: z.string().nullish(),
  manufacturer_part_num: z.string().nullish(),
  external_ref: z.string().nullish(),
  /** Without commas. Any case comes in, lower case is stored. */
  tags: z.array(tag).nullish(),
  /** Names, to be looked up in `meta.price_modifiers`. */
  price_modifiers: z.array(z.string()).nullish(),
  price: priceMap.nullish(),
  /** Tier name → the price from a quantity on. */
  tiers: mapOf(tier).superRefine(checkTiers).nullish(),
  /** Component id → what a shopper chooses from. Bundles only. */
  components: mapOf(component).nullish(),
  custom_inputs: mapOf(customInput).nullish(),
  /** Template name → the template's attributes. */
  extensions: mapOf(mapOf(z.unknown())).nullish(),
  locales: locales.nullish(),
});

const relationships = z.object({
  parent: relation.nullish(),
  /** Every built child, drafts too. */
  children: relations.nullish(),
  component_products: relations.nullish(),
  files: z
    .object({ data: z.array(z.object({ id, type: z.string().nullish(), created_at: dateTime.nullish() })) })
    .nullish(),
  main_image: relation.nullish(),
  links: z.object({ self: z.string() }).nullish(),
});

const product = z
  .object({
    id,
    type: z.literal('product'),
    attributes,
    relationships: relationships.nullish(),
    meta: productMeta.nullish(),
  })
  .superRefine(({ meta }, context) => checkMatrix(meta ?? {}, context));

export type ProductRecord = z.infer<typeof product>;
export const productRecord = asIs<ProductRecord>(product);

/** Two tiers conflict when they start at the same quantity in the same currency: which price holds would be open. */
function checkTiers(tiers: Record<string, TierRecord>, context: z.RefinementCtx): void {
  const seen = new Map<string, string>();
  for (const [name, { minimum_quantity, price }] of Object.entries(tiers)) {
    for (const currency of Object.keys(price ?? {})) {
      const start = `${currency} ${minimum_quantity}`;
      const other = seen.get(start);
      seen.set(start, name);
      if (other === undefined) continue;
      const message = `The tiers ${shown(other)} and ${shown(name)} both start at ${minimum_quantity} in ${currency}.`;
      context.addIssue({ code: 'custom', path: [name, 'minimum_quantity'], message });
    }
  }
}
