/** What is kept of a product's record until all are read, and what becomes of the record then. */
import { pathsOfAdded } from '../contract/added-members.ts';
import { completeProduct, slugOf } from '../contract/product/complete-product.ts';
import { type ProductResource, parentIdOf } from '../contract/product/product.ts';
import { toMatrixEntries } from '../contract/product/variation-matrix.ts';
import type { StoredKeys } from '../domain/release/ports.ts';
import type { RemovedProduct, StagedFamily, StagedProduct } from '../domain/release/staging.ts';
import { digestOf } from './to-release.ts';

/** What a record says of itself, wherever it stands. */
export type StagedKeys = Omit<StagedProduct, 'sequence' | 'place' | 'origin'>;

export function toStagedKeys(record: ProductResource, withDigest: boolean): StagedKeys {
  const { id, attributes, meta } = record;
  return {
    id,
    digest: withDigest ? digestOf(record) : null,
    catalogId: meta?.catalog_id || null,
    parentId: parentIdOf(record),
    sku: attributes.sku || null,
    slug: slugOf(record),
    isParent: false,
    isSlugGiven: Boolean(attributes.slug),
    namedChildren: childrenNamedBy(record),
    hasLocales: attributes.locales != null,
    stored: null,
  };
}

/** A product of the release that is added to, which was complete when it was stored: what it says itself, and what it was made. */
export function toStagedBase<Read extends Pick<StagedProduct, 'sequence' | 'place' | 'catalogId'>>(
  { id, parentId, isParent, name, sku, slug, digest, hasLocales, addedMembers, position }: StoredKeys,
  read: Read,
): StagedProduct & Read & Pick<RemovedProduct, 'stored'> {
  const added = pathsOfAdded(addedMembers);
  const isNamedByParent =
    added.has('attributes.base_product_id') && (added.has('relationships') || added.has('relationships.parent'));
  const isSlugGiven = Boolean(slug) && !added.has('attributes.slug');
  const ownSlug = slugOf({ id, attributes: { slug: isSlugGiven ? slug : null, name: name ?? '' } });
  return {
    ...{ ...read, id, isParent, digest, hasLocales, origin: 'release' },
    parentId: isNamedByParent ? null : parentId,
    sku: sku || null,
    ...{ slug: ownSlug, isSlugGiven },
    namedChildren: [],
    // Older versions did not say in which places records stood.
    stored: { parentId, otherSlug: slug === ownSlug ? null : (slug ?? ''), position: position ?? read.sequence },
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
    stored: null,
  };
}

/** The product with everything that the contract says it has. */
export function completed(
  record: ProductResource,
  { catalogId, parentId, childIds, otherSlug }: StagedFamily,
): ProductResource {
  return completeProduct(record, { catalogId, parentId, childIds, slug: otherSlug ?? slugOf(record) });
}

export function childrenNamedBy({ relationships, meta }: ProductResource): string[] {
  const listed = (relationships?.children?.data ?? []).map(({ id }) => id);
  const inMatrix = toMatrixEntries(meta?.variation_matrix ?? {}).map(({ productId }) => productId);
  return [...new Set([...listed, ...inMatrix])];
}
