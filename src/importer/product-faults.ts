/** What is wrong between an import's products: duplicates, absent parents, cycles. */
import { excerpt } from '../domain/errors.ts';
import type { FoundProduct, StagedProducts } from '../domain/release/staging.ts';
import { findCycles } from './find-cycles.ts';
import { ImportError } from './import-catalogs.ts';

export interface ProductFault extends Omit<FoundProduct, 'catalogId'> {
  readonly path: string;
  readonly message: string;
}

/** How many are looked at together: a million of them must not be in memory at once. */
const atATime = 20_000;
/** Parents that are children: few catalogs have any. */
const maxGrandchildren = 100_000;

/** Each that is found is expected to be left out before the next one is looked for. */
export function* findProductFaults(
  staged: StagedProducts,
  { isKeepingGoing }: { readonly isKeepingGoing: boolean },
): Generator<ProductFault> {
  yield* duplicates(staged, 'id', 'id');
  yield* duplicates(staged, 'sku', 'attributes.sku');
  yield* duplicates(staged, 'slug', 'attributes.slug');
  yield* inBatches(staged.listOrphans, (child) => ({
    ...child,
    path: 'relationships.parent',
    message: `The catalog's records hold no parent '${excerpt(child.parentId)}'.`,
  }));
  yield* cycles(staged);
  if (!isKeepingGoing) return;
  yield* inBatches(staged.listStranded, (child) => ({
    ...child,
    path: 'relationships.parent',
    message: `Its parent '${excerpt(child.parentId)}' is left out.`,
  }));
}

/** Of several that share a value, the first one stays. */
function duplicates(staged: StagedProducts, attribute: 'id' | 'sku' | 'slug', path: string): Generator<ProductFault> {
  return inBatches(
    (limit) => staged.listDuplicates(attribute, limit),
    (product) => {
      const other = attribute === 'id' ? 'An earlier product' : `The product '${excerpt(product.firstId)}'`;
      const message = `${other} of the catalog has the same ${attribute} '${excerpt(product.value)}'.`;
      return { ...product, path, message };
    },
  );
}

function* inBatches<Found>(
  list: (limit: number) => Found[],
  toFault: (found: Found) => ProductFault,
): Generator<ProductFault> {
  for (;;) {
    const batch = list(atATime);
    for (const found of batch) yield toFault(found);
    if (batch.length < atATime) return;
  }
}

/** Products of a chain that never ends. */
function* cycles(staged: StagedProducts): Generator<ProductFault> {
  const key = (catalogId: string, id: string) => JSON.stringify([catalogId, id]);
  const grandchildren = staged.listGrandchildren(maxGrandchildren + 1);
  if (grandchildren.length > maxGrandchildren) {
    const limit = maxGrandchildren.toLocaleString('en');
    throw new ImportError(`More than ${limit} products have a parent that has a parent itself, which is the limit.`);
  }
  const parents = grandchildren.map(
    ({ catalogId, id, parentId }) => [key(catalogId, id), key(catalogId, parentId)] as const,
  );
  const inCycles = findCycles(new Map(parents));
  for (const child of grandchildren) {
    if (!inCycles.has(key(child.catalogId, child.id))) continue;
    yield { ...child, path: 'relationships.parent', message: 'It is its own ancestor.' };
  }
}
