/**
 * Option id → … → child product's id: one level for each variation, in the order of `variations`. Sparse where a combination
 * does not exist, `{}` without variations.
 */
import { z } from 'zod';
import { excerpt } from '../../domain/errors.ts';
import { identifierFault } from '../../domain/input/identifiers.ts';
import { isObject } from '../../domain/input/is-object.ts';
import type { PlacedFault } from '../../domain/input/text.ts';
import type { MatrixEntry } from '../../domain/product/product.ts';

export interface VariationMatrixResource {
  readonly [optionId: string]: VariationMatrixResource | string;
}

export const variationMatrix = z
  .record(
    z.string(),
    z.custom<VariationMatrixResource | string>(() => true),
  )
  .describe('Objects nested by option id, one level for each variation; the leaf is the child product');

interface WithMatrix {
  readonly variation_matrix?: VariationMatrixResource | null | undefined;
  readonly variations?: readonly { readonly options: readonly { readonly id: string }[] }[] | null | undefined;
}

/** As many as are told of a record: a matrix of nothing else has hundreds of thousands. */
const maxFaults = 100;

/**
 * The matrix has one level for each variation, keyed by that variation's options, and a product's id at each leaf. The first of the
 * faults.
 */
export function matrixFaults({ variation_matrix, variations }: WithMatrix): PlacedFault[] {
  if (Object.keys(variation_matrix ?? {}).length === 0) return [];
  const levels = (variations ?? []).map(({ options }) => new Set(options.map((option) => option.id)));
  return [...faultsBelow(variation_matrix, ['variation_matrix'], levels).take(maxFaults)];
}

function* faultsBelow(
  value: unknown,
  path: readonly string[],
  levels: readonly ReadonlySet<string>[],
): Generator<PlacedFault> {
  const [options, ...deeper] = levels;
  const fault = (problem: string, at = path): PlacedFault => ({ path: at, rule: 'type', problem });
  if (!options) {
    if (typeof value !== 'string' || identifierFault(value)) yield fault("must be a child product's id");
  } else if (!isObject(value)) {
    yield fault('must be an object, keyed by the ids of options');
  } else {
    for (const optionId of Object.keys(value)) {
      const at = [...path, optionId];
      if (options.has(optionId)) yield* faultsBelow(value[optionId], at, deeper);
      else yield fault(`must stand under an option of the variation, but '${excerpt(optionId)}' is none`, at);
    }
  }
}

/** As deep as there are variations. */
export function toMatrixEntries(matrix: VariationMatrixResource): MatrixEntry[] {
  const entries: MatrixEntry[] = [];
  addEntries(matrix, [], entries);
  return entries;
}

function addEntries(matrix: VariationMatrixResource, optionIds: readonly string[], entries: MatrixEntry[]): void {
  for (const [optionId, leaf] of Object.entries(matrix)) {
    // Of its own length: V8 leaves room for others in a list that it spreads into, twice what an entry takes.
    const path = optionIds.concat(optionId);
    if (typeof leaf === 'string') entries.push({ optionIds: path, productId: leaf });
    else addEntries(leaf, path, entries);
  }
}
