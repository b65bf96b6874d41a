import { expect, it } from 'vitest';
import { parseExactJson } from '../../../src/domain/input/exact-json.ts';
import { wholeNumber } from '../../../src/domain/input/numbers.ts';

const safe = wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

it.each([
  ['9223372036854775807', 'must be from -9007199254740991 to 9007199254740991, but is 9223372036854775807'],
  ['-9007199254740993', 'must be from -9007199254740991 to 9007199254740991, but is -9007199254740993'],
  ['1.5', 'must be a whole number, but is 1.5'],
  ['9007199254740991', undefined],
])('of the whole number %s is said what is wrong with it: %s', (text, problem) => {
  const { error } = safe.safeParse(parseExactJson(text));
  expect(error?.issues[0]?.message).toBe(problem);
});
