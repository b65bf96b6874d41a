/** The orders that a list of products may be read in, and what makes each of them this very order. */
import { beginningOfLong, longestCurrency } from '../../lib/key-text.ts';
import type { Violation } from '../input/violations.ts';
import { currencyFault } from '../subscription/currency.ts';

export type SortKey = 'updated_at_desc' | 'created_at_desc' | 'name_asc' | 'name_desc' | 'price_asc' | 'price_desc';

/** As it was requested. */
export interface ProductSort {
  readonly key: SortKey;
  /** What prices are compared in; null: none was named. */
  readonly currency: string | null;
}

/** An order of one release. Ties stand in the list's own order, `updated_at_desc`. */
export type ListOrder =
  | { readonly key: 'updated_at_desc' | 'created_at_desc' }
  /** `language`: that the names are shown in; null: the release names none. */
  | { readonly key: 'name_asc' | 'name_desc'; readonly language: string | null }
  | PriceOrder;

/** By what each costs then: sales that have ended no longer count. What has no price comes last. */
export interface PriceOrder {
  readonly key: 'price_asc' | 'price_desc';
  readonly currency: string;
  /** In milliseconds since 1970. */
  readonly moment: number;
}

export const ownOrder: ListOrder = { key: 'updated_at_desc' };

export function sortFaults({ key, currency }: ProductSort): Violation[] {
  if (!isByPrice(key)) return [];
  const required = { rule: 'required', problem: 'is required to sort by price' } as const;
  const fault = currency === null ? required : currencyFault(currency);
  return fault ? [{ path: ['currency'], subject: 'argument', ...fault }] : [];
}

/** `sort` without faults. */
export function toListOrder(
  { key, currency }: ProductSort,
  { language, moment }: { readonly language: string | null; readonly moment: number },
): ListOrder {
  if (key === 'name_asc' || key === 'name_desc') return { key, language };
  if (isByPrice(key)) return { key, currency: currency ?? '', moment };
  return { key };
}

/** Equal sorts, equal texts: a currency counts where it is compared in. */
export function sortIdentity({ key, currency }: ProductSort): string {
  return isByPrice(key) ? `${key} ${beginningOfLong(currency, longestCurrency)}` : key;
}

export function isByPrice(key: SortKey): key is PriceOrder['key'] {
  return key === 'price_asc' || key === 'price_desc';
}
