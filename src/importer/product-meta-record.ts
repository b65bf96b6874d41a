/** What the platform adds to a product when it publishes it (contract: Product resource, `meta`). */
import { z } from 'zod';
import { checked, isObject, mapOf, shown } from './checked.ts';
import { amount, dateTime, id, priceMap } from './field-schemas.ts';

/**
 * Option id → … → child product's id: one level for each variation, in the order of `variations`. Sparse where a
 * combination does not exist, `{}` without variations.
 */
export interface VariationMatrix {
  readonly [optionId: string]: VariationMatrix | string;
}

const displayAmount = z.object({ amount, currency: z.string(), formatted: z.string() });

/** One price, in the catalog's currency, as it is shown. */
const displayPrice = z.object({ with_tax: displayAmount.optional(), without_tax: displayAmount.optional() });
export type DisplayPriceRecord = z.infer<typeof displayPrice>;

const priceData = {
  sale_id: z.string().optional(),
  sale_expires: dateTime.nullish(),
  display_price: displayPrice.optional(),
  /** What `price` was before a sale. */
  original_price: priceMap.optional(),
  original_display_price: displayPrice.optional(),
  pricebook_id: z.string().nullish(),
};

const componentProduct = z.object({
  ...priceData,
  price: priceMap.optional(),
  price_modifiers: z.array(z.string()).optional(),
});
export type ComponentProductRecord = z.infer<typeof componentProduct>;

const bundleConfiguration = z.object({
  /** Component id → option's product id → quantity (int64). */
  selected_options: mapOf(mapOf(amount)),
  /** Product id → its price data within the bundle. */
  component_products: mapOf(componentProduct).optional(),
});
export type BundleConfigurationRecord = z.infer<typeof bundleConfiguration>;

const priceModifier = z.object({
  modifier_type: z.enum(['price_increment', 'price_decrement', 'price_equals']),
  currencies: priceMap.optional(),
  tiers: mapOf(mapOf(z.unknown())).optional(),
});
export type PriceModifierRecord = z.infer<typeof priceModifier>;

const variation = z.object({
  id,
  name: z.string(),
  sort_order: z.int().nullish(),
  options: z.array(
    z.object({ id, name: z.string(), sort_order: z.int().nullish(), description: z.string().optional() }),
  ),
});
export type VariationRecord = z.infer<typeof variation>;

export const productMeta = z.object({
  ...priceData,
  /** `standard`, `parent`, `child`, `bundle`: the platform gives them. */
  product_types: z.array(z.string()).optional(),
  language: z.string().optional(),
  /** Node that the product is in → that node's parents from the root down, at most 10. */
  bread_crumbs: mapOf(z.array(id).max(10)).optional(),
  /** The nodes that the product is in. */
  bread_crumb_nodes: z.array(id).optional(),
  catalog_id: z.string().optional(),
  catalog_source: z.literal('pim').optional(),
  bundle_configuration: bundleConfiguration.optional(),
  /** Modifier name, case-sensitive → what it does to the price. */
  price_modifiers: mapOf(priceModifier).optional(),
  variation_matrix: checked<VariationMatrix>((value) =>
    isObject(value) ? undefined : `Expected an object, but got ${shown(value)}.`,
  ).optional(),
  variations: z.array(variation).optional(),
});
export type ProductMetaRecord = z.infer<typeof productMeta>;

/** The matrix has as many levels as there are variations, and a product's id at each leaf. */
export function checkMatrix(meta: ProductMetaRecord, context: z.RefinementCtx): void {
  const walk = (value: unknown, levels: number, path: string[]): void => {
    if (levels > 0 && isObject(value)) {
      for (const [optionId, inner] of Object.entries(value)) walk(inner, levels - 1, [...path, optionId]);
    } else if (levels > 0 || !id.safeParse(value).success) {
      const expected = levels > 0 ? 'an object keyed by option ids' : "a child product's id";
      const message = `Expected ${expected}, but got ${shown(value)}.`;
      context.addIssue({ code: 'custom', path: ['meta', 'variation_matrix', ...path], message });
    }
  };
  const matrix = meta.variation_matrix ?? {};
  const levels = meta.variations?.length ?? 0;
  if (Object.keys(matrix).length > 0) walk(matrix, levels, []);
}
