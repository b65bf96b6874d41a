/** The text of a record, or of a value that holds several, as JSON. */
import { parseVerbatimJson } from '../domain/input/exact-json.ts';
import { boundsFault } from './text-bounds.ts';

export type ParsedText = { readonly value: unknown } | { readonly fault: string };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Null: it is blank. */
export function parseText(bytes: Buffer): ParsedText | null {
  const tooMuch = boundsFault(bytes);
  if (tooMuch !== null) return { fault: tooMuch };
  const text = decode(bytes);
  if (text === null) return { fault: 'It is not valid UTF-8.' };
  if (text.trim() === '') return null;
  return parseOrNull(text) ?? { fault: 'It is not valid JSON.' };
}

function decode(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

export function parseOrNull(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseVerbatimJson(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
