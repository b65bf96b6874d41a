/**
 * Which child product an option selection means (contract: `variation_matrix`). One walk over the combinations that were
 * built answers everything, whatever is selected.
 */
import { createMemo, memoised } from '../../lib/memo.ts';
import { excerpt, validationError } from '../errors.ts';
import { createViolationList, type Violation, type ViolationRule } from '../input/violations.ts';
import { type WorkBudget, workPrices } from '../work-budget.ts';
import type { MatrixEntry, Product, Variation } from './product.ts';

export interface VariationMatrix {
  /** One for each combination that was built, in the order of the matrix. */
  readonly entries: readonly MatrixEntry[];
  /** Those of the children that can't be shown; there may be others in the answer. */
  findUnavailable(childIds: readonly string[]): Promise<ReadonlyMap<string, UnavailableReason>>;
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
 * Charges a use of a parent's matrix, before it is read: however it is used, all of it is read or walked.
 * @throws DomainError LIMIT_EXCEEDED
 */
export function chargeMatrix(budget: WorkBudget, { combinationCount }: Pick<Product, 'combinationCount'>): void {
  budget.charge(workPrices.matrixEntry * combinationCount);
}

/** What a walk is about; `budget` bounds the violations that are told. */
export interface MatrixWalk {
  readonly variations: readonly Variation[];
  readonly matrix: VariationMatrix;
  readonly selectedOptions: readonly string[];
  readonly budget: WorkBudget;
}

/**
 * The one live child that the selection leaves, be it complete or partial; null when it leaves none, or several, or the
 * product has no variations.
 * @throws DomainError VALIDATION_FAILED for an option that the product does not have, or two of one variation
 */
export async function selectVariant(walk: MatrixWalk): Promise<string | null> {
  const { variations, matrix } = walk;
  if (variations.length === 0) return null;
  const selection = prepareWalk(walk);
  const left = new Set<string>();
  for (const { optionIds, productId } of entriesWith(selection[0] ?? null, matrix)) {
    if (mismatchOf(selection, optionIds) === 'none') left.add(productId);
  }
  const ids = [...left];
  const unavailable = await matrix.findUnavailable(ids);
  const available = ids.filter((id) => !unavailable.has(id));
  return available.length === 1 ? (available[0] as string) : null;
}

/**
 * Every option of every variation. An option of a variation of which another one is selected stands in for that one.
 * @throws DomainError VALIDATION_FAILED as `selectVariant` does
 */
export async function listOptionAvailability(walk: MatrixWalk): Promise<OptionAvailability[]> {
  const { variations, matrix } = walk;
  if (variations.length === 0) return [];
  const selection = prepareWalk(walk);
  const near: (MatrixEntry & { readonly mismatch: number | 'none' })[] = [];
  for (const { optionIds, productId } of matrix.entries) {
    const mismatch = mismatchOf(selection, optionIds);
    if (mismatch !== 'several') near.push({ optionIds, productId, mismatch });
  }
  const unavailable = await matrix.findUnavailable(near.map(({ productId }) => productId));
  const best = variations.map(() => new Map<string, OptionReason | null>());
  for (const { optionIds, productId, mismatch } of near) {
    const reason = unavailable.get(productId) ?? null;
    const [first, end] = mismatch === 'none' ? [0, optionIds.length] : [mismatch, mismatch + 1];
    for (let at = first; at < end; at += 1) {
      const [options, optionId] = [best[at], optionIds[at] as string];
      const known = options?.get(optionId);
      const found = better(known, reason);
      if (found !== known) options?.set(optionId, found);
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

const byFirstOption = createMemo<readonly MatrixEntry[], Map<string | undefined, MatrixEntry[]>>('by first option');

/** Those with that option of the first variation; null: all. Looking through all of them took 4 % of the processor's time of 20 variants. */
function entriesWith(optionId: string | null, { entries }: VariationMatrix): readonly MatrixEntry[] {
  if (optionId === null) return entries;
  const known = memoised(byFirstOption, entries, () => Map.groupBy(entries, ({ optionIds: [first] }) => first));
  return known.get(optionId) ?? [];
}

/** At which variation the combination has another option than the selected one. */
function mismatchOf(selection: Selection, optionIds: readonly string[]): number | 'none' | 'several' {
  let mismatch: number | 'none' = 'none';
  for (let at = 0; at < selection.length; at += 1) {
    if (selection[at] === null || selection[at] === optionIds[at]) continue;
    if (mismatch !== 'none') return 'several';
    mismatch = at;
  }
  return mismatch;
}

/** One live child is enough; of those that are not, a draft says more than an absent one: it may become live. */
function better(known: OptionReason | null | undefined, reason: OptionReason | null): OptionReason | null {
  if (known === undefined || reason === null) return reason;
  return known === 'not_in_release' ? reason : known;
}

/** @throws DomainError VALIDATION_FAILED */
function prepareWalk({ variations, selectedOptions, budget }: MatrixWalk): Selection {
  const variationOf = variationsByOption(variations);
  const violations = createViolationList(budget.maxViolations);
  const selection: (string | null)[] = variations.map(() => null);
  for (const [index, optionId] of selectedOptions.entries()) {
    const at = variationOf.get(optionId);
    const selected = at === undefined ? undefined : selection[at];
    if (at === undefined || selected === undefined) {
      violations.add(() => fault(index, 'enum', `must be an option of this product, but is '${excerpt(optionId)}'`));
    } else if (selected !== null && selected !== optionId) {
      const problem = `must not be a second option of the variation of '${excerpt(selected)}'`;
      violations.add(() => fault(index, 'exclusive', problem));
    } else {
      selection[at] = optionId;
    }
  }
  const told = violations.toArray();
  if (told.length > 0) throw validationError(told);
  return selection;
}

/**
 * Where options are few, these bring nothing (`bench/notebook/fast-paths.md`). But an operation may select hundreds of variants of a
 * product, and with its thousands of options finding their variations takes half a millisecond each time.
 */
const knownOptions = new WeakMap<readonly Variation[], ReadonlyMap<string, number>>();

/** The place of the variation that each option is of, the first one that has it. */
function variationsByOption(variations: readonly Variation[]): ReadonlyMap<string, number> {
  const known = knownOptions.get(variations);
  if (known) return known;
  const ids = variations.flatMap(({ options }, at) => options.map(({ id }): [string, number] => [id, at]));
  const byOption = new Map(ids.toReversed());
  knownOptions.set(variations, byOption);
  return byOption;
}

function fault(index: number, rule: ViolationRule, problem: string): Violation {
  return { path: ['selectedOptions', index], subject: 'argument', rule, problem };
}
