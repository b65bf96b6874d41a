/** A parent's variation matrix, as a column of its own holds it. */
import { toMatrixEntries, type VariationMatrixResource } from '../../contract/product/variation-matrix.ts';
import { parseJsonText } from '../../domain/input/parse-json-text.ts';
import type { MatrixEntry } from '../../domain/product/product.ts';
import type { UnavailableReason, VariationMatrix } from '../../domain/product/variation-matrix.ts';
import type { ReleaseProductTable } from '../schema.ts';

export type MatrixRow = Pick<ReleaseProductTable, 'matrix' | 'unavailable_children'>;

export function toVariationMatrix({ matrix, unavailable_children }: MatrixRow): VariationMatrix {
  const reasons = parseJsonText(unavailable_children ?? '{}') as Record<string, UnavailableReason>;
  const unavailable: ReadonlyMap<string, UnavailableReason> = new Map(Object.entries(reasons));
  return { entries: parseMatrix(matrix), findUnavailable: async () => unavailable };
}

export function parseMatrix(matrix: string | null): MatrixEntry[] {
  return matrix === null ? [] : toMatrixEntries(parseJsonText(matrix) as VariationMatrixResource);
}
