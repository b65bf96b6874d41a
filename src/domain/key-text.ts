/**
 * A text as a key holds it: of one that is longer than it may be, which is refused or finds nothing whatever follows, the beginning. It may
 * be a megabyte, and a key is made at each use; JSON takes 70 ns for each lone surrogate. `longest`: in units of UTF-16.
 */
export function keyText<Text extends string | null | undefined>(text: Text, longest: number): Text | string {
  return text != null && text.length > longest ? text.slice(0, longest + 1).toWellFormed() : text;
}

/** Of a currency: no code is as long, and of what is none no more is told. */
export const longestCurrency = 100;
