/** What is kept of a product's record until all are read, and what becomes of the record then. */
import { completeProduct } from '../contract/product/complete-product.ts';
import { type ProductResource, parentIdOf } from '../contract/product/product.ts';
import { toMatrixEntries } from '../contract/product/variation-matrix.ts';
import { defaultSlug } from '../domain/product/product-rules.ts';
import type { StoredKeys } from '../domain/release/ports.ts';
import type { StagedFamily, StagedProduct } from '../domain/release/staging.ts';

/** What a record says of itself, wherever it stands. */
export type StagedKeys = Omit<StagedProduct, 'sequence' | 'place' | 'origin'>;

export function toStagedKeys(record: ProductResource, digest: string | null): StagedKeys {
  const { id, attributes, meta } = record;
  return {
    id,
    digest,
    catalogId: meta?.catalog_id || null,
    parentId: parentIdOf(record),
    sku: attributes.sku || null,
    slug: slugOf(record),
    isParent: false,
    isSlugGiven: Boolean(attributes.slug),
    namedChildren: childrenNamedBy(record),
    hasLocales: attributes.locales != null,
  };
}

/** A product of the release that is added to, which was complete when it was stored. */
export function toStagedBase(
  { id, parentId, isParent, name, sku, slug, digest, hasLocales }: StoredKeys,
  read: Pick<StagedProduct, 'sequence' | 'place' | 'catalogId'>,
): StagedProduct {
  return {
    ...{ ...read, id, parentId, isParent, digest, hasLocales, origin: 'release' },
    sku: sku || null,
    slug: slug || defaultSlug(name ?? '') || defaultSlug(id),
    isSlugGiven: Boolean(slug),
    namedChildren: [],
  };
}

/** A record that is faulty: known all the same, so that its children are not told that it is absent. */
export function toFaultyProduct(
  read: Pick<StagedProduct, 'sequence' | 'place' | 'origin' | 'id' | 'catalogId'>,
): StagedProduct {
  return {
    ...read,
    parentId: null,
    sku: null,
    slug: null,
    isSlugGiven: false,
    digest: null,
    isParent: false,
    namedChildren: [],
    hasLocales: false,
  };
}

/** The product with everything that the contract says it has. */
export function completed(
  record: ProductResource,
  { catalogId, parentId, childIds, isSlugTaken }: StagedFamily,
): ProductResource {
  const slug = isSlugTaken ? [slugOf(record), defaultSlug(record.id)].join('-') : slugOf(record);
  return completeProduct(record, { catalogId, parentId, childIds, slug });
}

function slugOf({ id, attributes }: ProductResource): string | null {
  return attributes.slug || defaultSlug(attributes.name) || defaultSlug(id);
}

export function childrenNamedBy({ relationships, meta }: ProductResource): string[] {
  const listed = (relationships?.children?.data ?? []).map(({ id }) => id);
  const inMatrix = toMatrixEntries(meta?.variation_matrix ?? {}).map(({ productId }) => productId);
  return [...new Set([...listed, ...inMatrix])];
}
