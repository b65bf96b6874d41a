/**
 * The position of a product or node in every list: `updated_at` descending, then id ascending, as one ascending text.
 * The moment is written inverted, with all its digits, so that texts compare by code point as the order demands, and no
 * time passes through a JavaScript Date, which would drop what is finer than a millisecond.
 */
import { parseDateTime } from '../input/date-time.ts';

/** 9999-12-31T23:59:59Z and a day, in seconds: no moment that RFC 3339 can write comes out negative. */
const maxSeconds = 253_402_387_200;
/** Of a second, at the least and at the most: nanoseconds, and what still fits an index. */
const fractionDigits = { min: 9, max: 64 };

/** `updatedAt` is RFC 3339; an absent or unreadable one sorts last, as the beginning of time. */
export function sortKeyOf(updatedAt: string | null | undefined, id: string): string {
  return `${invert(updatedAt ?? '')}~${id}`;
}

export function idOfSortKey(sortKey: string): string {
  return sortKey.slice(sortKey.indexOf('~') + 1);
}

function invert(updatedAt: string): string {
  const parts = parseDateTime(updatedAt);
  if (!parts) return '9'.repeat(23);
  const digits = withoutTrailingZeros(parts.fraction).slice(0, fractionDigits.max);
  const fraction = digits.padEnd(fractionDigits.min, '0');
  return `${String(maxSeconds - parts.seconds).padStart(13, '0')}.${complement(fraction)}`;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Digit by digit: what is longer is later, and comes first, because what ends a moment is greater than any digit. */
function complement(digits: string): string {
  return digits.replace(/\d/g, (digit) => String(9 - Number(digit)));
}

/** Texts in the order of their code points, as both engines have it: JavaScript's own differs where surrogates are. */
export function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let place = 0; place < end; place += 1) {
    const unit = a.charCodeAt(place);
    const other = b.charCodeAt(place);
    if (unit !== other) return rankOf(unit) - rankOf(other);
  }
  return a.length - b.length;
}

/** Half of a code point beyond U+FFFF comes after all that are whole. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}
