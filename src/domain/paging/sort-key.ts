/**
 * The position of a product or node in every list: `updated_at` descending, then id ascending, as one ascending text.
 * The moment is written inverted, with nanoseconds, so that texts compare by code point as the order demands, and no
 * time passes through a JavaScript Date, which would drop what is finer than a millisecond.
 */
const dateTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9})\d*)?(Z|[+-]\d{2}:\d{2})$/i;
/** 9999-12-31T23:59:59Z and a day, in seconds: no moment that RFC 3339 can write comes out negative. */
const maxSeconds = 253_402_387_200;
const maxNanoseconds = 999_999_999;

/** `updatedAt` is RFC 3339; an absent or unreadable one sorts last, as the beginning of time. */
export function sortKeyOf(updatedAt: string | null | undefined, id: string): string {
  return `${invert(updatedAt ?? '')}~${id}`;
}

function invert(updatedAt: string): string {
  const [, toSecond, fraction = '', offset] = dateTime.exec(updatedAt) ?? [];
  const seconds = toSecond === undefined ? Number.NaN : Date.parse(`${toSecond}${offset?.toUpperCase()}`) / 1000;
  if (Number.isNaN(seconds)) return '9'.repeat(23);
  const nanoseconds = maxNanoseconds - Number(fraction.padEnd(9, '0'));
  return `${String(maxSeconds - seconds).padStart(13, '0')}.${String(nanoseconds).padStart(9, '0')}`;
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

/** Half of a code point beyond U+FFFF comes behind all that are whole. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}
