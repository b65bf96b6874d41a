import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../../src/domain/input/exact-json.ts';
import { int64, orderFault, wholeNumber } from '../../../src/domain/input/numbers.ts';
import { violationsOf } from '../../../src/domain/input/parse-input.ts';

type Schema = ReturnType<typeof int64> | ReturnType<typeof wholeNumber>;

function ruleOf(schema: Schema, value: unknown): string | null {
  const { error } = schema.safeParse(value);
  return error ? (violationsOf(error, value)[0]?.rule ?? '') : null;
}

const largest = 2n ** 63n - 1n;

describe('an integer of 64 bits', () => {
  it.each<[unknown, string | null]>([
    [largest, null],
    [largest + 1n, 'type'],
    [-largest - 1n, null],
    [-largest - 2n, 'type'],
    [2 ** 53 - 1, null],
    [-(2 ** 53 - 1), null],
    [2 ** 53, 'type'],
    [0.5, 'type'],
    ['1', 'type'],
    [null, 'required'],
    [undefined, 'required'],
  ])('%s breaks the rule %s', (value, rule) => {
    expect(ruleOf(int64(), value)).toBe(rule);
  });

  it('may be as small as the least', () => {
    const atLeastOne = int64({ min: 1 });
    expect([0, 1, 0n, 1n].map((value) => ruleOf(atLeastOne, value))).toEqual(['min', null, 'min', null]);
  });
});

it('one with an exponent is told to have none where it may have lost digits', () => {
  const [told] = violationsOf(int64().safeParse(1e18).error as never, 1e18);
  expect(told?.problem).toBe(
    'must be a whole number that fits in 64 bits, in digits alone beyond ±(2^53−1), but is 1000000000000000000',
  );
});

it('a whole number may be either of its bounds', () => {
  const values = [-1, 0, 3, 4, 1.5, 1n];
  expect(values.map((value) => ruleOf(wholeNumber(0, 3), value))).toEqual(['min', null, null, 'max', 'type', 'type']);
});

it('a minimum may be the maximum, as numbers of either kind', () => {
  expect([orderFault(1, 1), orderFault(1n, 1), orderFault(1, null), orderFault('2', 1)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(orderFault(2n, 1)).toMatchObject({ rule: 'range', problem: expect.stringMatching(/2 is more than 1/) });
});

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
