import type { ProductResource } from '../../contract/product/product.ts';
import { toMatrixEntries } from '../../contract/product/variation-matrix.ts';
import type { UnavailableReason, VariationMatrix } from '../../domain/product/variation-matrix.ts';
import { unsupported } from '../platform.ts';
import { getRecords, type Reading } from './list-products.ts';

/** That a selection leaves: more of them are not looked up to see which can be had. */
export const maxCombinations = 1000;

/** The matrices of parents. Which of the children in them are shown is looked up by their ids, for several parents at once. */
export async function getManyMatrices(reading: Reading, ids: readonly string[]): Promise<Map<string, VariationMatrix>> {
  const parents = await getRecords(reading, ids);
  return new Map([...parents].map(([id, parent]) => [id, toMatrix(reading, parent)]));
}

function toMatrix({ records }: Reading, parent: ProductResource): VariationMatrix {
  return {
    entries: toMatrixEntries(parent.meta?.variation_matrix ?? {}),
    async findUnavailable(childIds) {
      if (childIds.length > maxCombinations) throw tooMany(childIds.length);
      const shown = await Promise.all(childIds.map((id) => records.load(id)));
      const absent = childIds.filter((_, at) => !shown[at]);
      return new Map(absent.map((id) => [id, reasonOf(parent, id)]));
    },
  };
}

/** A parent names every child that was built. */
function reasonOf({ relationships }: ProductResource, childId: string): UnavailableReason {
  return relationships?.children?.data?.some(({ id }) => id === childId) ? 'not_live' : 'not_in_release';
}

function tooMany(count: number) {
  return unsupported(
    `The selected options leave ${count} combinations, and ${maxCombinations} are looked up at the most: select more options.`,
  );
}
