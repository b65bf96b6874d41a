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
const displayPrice = z.object({ with_tax: displayAmount.nullish(), without_tax: displayAmount.nullish() });
export type DisplayPriceRecord = z.infer<typeof displayPrice>;

const priceData = {
  sale_id: z.string().nullish(),
  sale_expires: dateTime.nullish(),
  display_price: displayPrice.nullish(),
  /** What `price` was before a sale. */
  original_price: priceMap.nullish(),
  original_display_price: displayPrice.nullish(),
  pricebook_id: z.string().nullish(),
};

const priceModifier = z.object({
  modifier_type: z.enum(['price_increment', 'price_decrement', 'price_equals']),
  currencies: priceMap.nullish(),
  tiers: mapOf(z.object({ minimum_quantity: z.int().min(1).nullish(), price: priceMap.nullish() })).nullish(),
});
export type PriceModifierRecord = z.infer<typeof priceModifier>;

const componentProduct = z.object({
  ...priceData,
  price: priceMap.nullish(),
  /** Their names, or what they change: the contract leaves it open. */
  price_modifiers: z.union([z.array(z.string()), mapOf(priceModifier)]).nullish(),
});
export type ComponentProductRecord = z.infer<typeof componentProduct>;

const bundleConfiguration = z.object({
  /** Component id → option's product id → quantity (int64). */
  selected_options: mapOf(mapOf(amount)),
  /** Product id → its price data within the bundle. */
  component_products: mapOf(componentProduct).nullish(),
});
export type BundleConfigurationRecord = z.infer<typeof bundleConfiguration>;

const variation = z.object({
  id,
  name: z.string(),
  sort_order: z.int().nullish(),
  options: z.array(
    z.object({ id, name: z.string(), sort_order: z.int().nullish(), description: z.string().nullish() }),
  ),
});
export type VariationRecord = z.infer<typeof variation>;

export const productMeta = z.object({
  ...priceData,
  /** `standard`, `parent`, `child`, `bundle`: the platform gives them. */
  product_types: z.array(z.string()).nullish(),
  language: z.string().nullish(),
  /** Node that the product is in → that node's parents from the root down, at most 10. */
  bread_crumbs: mapOf(z.array(id).max(10)).nullish(),
  /** The nodes that the product is in. */
  bread_crumb_nodes: z.array(id).nullish(),
  catalog_id: z.string().nullish(),
  catalog_source: z.literal('pim').nullish(),
  bundle_configuration: bundleConfiguration.nullish(),
  /** Modifier name, case-sensitive → what it does to the price. */
  price_modifiers: mapOf(priceModifier).nullish(),
  variation_matrix: checked<VariationMatrix>((value) =>
    isObject(value) ? undefined : `Expected an object, but got ${shown(value)}.`,
  ).nullish(),
  variations: z.array(variation).nullish(),
});
export type ProductMetaRecord = z.infer<typeof productMeta>;

/** The matrix has one level for each variation, keyed by that variation's options, and a product's id at each leaf. */
export function checkMatrix({ variation_matrix, variations }: ProductMetaRecord, context: z.RefinementCtx): void {
  const levels = (variations ?? []).map(({ options }) => new Set(options.map((option) => option.id)));
  const report = (path: readonly string[], message: string) => {
    context.addIssue({ code: 'custom', path: ['meta', 'variation_matrix', ...path], message });
  };
  const walk = (value: unknown, path: string[]): void => {
    const options = levels[path.length];
    if (options && isObject(value)) {
      for (const [optionId, inner] of Object.entries(value)) {
        const at = [...path, optionId];
        if (!options.has(optionId)) report(at, `The variation has no option ${shown(optionId)}.`);
        else walk(inner, at);
      }
    } else if (options || !id.safeParse(value).success) {
      report(
        path,
        `Expected ${options ? 'an object keyed by option ids' : "a child product's id"}, but got ${shown(value)}.`,
      );
    }
  };
  if (Object.keys(variation_matrix ?? {}).length > 0) walk(variation_matrix, []);
}
