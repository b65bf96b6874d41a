/** What is wrong between an import's products: duplicates, absent parents, cycles. */
import { excerpt } from '../domain/errors.ts';
import type { FoundProduct, StagedProducts } from '../domain/release/staging.ts';
import { findCycles } from './find-cycles.ts';

export interface ProductFault extends Omit<FoundProduct, 'catalogId'> {
  readonly path: string;
  readonly message: string;
}

export function findProductFaults(staged: StagedProducts): ProductFault[] {
  return [
    ...duplicates(staged, 'id', 'id'),
    ...duplicates(staged, 'sku', 'attributes.sku'),
    ...duplicates(staged, 'slug', 'attributes.slug'),
    ...staged.listOrphans().map((child) => ({
      ...child,
      path: 'relationships.parent',
      message: `The catalog's records hold no parent '${excerpt(child.parentId)}'.`,
    })),
    ...cycles(staged),
  ];
}

/** Products whose parent is left out. */
export function findStrandedProducts(staged: StagedProducts): ProductFault[] {
  return staged.listStranded().map((child) => ({
    ...child,
    path: 'relationships.parent',
    message: `Its parent '${excerpt(child.parentId)}' is left out.`,
  }));
}

/** Of several that share a value, the first one stays. */
function duplicates(staged: StagedProducts, attribute: 'id' | 'sku' | 'slug', path: string): ProductFault[] {
  return staged.listDuplicates(attribute).map((product) => {
    const other = attribute === 'id' ? 'An earlier product' : `The product '${excerpt(product.firstId)}'`;
    const message = `${other} of the catalog has the same ${attribute} '${excerpt(product.value)}'.`;
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
