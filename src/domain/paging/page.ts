import { excerpt, validationError } from '../errors.ts';
import { boundRule } from '../input/constraint.ts';
import type { Violation } from '../input/violations.ts';

/** The contract's bounds of a page, and the store's page length where the request names none. */
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
  /** Rows that are passed over first; a page that begins at a cursor passes over none. */
  readonly skip: number;
}

export interface Page<Item> {
  readonly items: readonly PageItem<Item>[];
  /** Whether the list, filtered, holds rows before the first / after the last of these: true to the data both ways. */
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** Of the whole filtered list; null when it was not requested. */
  readonly total: number | null;
}

export interface PageItem<Item> {
  readonly item: Item;
  readonly sortKey: string;
}

/** A page of the REST interface, by number of records. */
export interface OffsetPage {
  readonly limit: number;
  readonly offset: number;
}

/** What such a page holds. */
export interface CountedPage<Item> {
  readonly items: readonly Item[];
  /** Of the whole list. */
  readonly total: number;
  /** Present where whoever counted it stopped early: the list may be longer. */
  readonly isAtLeast?: true;
}

/** `page[limit]` and `page[offset]` as the caller wrote them; null: not given. */
export interface OffsetArguments {
  readonly limit: string | null;
  readonly offset: string | null;
}

/** Relay's four arguments, as the caller gave them. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** @throws DomainError VALIDATION_FAILED: nothing is clamped silently. */
export function parsePageSize({ first, last }: PageArguments, pageLength: number): Pick<Window, 'limit' | 'from'> {
  const violations = [...sizeViolations('first', first), ...sizeViolations('last', last)];
  if (first != null && last != null) {
    const problem = "must not be given together with 'first'";
    violations.push({ path: ['last'], subject: 'argument', rule: 'exclusive', problem });
  }
  if (violations.length > 0) throw validationError(violations);
  return last != null ? { limit: last, from: 'end' } : { limit: first ?? pageLength, from: 'start' };
}

/** In records: the contract's bounds. */
export const offsetLimits = { min: 0, max: 10_000, unset: 0 } as const;
/** A whole number as JSON writes it: no sign, no leading zero, no exponent. */
const wholeNumber = /^(0|[1-9]\d{0,18})$/;

/** @throws DomainError VALIDATION_FAILED with both faults: nothing is clamped silently */
export function parseOffsetPage({ limit, offset }: OffsetArguments, pageLength: number): OffsetPage {
  const violations: Violation[] = [];
  const read = (name: string, text: string | null, { min, max, unset }: Record<'min' | 'max' | 'unset', number>) => {
    if (text === null) return unset;
    if (wholeNumber.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    const problem = `must be a whole number from ${min} to ${max}, but is '${excerpt(text)}'`;
    violations.push({ path: [name], subject: 'parameter', rule: 'range', problem });
    return unset;
  };
  const page = {
    limit: read('page[limit]', limit, { ...pageLimits, unset: pageLength }),
    offset: read('page[offset]', offset, offsetLimits),
  };
  if (violations.length > 0) throw validationError(violations);
  return page;
}

function sizeViolations(name: string, size: number | null | undefined): Violation[] {
  const rule = size == null ? null : boundRule(size, pageLimits);
  if (rule === null) return [];
  const problem = `must be from ${pageLimits.min} to ${pageLimits.max}, but is ${size}`;
  return [{ path: [name], subject: 'argument', rule, problem }];
}
