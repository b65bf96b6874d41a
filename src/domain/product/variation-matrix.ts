/**
 * Which child product an option selection means (contract: `variation_matrix`). One walk over the combinations that were
 * built answers everything, whatever is selected.
 */
import { excerpt, validationError } from '../errors.ts';
import type { Violation, ViolationRule } from '../input/violations.ts';
import type { MatrixEntry, Variation } from './product.ts';

export interface VariationMatrix {
  /** One for each combination that was built, in the order of the matrix. */
  readonly entries: readonly MatrixEntry[];
  /** Of the children in it those that can't be shown. */
  readonly unavailable: ReadonlyMap<string, UnavailableReason>;
}

export type UnavailableReason = 'not_live' | 'not_in_release';
export type OptionReason = UnavailableReason | 'no_such_combination';

/** Whether the option, with what is selected of the other variations, still leads to a live child. */
export interface OptionAvailability {
  readonly variationId: string;
  readonly optionId: string;
  readonly isSelected: boolean;
  readonly isAvailable: boolean;
  /** Null: it is available. */
  readonly reason: OptionReason | null;
}

/** One option for each variation, in their order; null: none is selected of it. */
type Selection = readonly (string | null)[];

/**
 * The one live child that the selection leaves, be it complete or partial; null when it leaves none, or several, or the
 * product has no variations.
 * @throws DomainError VALIDATION_FAILED for an option that the product does not have, or two of one variation
 */
export function selectVariant(
  variations: readonly Variation[],
  { entries, unavailable }: VariationMatrix,
  selectedOptions: readonly string[],
): string | null {
  if (variations.length === 0) return null;
  const selection = parseSelection(variations, selectedOptions);
  const left = new Set<string>();
  for (const { optionIds, productId } of entries) {
    if (!unavailable.has(productId) && mismatchesOf(selection, optionIds).length === 0) left.add(productId);
  }
  const [only = null] = left;
  return left.size === 1 ? only : null;
}

/**
 * Every option of every variation. An option of a variation of which another one is selected stands in for that one.
 * @throws DomainError VALIDATION_FAILED as `selectVariant` does
 */
export function listOptionAvailability(
  variations: readonly Variation[],
  { entries, unavailable }: VariationMatrix,
  selectedOptions: readonly string[],
): OptionAvailability[] {
  if (variations.length === 0) return [];
  const selection = parseSelection(variations, selectedOptions);
  const best = variations.map(() => new Map<string, OptionReason | null>());
  for (const { optionIds, productId } of entries) {
    const reason = unavailable.get(productId) ?? null;
    const mismatches = mismatchesOf(selection, optionIds);
    if (mismatches.length > 1) continue;
    for (const at of mismatches.length === 1 ? mismatches : optionIds.keys()) {
      const options = best[at];
      const optionId = optionIds[at];
      if (options && optionId !== undefined) options.set(optionId, better(options.get(optionId), reason));
    }
  }
  return variations.flatMap((variation, at) =>
    variation.options.map((option): OptionAvailability => {
      const found = best[at]?.get(option.id);
      const reason = found === undefined ? 'no_such_combination' : found;
      const isSelected = selection[at] === option.id;
      return { variationId: variation.id, optionId: option.id, isSelected, isAvailable: reason === null, reason };
    }),
  );
}

/** At which variations the combination has another option than the selected one. */
function mismatchesOf(selection: Selection, optionIds: readonly string[]): number[] {
  return [...selection.keys()].filter((at) => selection[at] !== null && selection[at] !== optionIds[at]);
}

/** One live child is enough; of those that are not, a draft says more than an absent one: it may become live. */
function better(known: OptionReason | null | undefined, reason: OptionReason | null): OptionReason | null {
  if (known === undefined || reason === null) return reason;
  return known === 'not_in_release' ? reason : known;
}

function parseSelection(variations: readonly Variation[], selectedOptions: readonly string[]): Selection {
  const violations: Violation[] = [];
  const selection: (string | null)[] = variations.map(() => null);
  for (const [index, optionId] of selectedOptions.entries()) {
    const at = variations.findIndex(({ options }) => options.some(({ id }) => id === optionId));
    const selected = selection[at];
    if (selected === undefined) {
      violations.push(fault(index, 'enum', `must be an option of this product, but is '${excerpt(optionId)}'`));
    } else if (selected !== null && selected !== optionId) {
      const problem = `must not be a second option of the variation of '${excerpt(selected)}'`;
      violations.push(fault(index, 'exclusive', problem));
    } else {
      selection[at] = optionId;
    }
  }
  if (violations.length > 0) throw validationError(violations);
  return selection;
}

function fault(index: number, rule: ViolationRule, problem: string): Violation {
  return { path: ['selectedOptions', index], subject: 'argument', rule, problem };
}
