/** What the platform adds to a product when it publishes it (contract, "Product resource", `meta`). */
import { z } from 'zod';
import { identifier } from '../../domain/input/identifiers.ts';
import { int64 } from '../../domain/input/numbers.ts';
import { mapOf, mapOfObjects, maybe, maybeList, openObject } from '../building-blocks.ts';
import { catalogId } from '../members.ts';
import { priceData, priceMap, priceModifiers } from '../price.ts';
import { variationMatrix } from './variation-matrix.ts';

/** How long a chain of a node's parents is at the most. */
const maxBreadCrumbs = 10;

const componentProduct = openObject({
  ...priceData,
  price: maybe(priceMap),
  /** Their names, or what they change: the contract leaves it open. */
  price_modifiers: z.union([z.array(z.string()), priceModifiers]).nullish(),
});
export type ComponentProductResource = z.input<typeof componentProduct>;

const bundleConfiguration = openObject({
  /** Component id → option's product id → quantity. */
  selected_options: mapOfObjects(mapOf(int64())),
  /** Product id → its price data within the bundle. */
  component_products: maybe(mapOfObjects(componentProduct)),
});
export type BundleConfigurationResource = z.input<typeof bundleConfiguration>;

const option = openObject({
  id: identifier,
  name: z.string(),
  sort_order: int64().nullish(),
  description: z.string().nullish(),
});

const variation = openObject({
  id: identifier,
  name: z.string(),
  sort_order: int64().nullish(),
  options: z.array(option),
});
export type VariationResource = z.input<typeof variation>;

export const meta = openObject({
  ...priceData,
  /** `standard`, `parent`, `child`, `bundle`: the platform gives them. */
  product_types: maybeList(z.string()),
  language: z.string().nullish(),
  /** Node that the product is in → that node's parents from the root down. */
  bread_crumbs: maybe(mapOf(z.array(identifier).max(maxBreadCrumbs))),
  /** The nodes that the product is in. */
  bread_crumb_nodes: maybeList(identifier),
  catalog_id: catalogId.nullish(),
  catalog_source: z.literal('pim').nullish(),
  bundle_configuration: maybe(bundleConfiguration),
  price_modifiers: maybe(priceModifiers),
  variation_matrix: maybe(variationMatrix),
  variations: maybeList(variation),
});
