/** What a listed product must have itself, or of a parent one live child, all of it the same child. */
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

/** Equal filters, equal texts. */
export function formatVariantFilter({ price, options }: VariantFilter): string {
  const bounds = price && [price.currency, String(price.min), String(price.max)];
  return JSON.stringify([bounds, options.map((group) => [...new Set(group)].sort()).sort()]);
}
