/** The tokens of a filter text, one after the other, and what is said where another one was expected. */
import { excerpt, startOf, validationError } from '../errors.ts';
import { countCodePoints } from '../input/constraint.ts';

/** A text, and how far it has been read. */
export interface FilterReader {
  readonly text: string;
  at: number;
}

/** What ends a value that is not quoted. */
const special = new Set([',', ')', '(', ':', '"', "'"]);

/** @throws DomainError VALIDATION_FAILED */
export function fail({ text, at }: FilterReader, expected: string, position = at): never {
  const found = position < text.length ? `'${excerpt(startOf(text.slice(position), 20))}'` : 'the end';
  const character = countCodePoints(text.slice(0, position), position) + 1;
  const problem = `is faulty at character ${character}: expected ${expected}, but found ${found}`;
  throw validationError([{ path: ['filter'], subject: 'parameter', rule: 'format', problem }]);
}

/** The fault is a token that was read already. */
export function failBefore(reader: FilterReader, token: string, expected: string): never {
  return fail(reader, expected, reader.text.lastIndexOf(token, reader.at - 1));
}

export function isAtEnd({ text, at }: FilterReader): boolean {
  return at >= text.length;
}

export function skipSpaces(reader: FilterReader): void {
  while (!isAtEnd(reader) && isSpace(reader.text.charAt(reader.at))) reader.at += 1;
}

export function takes(reader: FilterReader, character: string): boolean {
  if (reader.text.charAt(reader.at) !== character) return false;
  reader.at += 1;
  skipSpaces(reader);
  return true;
}

export function expect(reader: FilterReader, character: string, expected: string): void {
  if (!takes(reader, character)) fail(reader, expected);
}

/** One of the words; `shown` are those that a fault names. */
export function readWord<Word extends string>(
  reader: FilterReader,
  words: readonly Word[],
  what: string,
  shown: readonly string[] = words,
): Word {
  const start = reader.at;
  while (!isAtEnd(reader) && /[A-Za-z0-9_]/.test(reader.text.charAt(reader.at))) reader.at += 1;
  const word = reader.text.slice(start, reader.at);
  const known = words.find((one) => one === word);
  if (known === undefined) return fail(reader, `${what} (${shown.join(', ')})`, start);
  skipSpaces(reader);
  return known;
}

export function readValue(reader: FilterReader): string {
  const quote = reader.text.charAt(reader.at);
  const value = quote === '"' || quote === "'" ? readQuoted(reader, quote) : readBare(reader);
  skipSpaces(reader);
  return value;
}

function readBare(reader: FilterReader): string {
  const start = reader.at;
  while (!isAtEnd(reader) && !special.has(reader.text.charAt(reader.at))) reader.at += 1;
  let end = reader.at;
  while (end > start && isSpace(reader.text.charAt(end - 1))) end -= 1;
  const value = reader.text.slice(start, end);
  if (value === '') fail(reader, 'a value');
  const next = reader.text.charAt(reader.at);
  if (next !== '' && next !== ',' && next !== ')') {
    fail(reader, `',' or ')': a value that holds ${next} is written in quotes`);
  }
  return value;
}

function readQuoted(reader: FilterReader, quote: string): string {
  const start = reader.at;
  const parts: string[] = [];
  reader.at += 1;
  while (!isAtEnd(reader)) {
    const character = reader.text.charAt(reader.at);
    if (character === quote) {
      reader.at += 1;
      return parts.join('');
    }
    if (character === '\\') reader.at += 1;
    parts.push(reader.text.charAt(reader.at));
    reader.at += 1;
  }
  return fail(reader, `a closing ${quote} for the value that begins here`, start);
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}
