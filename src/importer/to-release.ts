/** A product's or node's record as a row of a release: what lists filter and sort by beside the document itself. */
import { hash } from 'node:crypto';
import type { NodeResource } from '../contract/node.ts';
import { type ProductResource, parentIdOf, pricePointsOf } from '../contract/product/product.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import { sortKeyOf } from '../domain/paging/sort-key.ts';
import { digestOfTexts } from '../domain/release/digest-of-texts.ts';
import type { RecordOrigin, ReleaseNode, ReleaseProduct } from '../domain/release/ports.ts';
import { languagesOf, type ProductLanguages } from './language-count.ts';

/** A product's row, with what its release is told of it. */
export interface LoadedProduct {
  readonly row: ReleaseProduct;
  readonly languages: ProductLanguages;
}

/** Of the record that a product was made of. */
export interface ProductOrigin extends Required<RecordOrigin> {
  /** Null: it is the very record. */
  readonly digest: string | null;
}

export function toLoadedProduct(record: ProductResource, origin: ProductOrigin): LoadedProduct {
  return { row: toReleaseProduct(record, origin), languages: languagesOf(record) };
}

function toReleaseProduct(record: ProductResource, { digest, ...origin }: ProductOrigin): ReleaseProduct {
  const { id, attributes, meta } = record;
  const parentId = parentIdOf(record);
  const texts = toTexts(record);
  const isLiveChild = parentId !== null && attributes.status === 'live';
  return {
    id,
    parentId,
    sortKey: sortKeyOf(attributes.updated_at, id),
    status: attributes.status,
    isBaseProduct: attributes.base_product ?? false,
    name: attributes.name,
    sku: attributes.sku ?? null,
    slug: attributes.slug ?? null,
    mpn: attributes.manufacturer_part_num ?? null,
    upcEan: attributes.upc_ean ?? null,
    productTypes: meta?.product_types ?? [],
    tags: attributes.tags ?? [],
    digest: digest ?? digestOfProduct(texts),
    pricePoints: isLiveChild ? pricePointsOf(record) : [],
    ...texts,
    ...origin,
  };
}

/** Equal records, equal digests. */
export function digestOf(record: ProductResource | NodeResource): string {
  return record.type === 'product'
    ? digestOfProduct(toTexts(record))
    : hash('sha256', formatExactJson(record), 'base64url');
}

function digestOfProduct({ document, locales, matrix }: Texts): string {
  return digestOfTexts([document, locales, matrix]);
}

type Texts = Pick<ReleaseProduct, 'document' | 'locales' | 'matrix'>;

/**
 * The document, without what most reads have no use for: texts in other languages, and the matrix of a parent, which may
 * be a thousand times the rest. `meta` then stands last, so that the matrix can be put back without parsing.
 */
function toTexts(record: ProductResource): Texts {
  const { attributes, meta, ...rest } = record;
  const { locales, ...withoutLocales } = attributes;
  const { variation_matrix: matrix, ...withoutMatrix } = meta ?? {};
  const hasMatrix = matrix != null && Object.keys(matrix).length > 0 && Object.keys(withoutMatrix).length > 0;
  if (!hasMatrix && locales == null) return { document: formatExactJson(record), locales: null, matrix: null };
  return {
    document: formatExactJson({
      ...rest,
      attributes: withoutLocales,
      ...(meta != null && { meta: hasMatrix ? withoutMatrix : meta }),
    }),
    locales: locales == null ? null : formatExactJson(locales),
    matrix: hasMatrix ? JSON.stringify(matrix) : null,
  };
}

/** `digest`: of the record that it was made of. */
export function toReleaseNode(
  record: NodeResource,
  { digest, ...origin }: Required<RecordOrigin> & Pick<ReleaseNode, 'digest'>,
): ReleaseNode {
  const { id, attributes } = record;
  const sortKey = sortKeyOf(attributes.updated_at, id);
  return { id, sortKey, digest, document: formatExactJson(record), ...origin };
}

/** As it is stored: those of a release that does not say where its records stood are negative while it is added to. */
export function toPosition(position: number): number | null {
  return position < 0 ? null : position;
}
