/** What a listed product must have itself, or of a parent one live child, all of it the same child. */
import { beginningOfLong, digestOfLong, longestCurrency } from '../../lib/key-text.ts';
import { createMemo, memoised } from '../../lib/memo.ts';
import type { Violation } from '../input/violations.ts';
import { currencyFault } from '../subscription/currency.ts';

export interface VariantFilter {
  /** Null: any, or none. */
  readonly price: PriceBetween | null;
  /** Of each list one option. */
  readonly options: readonly (readonly string[])[];
}

/** As of now, bounds included; null: there is none. */
export interface PriceBetween {
  readonly currency: string;
  readonly min: bigint | null;
  readonly max: bigint | null;
}

export function isFiltering({ price, options }: VariantFilter): boolean {
  return price !== null || options.length > 0;
}

export function variantFaults({ price }: VariantFilter): Violation[] {
  if (price === null) return [];
  const faults: Violation[] = [];
  const fault = currencyFault(price.currency);
  if (fault) faults.push({ path: ['filter', 'price', 'currency'], ...fault });
  if (price.min !== null && price.max !== null && price.min > price.max) {
    const problem = `must not be less than 'min', which is ${price.min}, but is ${price.max}`;
    faults.push({ path: ['filter', 'price', 'max'], rule: 'range', problem });
  }
  return faults;
}

/** Of the lists of one argument, which many fields may share: they may be a megabyte. */
const optionTexts = createMemo<VariantFilter['options'], string>('texts of options');
/** Of a filter that shoppers have: its cursors stay good. */
const maxLength = 1000;

/** Equal filters, equal texts, and short ones: they are repeated in keys and cursors. */
export function formatVariantFilter({ price, options }: VariantFilter): string {
  const bounds = price && [beginningOfLong(price.currency, longestCurrency), String(price.min), String(price.max)];
  const ofOptions = memoised(optionTexts, options, () =>
    JSON.stringify(options.map((group) => [...new Set(group)].sort()).sort()),
  );
  return digestOfLong(`[${JSON.stringify(bounds)},${ofOptions}]`, maxLength);
}

const listKeys = createMemo<readonly string[], string>('key of options');

/** Of one list of options: equal lists, equal texts, and short ones. */
export function keyOfOptions(list: readonly string[]): string {
  return memoised(listKeys, list, () => digestOfLong(JSON.stringify(list)));
}
