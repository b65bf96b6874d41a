import { validationError } from '../domain/errors.ts';
import { type OffsetPage, pageLimits } from '../domain/page.ts';
import type { Violation } from '../domain/violations.ts';

/** In records: the contract's bound. */
export const maxOffset = 10_000;

/** @throws DomainError VALIDATION_FAILED: nothing is clamped silently */
export function parseOffsetPage({
  limit,
  offset,
}: {
  limit?: string | undefined;
  offset?: string | undefined;
}): OffsetPage {
  const violations: Violation[] = [];
  const page = {
    limit: parseNumber('page[limit]', limit, { ...pageLimits }, violations),
    offset: parseNumber('page[offset]', offset, { min: 0, max: maxOffset, unset: 0 }, violations),
  };
  if (violations.length > 0) throw validationError(violations);
  return page;
}

function parseNumber(
  name: string,
  text: string | undefined,
  { min, max, unset }: { min: number; max: number; unset: number },
  violations: Violation[],
): number {
  if (text === undefined) return unset;
  const number = /^(0|[1-9]\d{0,5})$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  const problem = `must be a whole number from ${min} to ${max}, but is '${text.slice(0, 40)}'`;
  violations.push({ path: [name], subject: 'parameter', rule: 'range', problem });
  return unset;
}
