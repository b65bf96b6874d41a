/** Texts as keys hold them: a key is repeated in every loader, statement and cursor, and what a client sends may be a megabyte. */
import { hash } from 'node:crypto';

/** Of a long text its digest, where all of it counts. */
export function digestOfLong(text: string, longest = 100): string {
  return text.length <= longest ? text : hash('sha256', text, 'base64url');
}

/**
 * A text as a key holds it: of one that is longer than it may be, which is refused or finds nothing whatever follows, the beginning,
 * since a key is made at each use, and JSON escapes each lone surrogate. `longest`: in units of UTF-16.
 */
export function beginningOfLong<Text extends string | null | undefined>(text: Text, longest: number): Text | string {
  return text != null && text.length > longest ? text.slice(0, longest + 1).toWellFormed() : text;
}

/** Of a currency: no code is as long, and of what is none no more is told. */
export const longestCurrency = 100;
