import type { ProductResource } from '../../contract/product/product.ts';
import { toMatrixEntries } from '../../contract/product/variation-matrix.ts';
import type { UnavailableReason, VariationMatrix } from '../../domain/product/variation-matrix.ts';
import { unsupported } from '../platform.ts';
import { getRecords, type Reading } from './list-products.ts';

/** Of a parent: of more combinations it is not looked up which can be had. */
export const maxCombinations = 1000;

/** The matrices of parents, and which of the children in them are not shown: these are looked up by their ids. */
export async function getManyMatrices(
  reading: Reading,
  releaseId: string,
  ids: readonly string[],
): Promise<Map<string, VariationMatrix>> {
  const parents = await getRecords(reading, ids);
  const combinations = [...parents.values()].map((parent) => {
    const entries = toMatrixEntries(parent.meta?.variation_matrix ?? {});
    if (entries.length > maxCombinations) throw tooMany();
    return { parent, entries };
  });
  const named = combinations.flatMap(({ entries }) => entries.map(({ productId }) => productId));
  const shown = await getRecords(reading, [...new Set(named)]);
  return new Map(
    combinations.map(({ parent, entries }) => {
      const absent = entries.map(({ productId }) => productId).filter((id) => !shown.has(id));
      const unavailable = new Map(absent.map((id) => [id, reasonOf(parent, id)]));
      return [parent.id, { entries: entries.map((entry) => ({ ...entry, releaseId })), unavailable }];
    }),
  );
}

/** A parent names every child that was built. */
function reasonOf({ relationships }: ProductResource, childId: string): UnavailableReason {
  return relationships?.children?.data?.some(({ id }) => id === childId) ? 'not_live' : 'not_in_release';
}

function tooMany() {
  return unsupported(
    `The variants of a product with more than ${maxCombinations} combinations are not looked up one by one.`,
  );
}
