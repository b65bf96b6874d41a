/** A product's or node's record as a row of a release: what lists filter and sort by beside the document itself. */
import { formatExactJson } from '../domain/exact-json.ts';
import { normaliseTag } from '../domain/filter/canonical-filter.ts';
import { sortKeyOf } from '../domain/sort-key.ts';
import type { ReleaseNode, ReleaseProduct } from '../domain/stores.ts';
import type { NodeRecord } from './catalog-record.ts';
import type { ProductRecord } from './product-record.ts';

export function toReleaseProduct(record: ProductRecord): ReleaseProduct {
  const { id, attributes, relationships, meta } = record;
  return {
    id,
    parentId: relationships.parent?.data?.id ?? (attributes.base_product_id || null),
    sortKey: sortKeyOf(attributes.updated_at, id),
    status: attributes.status,
    isBaseProduct: attributes.base_product ?? false,
    name: attributes.name,
    sku: attributes.sku ?? null,
    slug: attributes.slug ?? null,
    mpn: attributes.manufacturer_part_num ?? null,
    upcEan: attributes.upc_ean ?? null,
    productTypes: meta.product_types ?? [],
    tags: (attributes.tags ?? []).map(normaliseTag),
    document: formatExactJson(record),
  };
}

export function toReleaseNode(record: NodeRecord): ReleaseNode {
  const { id, attributes } = record;
  return { id, sortKey: sortKeyOf(attributes.updated_at, id), document: JSON.stringify(record) };
}
