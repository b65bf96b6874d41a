import { expect, it } from 'vitest';
import { violationsOf } from '../../../src/domain/input/parse-input.ts';
import { type TextRules, text } from '../../../src/domain/input/text.ts';

function faultOf(rules: TextRules, value: unknown): string | null {
  const { error } = text(rules).safeParse(value);
  const [violation] = error ? violationsOf(error, value) : [];
  return violation ? `${violation.rule}: ${violation.problem}` : null;
}

const name = { min: 3, max: 5, singleLine: true };

it.each<[TextRules, string, string | null]>([
  [name, 'abc', null],
  [name, '😀😀😀😀😀', null],
  [name, '', 'minLength: must not be empty: 3 to 5 are expected'],
  [name, 'a', 'minLength: has 1 character, but 3 to 5 are expected'],
  [name, '😀😀', 'minLength: has 2 characters, but 3 to 5 are expected'],
  [name, 'abcdef', 'maxLength: has more than 5 characters, but 3 to 5 are expected'],
  [{ max: 2 }, 'abc', 'maxLength: has more than 2 characters, but at most 2 are expected'],
  [{ min: 2 }, '😀', 'minLength: has 1 character, but at least 2 are expected'],
  [{ min: 3 }, '😀😀', 'minLength: has 2 characters, but at least 3 are expected'],
  [{ min: 2 }, '😀😀', null],
  [{}, '', null],
  // The published pattern says what a single line holds; of any other text, nothing does.
  [{ singleLine: true }, 'a\0b', 'pattern: must not contain the NUL character'],
  [{}, 'a\0b', 'characters: must not contain the NUL character'],
  [{ singleLine: true }, 'a\ud800', 'characters: must not contain a lone surrogate'],
  [{}, '\udc00a', 'characters: must not contain a lone surrogate'],
  [{ singleLine: true }, 'a\nb', 'pattern: must not contain control characters'],
  [{ singleLine: true }, 'a\u0085b', 'pattern: must not contain control characters'],
  [{}, 'a\nb', null],
])('of a text with the rules %j, %j: %s', (rules, value, fault) => {
  expect(faultOf(rules, value)).toBe(fault);
});

it('of a text of a megabyte says no more than of a short one', () => {
  expect(faultOf(name, 'a'.repeat(1_000_000))).toBe(faultOf(name, 'abcdef'));
});

it('its form is looked at when all else is right', () => {
  const seen: string[] = [];
  const form = (value: string) => {
    seen.push(value);
    return value === 'no' ? ({ rule: 'format', problem: 'must be yes' } as const) : null;
  };
  const found = ['no', 'yes', 'too long', 'a\0'].map(
    (value) => faultOf({ max: 3, form }, value)?.split(':')[0] ?? null,
  );
  expect(found).toEqual(['format', null, 'maxLength', 'characters']);
  expect(seen).toEqual(['no', 'yes']);
});
