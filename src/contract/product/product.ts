/**
 * A product as the platform publishes it in a catalog's release (contract, "Product resource"). Only what makes a product one is
 * required; everything else may be absent.
 */
import { z } from 'zod';
import { identifier } from '../../domain/input/identifiers.ts';
import { rules } from '../../domain/input/text.ts';
import { type PricePoint, toPricePoints } from '../../domain/product/price-range.ts';
import { maybe, maybeList, openObject } from '../building-blocks.ts';
import { moment, relation, relations, selfLink } from '../members.ts';
import { toPrices } from '../price.ts';
import { attributes } from './attributes.ts';
import { meta } from './meta.ts';
import { matrixFaults } from './variation-matrix.ts';

const file = openObject({ id: identifier, type: z.string().nullish(), created_at: moment.nullish() });

const relationships = openObject({
  parent: maybe(relation),
  /** Every built child, drafts too. */
  children: maybe(relations),
  component_products: maybe(relations),
  files: maybe(openObject({ data: maybeList(file) })),
  main_image: maybe(relation),
  links: maybe(selfLink),
});

export const product = openObject({
  id: identifier,
  type: z.literal('product'),
  attributes,
  relationships: maybe(relationships),
  meta: maybe(meta),
})
  .check(
    rules(({ meta }) => matrixFaults(meta ?? {}).map(({ path, ...fault }) => ({ path: ['meta', ...path], ...fault }))),
  )
  .meta({ id: 'Product' });

export type ProductResource = z.input<typeof product>;

/** The nodes that it is in. */
export function nodeIdsOf({ meta }: Pick<ProductResource, 'meta'>): string[] {
  const trails = Object.keys(meta?.bread_crumbs ?? {});
  return trails.length > 0 ? trails : [...new Set(meta?.bread_crumb_nodes ?? [])];
}

/** Of a child: either member may name its parent. */
export function parentIdOf({ attributes, relationships }: ProductResource): string | null {
  return relationships?.parent?.data?.id ?? (attributes.base_product_id || null);
}

/** What it costs until its sale ends, and afterwards. */
export function pricePointsOf({ attributes, meta }: ProductResource): PricePoint[] {
  return toPricePoints({
    prices: toPrices(attributes.price),
    originalPrices: toPrices(meta?.original_price),
    saleExpires: meta?.sale_expires ?? null,
  });
}

/** Of the files that it names, as they are included. */
export function fileIdsOf({ relationships }: ProductResource, name: 'main_images' | 'files'): string[] {
  if (name === 'files') return (relationships?.files?.data ?? []).map(({ id }) => id);
  const image = relationships?.main_image?.data;
  return image ? [image.id] : [];
}
