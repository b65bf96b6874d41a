import { validationError } from './errors.ts';
import type { Violation } from './violations.ts';

/** The contract's bounds of a page, and the store's page length when nothing is asked. */
export const pageLimits = { min: 1, max: 100, unset: 25 } as const;

/**
 * A stretch of an ordered list: at most `limit` rows, strictly between two positions. A position is a row's sort key:
 * the order is total (`updated_at` descending, then id ascending), so that paging never repeats or skips a row.
 */
export interface Window {
  readonly limit: number;
  /** Rows counted from the start of the stretch, or from its end. Either way they are answered in the list's order. */
  readonly from: 'start' | 'end';
  readonly after: string | null;
  readonly before: string | null;
}

export interface Page<Item> {
  readonly items: readonly PageItem<Item>[];
  /** Whether the list, filtered, holds rows before the first / behind the last of these: true to the data both ways. */
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** Of the whole filtered list; null when it was not asked for. */
  readonly total: number | null;
}

export interface PageItem<Item> {
  readonly item: Item;
  readonly sortKey: string;
}

/** Relay's four arguments, as the caller gave them. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** @throws DomainError VALIDATION_FAILED: nothing is clamped silently. */
export function parsePageSize({ first, last }: PageArguments): Pick<Window, 'limit' | 'from'> {
  const violations = [...sizeViolations('first', first), ...sizeViolations('last', last)];
  if (first != null && last != null) {
    const problem = "must not be given together with 'first'";
    violations.push({ path: ['last'], subject: 'argument', rule: 'exclusive', problem });
  }
  if (violations.length > 0) throw validationError(violations);
  return last != null ? { limit: last, from: 'end' } : { limit: first ?? pageLimits.unset, from: 'start' };
}

function sizeViolations(name: string, size: number | null | undefined): Violation[] {
  if (size == null || (size >= pageLimits.min && size <= pageLimits.max)) return [];
  const problem = `must be from ${pageLimits.min} to ${pageLimits.max}, but is ${size}`;
  return [{ path: [name], subject: 'argument', rule: 'range', problem }];
}

/** A stretch of a list that is paged by numbers, counted in records. */
export interface OffsetPage {
  readonly limit: number;
  readonly offset: number;
}

/** A page of such a list. */
export interface CountedPage<Item> {
  readonly items: readonly Item[];
  /** Of the whole list. */
  readonly total: number;
}
