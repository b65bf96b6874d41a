import { describe, expect, it } from 'vitest';
import { toCopyText } from '../../../src/storage/engines/postgres-copy-text.ts';

function copied(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  return Buffer.concat([...toCopyText(columns, rows)]).toString();
}

describe('the text format of COPY', () => {
  it.each([
    ['a text', 'a plain text', 'a plain text'],
    ['an empty text', '', ''],
    ['null', null, '\\N'],
    ['what is absent', undefined, '\\N'],
    ['a number', 17, '17'],
    ['a large number', 2n ** 62n, '4611686018427387904'],
    ['what separates values and rows', 'a\tb\nc\rd', 'a\\tb\\nc\\rd'],
    ['what escapes', 'a\\b', 'a\\\\b'],
    ['a text that looks like null', '\\N', '\\\\N'],
    ['other characters of its own', '\b\f\v', '\\b\\f\\v'],
    ['bytes', Uint8Array.of(0, 255, 92), '\\\\x00ff5c'],
    ['letters beyond Latin 1', 'naïve € 𝄞', 'naïve € 𝄞'],
  ])('writes %s', (_, value, text) => {
    expect(copied(['first', 'value', 'last'], [{ first: '', value, last: 1 }])).toBe(`\t${text}\t1\n`);
  });

  it('writes whole rows in pieces, a row that is longer by itself', () => {
    const row = (length: number, letter: string) => ({ value: letter.repeat(length) });
    const rows = [row(60_000, 'a'), row(40_000, 'b'), row(200_000, '€'), row(10, 'c'), row(0, ''), row(70_000, '𝄞')];
    const pieces = [...toCopyText(['value'], rows)].map(String);
    expect(pieces.join('')).toBe(rows.map(({ value }) => `${value}\n`).join(''));
    expect(pieces.every((piece) => piece.endsWith('\n'))).toBe(true);
    expect(pieces.map(({ length }) => length)).toEqual([100_002, 200_001, 12, 140_001]);
  });

  it('writes nothing of no rows', () => {
    expect([...toCopyText(['value'], [])]).toEqual([]);
  });
});
