/**
 * JSON whose integers stay exact: int64 amounts go beyond what a JavaScript number holds (2^53). A whole number outside
 * of the safe range comes out as bigint, everything else as JSON.parse has it; a bigint goes in as its digits.
 */
const manyDigits = /\d{16}/;
const wholeNumber = /^-?\d+$/;

export function parseExactJson(text: string): unknown {
  // Most texts hold no number that long, and the reviver makes parsing several times slower.
  return manyDigits.test(text) ? JSON.parse(text, reviveExactly) : JSON.parse(text);
}

export function formatExactJson(value: unknown): string {
  try {
    // Few values hold a bigint, and the replacer makes formatting several times slower.
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? rawJson(member) : member));
  }
}

/** ECMAScript's "JSON.parse source text access": the third argument holds the number as it was written. */
function reviveExactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || context?.source === undefined) return value;
  return wholeNumber.test(context.source) ? BigInt(context.source) : value;
}

function rawJson(value: bigint): unknown {
  // The same proposal's other half, not yet in TypeScript's library.
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(value));
}
