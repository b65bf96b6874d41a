/** The text of a record, or of a value that holds several, as JSON. */
import { decodeUtf8 } from '../domain/input/decode-utf8.ts';
import { parseVerbatimJson } from '../domain/input/exact-json.ts';
import { boundsFault, boundsFaultOf } from './text-bounds.ts';

export type ParsedText = { readonly value: unknown } | { readonly fault: string };

/** Null: it is blank. */
export function parseText(bytes: Buffer): ParsedText | null {
  const tooMuch = boundsFault(bytes);
  if (tooMuch !== null) return { fault: tooMuch };
  const text = decodeUtf8(bytes, 'kept');
  if (text === null) return { fault: 'It is not valid UTF-8.' };
  if (text.trim() === '') return null;
  return parseOrNull(text) ?? { fault: boundsFaultOf(bytes) ?? 'It is not valid JSON.' };
}

export function parseOrNull(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseVerbatimJson(text) };
  } catch (error) {
    // Of what is nested thousands of levels deep.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}
