/** What is wrong between an import's products: duplicates, absent parents, cycles. */
import { excerpt } from '../domain/errors.ts';
import type { FoundProduct, StagedChild, StagedProducts } from '../domain/release/staging.ts';
import { atFault, findCycles } from './find-cycles.ts';
import type { ImportRules } from './import-catalogs.ts';
import { ImportError } from './import-error.ts';
import { formatPlace } from './import-faults.ts';

export interface ProductFault extends Omit<FoundProduct, 'catalogId'> {
  readonly path: string;
  readonly message: string;
}

/** Parents that are children: few catalogs have any. */
const maxGrandchildren = 100_000;

/** What is looked for, in this order. Each fault that is found is expected to be left out before the next one is looked for. */
export function productChecks({ isKeepingGoing, mayLackParents = false }: ImportRules): readonly ProductCheck[] {
  return [
    (staged) => duplicates(staged, 'id', 'id'),
    (staged) => duplicates(staged, 'sku', 'attributes.sku'),
    (staged) => duplicates(staged, 'slug', 'attributes.slug'),
    ...(mayLackParents ? [] : [orphans]),
    cycles,
    ...(isKeepingGoing ? [stranded] : []),
  ];
}

export type ProductCheck = (staged: StagedProducts) => Iterable<ProductFault>;

/** Of several that share a value, the first one stays. */
function* duplicates(staged: StagedProducts, attribute: 'id' | 'sku' | 'slug', path: string): Generator<ProductFault> {
  for (const product of staged.listDuplicates(attribute)) {
    const { first, value } = product;
    const other = attribute === 'id' ? 'An earlier product' : `The product '${excerpt(first.id)}'`;
    const message = `${other} of the catalog (${formatPlace(first.place)}) has the same ${attribute} '${excerpt(value)}'.`;
    yield { ...product, path, message };
  }
}

function* orphans(staged: StagedProducts): Generator<ProductFault> {
  for (const child of staged.listOrphans()) {
    const message = `The catalog's records hold no parent '${excerpt(child.parentId)}'.`;
    yield { ...child, path: 'relationships.parent', message };
  }
}

function* stranded(staged: StagedProducts): Generator<ProductFault> {
  for (const child of staged.listStranded()) {
    yield { ...child, path: 'relationships.parent', message: `Its parent '${excerpt(child.parentId)}' is left out.` };
  }
}

/** Products of a chain that never ends: those of the release that is added to are not at fault where any other is. */
function* cycles(staged: StagedProducts): Generator<ProductFault> {
  const key = (catalogId: string, id: string) => JSON.stringify([catalogId, id]);
  const grandchildren = listGrandchildren(staged);
  const parents = grandchildren.map(
    ({ catalogId, id, parentId }) => [key(catalogId, id), key(catalogId, parentId)] as const,
  );
  const byKey = new Map(grandchildren.map((child) => [key(child.catalogId, child.id), child]));
  const inCycles = findCycles(new Map(parents)).flatMap((cycle) =>
    atFault(
      cycle.flatMap((member) => byKey.get(member) ?? []),
      ({ sequence }) => sequence < 0,
    ),
  );
  for (const child of inCycles.sort((a, b) => a.sequence - b.sequence)) {
    yield { ...child, path: 'relationships.parent', message: 'It is its own ancestor.' };
  }
}

function listGrandchildren(staged: StagedProducts): StagedChild[] {
  const grandchildren: StagedChild[] = [];
  for (const child of staged.listGrandchildren()) {
    grandchildren.push(child);
    if (grandchildren.length <= maxGrandchildren) continue;
    const limit = maxGrandchildren.toLocaleString('en');
    throw new ImportError(`More than ${limit} products have a parent that has a parent itself, which is the limit.`);
  }
  return grandchildren;
}
