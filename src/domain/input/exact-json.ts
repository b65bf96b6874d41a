/**
 * JSON whose integers stay exact: int64 amounts go beyond what a JavaScript number holds (2^53). A whole number outside
 * of the safe range comes out as bigint, or as a `SpelledNumber` where no record may have it, everything else as JSON.parse has it; a bigint
 * goes in as its digits.
 */
import { parseJsonText } from './parse-json-text.ts';

/** 2^53 has sixteen. */
const manyDigits = 16;
/** That a number of a record may have: the time that a bigint takes grows faster than its digits. */
export const maxDigits = 1000;
const wholeNumber = /^-?\d+$/;

export function parseExactJson(text: string): unknown {
  // Most texts hold no number that long, and the reviver makes parsing several times slower.
  return parseJsonText(text, hasManyDigits(text) ? reviveExactly : undefined);
}

/** Whether a run of so many digits is in the text: every such run holds a place that is looked at. */
function hasManyDigits(text: string): boolean {
  for (let place = manyDigits - 1; place < text.length; place += manyDigits) {
    if (!isDigit(text, place)) continue;
    let [start, end] = [place, place + 1];
    while (isDigit(text, start - 1)) start -= 1;
    while (isDigit(text, end)) end += 1;
    if (end - start >= manyDigits) return true;
  }
  return false;
}

function isDigit(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  return code >= 48 && code <= 57;
}

/**
 * The same, and every other number comes out as it is written: what JSON.stringify would write otherwise (`1.0`, `1e3`, `-0`, more
 * digits than a number holds) is a `SpelledNumber`.
 */
export function parseVerbatimJson(text: string): unknown {
  return parseJsonText(text, startOfNumber.test(text) || oddNumber.test(text) ? reviveVerbatim : undefined);
}

/**
 * Every number that is not written as JSON.stringify would write it has one of these forms; so have some texts: `-0`, or after a sign `1.0`,
 * `1e3`, `0.0000001`, more digits than a number holds. They are looked for at once: one after the other takes as long as parsing. That a number
 * follows something is what V8 skips most of a text by: with "or the beginning" as an alternative it takes twice as long.
 */
const oddNumber =
  /[:,[\s](?:-0(?:$|[\s,\]}])|-?(?:\d{1,15}(?:\.\d{0,15}(?:[eE]|0(?:$|[\s,\]}]))|[eE])|0\.000000|[\d.]{16}))/;
/** A text that is nothing but a number. */
const startOfNumber = /^[-\d]/;

/** A number with its spelling: it counts as the number, and is formatted as it was written. */
export class SpelledNumber extends Number {
  readonly #spelling: string;

  constructor(spelling: string) {
    super(spelling);
    this.#spelling = spelling;
  }

  /** In characters. */
  get length(): number {
    return this.#spelling.length;
  }

  toJSON(): unknown {
    return rawJson(this.#spelling);
  }
}

const longNumber = 100;

function reviveVerbatim(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  // Beyond 64 bits by far, and the time that a bigint takes grows with the square of its digits.
  if (typeof value === 'number' && context?.source !== undefined && context.source.length > longNumber) {
    return new SpelledNumber(context.source);
  }
  const exact = reviveExactly(key, value, context);
  if (typeof exact !== 'number' || context?.source === undefined || JSON.stringify(exact) === context.source)
    return exact;
  return new SpelledNumber(context.source);
}

/** A copy in which spelled numbers are numbers; the very value, where it holds none. */
export function withoutSpelling(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof SpelledNumber) return Number(value);
  if (Array.isArray(value)) {
    const items = value.map(withoutSpelling);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const members = Object.entries(value);
  const plain = members.map(([name, member]) => [name, withoutSpelling(member)] as const);
  return plain.some(([, member], index) => member !== members[index]?.[1]) ? Object.fromEntries(plain) : value;
}

/** A whole number of 64 bits, exact: a bigint where a number would round. */
export type Int64 = number | bigint;

/** `digits`: of a whole number. */
export function toInt64(digits: string): Int64 {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}

/** The same digits: JSON.stringify refuses a bigint, so that whatever holds one is formatted twice. */
export function toShortInt64(whole: bigint): Int64 {
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}

export function formatExactJson(value: unknown): string {
  try {
    // Few values hold a bigint, and the replacer makes formatting several times slower.
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? rawJson(String(member)) : member));
  }
}

/** For `parseExactJson`, which makes the same value of it: large numbers get an exponent, since it reads whole digits as a bigint. */
export function formatJsonToParse(value: unknown): string {
  const text = formatExactJson(value);
  return hasManyDigits(text) ? JSON.stringify(value, (_key, member) => withExponent(member)) : text;
}

function withExponent(member: unknown): unknown {
  if (typeof member === 'bigint') return rawJson(String(member));
  const isLarge = Number.isInteger(member) && !Number.isSafeInteger(member);
  return isLarge ? rawJson((member as number).toExponential()) : member;
}

/** ECMAScript's "JSON.parse source text access": the third argument holds the number as it was written. */
function reviveExactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || context?.source === undefined) return value;
  if (!wholeNumber.test(context.source)) return value;
  return context.source.length > maxDigits ? new SpelledNumber(context.source) : BigInt(context.source);
}

function rawJson(text: string): unknown {
  // The same proposal's other half, not yet in TypeScript's library.
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}
