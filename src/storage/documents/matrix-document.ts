/** A parent's variation matrix, as a column of its own holds it. */
import type { MatrixEntry } from '../../domain/product/product.ts';
import type { UnavailableReason, VariationMatrix } from '../../domain/product/variation-matrix.ts';

/** Objects nested by option id, one level for each variation; the leaf is the child's id. */
interface MatrixDocument {
  readonly [optionId: string]: string | MatrixDocument;
}

type Combination = Omit<MatrixEntry, 'releaseId'>;

export interface MatrixRow {
  readonly matrix: string | null;
  readonly unavailable_children: string | null;
}

export function toVariationMatrix({ matrix, unavailable_children }: MatrixRow, releaseId: string): VariationMatrix {
  const unavailable = JSON.parse(unavailable_children ?? '{}') as Record<string, UnavailableReason>;
  const entries = parseMatrix(matrix).map((entry) => ({ ...entry, releaseId }));
  return { entries, unavailable: new Map(Object.entries(unavailable)) };
}

export function parseMatrix(matrix: string | null): Combination[] {
  return matrix === null ? [] : toEntries(JSON.parse(matrix) as MatrixDocument, []);
}

/** As deep as there are variations, which the importer bounds. */
function toEntries(matrix: MatrixDocument, optionIds: readonly string[]): Combination[] {
  return Object.entries(matrix).flatMap(([optionId, leaf]) => {
    const path = [...optionIds, optionId];
    return typeof leaf === 'string' ? [{ optionIds: path, productId: leaf }] : toEntries(leaf, path);
  });
}
