/** What members of records have in common: ids, texts, date-times, amounts and prices. */
import { z } from 'zod';
import { checked, mapOf, shown } from './checked.ts';

/** An amount of money in the currency's lowest denomination: int64, exact. A bigint where a number would round. */
export type Amount = number | bigint;

const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Text of a length in Unicode code points. */
export function text({ min = 0, max = Number.POSITIVE_INFINITY }: { min?: number; max?: number } = {}) {
  const expected = max === Number.POSITIVE_INFINITY ? 'a non-empty string' : `${min} to ${max} characters`;
  return checked<string>((value) => {
    if (typeof value !== 'string') return `Expected a string, but got ${shown(value)}.`;
    const length = codePointsUpTo(value, max);
    return length < min || length > max ? `Expected ${expected}, but got ${shown(value)}.` : undefined;
  });
}

/** Text that a pattern describes; the description ends the sentence "Expected …". */
export function patterned(pattern: RegExp, description: string) {
  return checked<string>((value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : `Expected ${description}, but got ${shown(value)}.`,
  );
}

/** The platform's id of a product, node, variation or file: usually a UUID, but any text of 1 to 255 characters. */
export const id = text({ min: 1, max: 255 });

/** An id that the contract says is a UUID: any version, upper or lower case (RFC 9562). */
export const uuid = patterned(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'a UUID');

/**
 * RFC 3339: any number of fraction digits, any offset. A leap second (`:60`) is refused, for no JavaScript date can hold
 * it and no platform writes one.
 */
export const dateTime = checked<string>((value) =>
  typeof value === 'string' && isDateTime(value)
    ? undefined
    : `Expected an RFC 3339 date-time such as 2025-03-01T09:30:00.000Z, but got ${shown(value)}.`,
);

/** Letters, digits, hyphen, underscore and period (contract: product attributes, `slug`). */
export const urlSlug = patterned(/^[A-Za-z0-9._-]+$/, 'letters, digits, hyphens, underscores and periods');

/** int64. A number beyond ±(2^53−1) has already lost digits, so such amounts must come as bigint. */
export const amount = checked<Amount>((value) => {
  if (typeof value === 'bigint' && value >= INT64.min && value <= INT64.max) return undefined;
  if (Number.isSafeInteger(value)) return undefined;
  return `Expected a whole number that is exact and fits in 64 bits, but got ${shown(value)}.`;
});

export const currencyCode = patterned(/^[A-Z]{3}$/, 'a currency code of three upper case letters');

export const price = z.object({ amount, includes_tax: z.boolean().nullish() });
export type PriceRecord = z.infer<typeof price>;

/** Currency code → price (contract: product attributes, `price`). */
export const priceMap = mapOf(price, currencyCode);

/** Names and descriptions in other languages, by BCP 47 tag. Our own extension: the contract has no place for them. */
export const locales = mapOf(
  z.object({ name: text({ min: 1 }).nullish(), description: z.string().nullish() }),
  patterned(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'a language tag'),
);

export const timestamps = z.object({ created_at: dateTime, updated_at: dateTime });

/** Points at one record, or at none. */
export const relation = z.object({ data: z.object({ id, type: z.string().nullish() }).nullish() });
/** Points at any number of records, in their order. */
export const relations = z.object({ data: z.array(z.object({ id, type: z.string().nullish() })).nullish() });

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function isDateTime(value: string): boolean {
  const [, year, month, day] = DATE_TIME.exec(value)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Stops counting once the limit is passed: a text of megabytes costs no more than one of the limit. */
function codePointsUpTo(value: string, limit: number): number {
  if (limit === Number.POSITIVE_INFINITY) return value.length;
  let count = 0;
  for (const _ of value) {
    count += 1;
    if (count > limit) break;
  }
  return count;
}
