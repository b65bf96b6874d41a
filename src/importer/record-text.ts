/** The text of a record, or of a value that holds several, as JSON. */
import { decodeUtf8 } from '../domain/input/decode-utf8.ts';
import { parseVerbatimJson } from '../domain/input/exact-json.ts';
import { boundsFault } from './text-bounds.ts';

export type ParsedText = { readonly value: unknown } | { readonly fault: string };

/** Null: it is blank. */
export function parseText(bytes: Buffer): ParsedText | null {
  const tooMuch = boundsFault(bytes);
  if (tooMuch !== null) return { fault: tooMuch };
  const text = decodeUtf8(bytes, 'kept');
  if (text === null) return { fault: 'It is not valid UTF-8.' };
  if (text.trim() === '') return null;
  return parseOrNull(text) ?? { fault: 'It is not valid JSON.' };
}

export function parseOrNull(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseVerbatimJson(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
