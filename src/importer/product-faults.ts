/** What is wrong between an import's products: duplicates, absent parents and children, cycles. */
import { isObject } from '../contract/building-blocks.ts';
import { type ProductResource, parentIdOf } from '../contract/product/product.ts';
import type {
  FoundProduct,
  NamedChild,
  Place,
  Sequence,
  StagedProduct,
  StagedProducts,
} from '../domain/release/staging.ts';
import { findCycles } from './find-cycles.ts';

export interface ProductFault extends Omit<FoundProduct, 'catalogId'> {
  readonly path: string;
  readonly message: string;
}

/** What is kept of a product's record until all are read. */
export function toStagedProduct(
  record: ProductResource,
  read: { readonly sequence: Sequence; readonly place: Place; readonly digest: string | null },
): StagedProduct {
  const { id, attributes, meta } = record;
  return {
    ...read,
    id,
    catalogId: meta?.catalog_id || null,
    parentId: parentIdOf(record),
    sku: attributes.sku || null,
    slug: attributes.slug || null,
    namedChildren: [...unlistedLeaves(record)],
  };
}

export function findProductFaults(staged: StagedProducts): ProductFault[] {
  return [
    ...duplicates(staged, 'id', 'id'),
    ...duplicates(staged, 'sku', 'attributes.sku'),
    ...duplicates(staged, 'slug', 'attributes.slug'),
    ...staged.listOrphans().map((child) => ({
      ...child,
      path: 'relationships.parent',
      message: `The catalog's records hold no parent '${child.parentId}'.`,
    })),
    ...cycles(staged),
    ...staged.listAbsentChildren().map((product) => ({
      ...product,
      path: `meta.variation_matrix.${product.path}`,
      message: `It names the child '${product.childId}', which is neither a record of the catalog nor listed in relationships.children.`,
    })),
  ];
}

/** Products whose parent is left out. */
export function findStrandedProducts(staged: StagedProducts): ProductFault[] {
  return staged.listStranded().map((child) => ({
    ...child,
    path: 'relationships.parent',
    message: `Its parent '${child.parentId}' is left out.`,
  }));
}

/** Of several that share a value, the first one stays. */
function duplicates(staged: StagedProducts, attribute: 'id' | 'sku' | 'slug', path: string): ProductFault[] {
  return staged.listDuplicates(attribute).map((product) => {
    const other = attribute === 'id' ? 'An earlier product' : `The product '${product.firstId}'`;
    const message = `${other} of the catalog has the same ${attribute} '${product.value}'.`;
    return { ...product, path, message };
  });
}

/** Products of a chain that never ends. */
function cycles(staged: StagedProducts): ProductFault[] {
  const key = (catalogId: string, id: string) => JSON.stringify([catalogId, id]);
  const grandchildren = staged.listGrandchildren();
  const parents = grandchildren.map(
    ({ catalogId, id, parentId }) => [key(catalogId, id), key(catalogId, parentId)] as const,
  );
  const inCycles = findCycles(new Map(parents));
  return grandchildren
    .filter(({ catalogId, id }) => inCycles.has(key(catalogId, id)))
    .map((child) => ({ ...child, path: 'relationships.parent', message: 'It is its own ancestor.' }));
}

/** The children that a matrix names and the parent does not list: a listed one may be absent, as drafts are in saved pages. */
function* unlistedLeaves({ meta, relationships }: ProductResource): Generator<NamedChild> {
  const matrix = meta?.variation_matrix;
  if (matrix == null) return;
  const listed = new Set((relationships?.children?.data ?? []).map(({ id }) => id));
  for (const leaf of leavesOf(matrix, [])) if (!listed.has(leaf.childId)) yield leaf;
}

function* leavesOf(value: unknown, path: readonly string[]): Generator<NamedChild> {
  if (typeof value === 'string') yield { path: path.join('.'), childId: value };
  else if (isObject(value)) for (const [key, inner] of Object.entries(value)) yield* leavesOf(inner, [...path, key]);
}
