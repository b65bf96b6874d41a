/** What people say of a product (contract, "Product resource", `attributes`). */
import { z } from 'zod';
import { normaliseTag } from '../../domain/filter/canonical-filter.ts';
import { identifier } from '../../domain/input/identifiers.ts';
import { int64, orderFaults, wholeNumber } from '../../domain/input/numbers.ts';
import { rules, text } from '../../domain/input/text.ts';
import { productSlug, productTag } from '../../domain/product/product-rules.ts';
import { mapOfObjects, maybe, maybeList, openObject, orElse } from '../building-blocks.ts';
import { locales, moment } from '../members.ts';
import { priceMap, tiers } from '../price.ts';

const component = openObject({
  /** Shown in the storefront. */
  name: text({ min: 1 }),
  /** The fewest and the most options that a shopper selects; null means no such bound. */
  min: int64({ min: 0 }).nullish(),
  max: int64({ min: 0 }).nullish(),
  /** The order of display, nothing else. */
  sort_order: int64().nullish(),
  options: z.array(
    openObject({
      id: identifier,
      type: orElse(z.literal('product'), 'product'),
      quantity: int64({ min: 0 }).nullish(),
      sort_order: int64().nullish(),
      default: z.boolean().nullish(),
    }),
  ),
}).check(rules(({ min, max }) => orderFaults('min', min, max)));
export type ComponentResource = z.input<typeof component>;

const validationRule = openObject({
  type: orElse(z.literal('string'), 'string'),
  options: maybe(openObject({ max_length: wholeNumber(0, 255).nullish() })),
});

const customInput = openObject({
  /** Shown in the storefront. */
  name: z.string(),
  validation_rules: maybeList(validationRule),
  required: z.boolean().nullish(),
});
export type CustomInputResource = z.input<typeof customInput>;

export const attributes = openObject({
  name: text({ min: 1 }),
  status: z.enum(['live', 'draft']),
  commodity_type: z.enum(['physical', 'digital']).nullish(),
  created_at: moment.nullish(),
  /** The child list is ordered by it. */
  updated_at: moment.nullish(),
  published_at: moment.nullish(),
  description: z.string().nullish(),
  sku: text({ min: 1 }).nullish(),
  slug: productSlug.nullish(),
  base_product: z.boolean().nullish().describe('Whether it is a parent'),
  /** The parent's id, on a child. */
  base_product_id: z.string().nullish(),
  /** True when curated, absent otherwise: never false. */
  curated_product: maybe(z.literal(true)),
  upc_ean: z.string().nullish(),
  manufacturer_part_num: z.string().nullish(),
  external_ref: z.string().nullish(),
  tags: maybeList(productTag.transform(normaliseTag).pipe(z.string())),
  /** Names, to be looked up in `meta.price_modifiers`. */
  price_modifiers: maybeList(z.string()),
  price: maybe(priceMap),
  /** Tier name → the price from a quantity on. */
  tiers: maybe(tiers),
  /** Component id → what a shopper chooses from. Bundles only. */
  components: maybe(mapOfObjects(component)),
  custom_inputs: maybe(mapOfObjects(customInput)),
  /** Template name → the template's attributes. */
  extensions: maybe(mapOfObjects(z.record(z.string(), z.unknown()))),
  locales: maybe(locales),
});
