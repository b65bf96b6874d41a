import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatExactJson, parseExactJson } from '../../../src/domain/input/exact-json.ts';

it('keeps whole numbers of 64 bits exact, both ways', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (amount) => {
      const text = `{"amount":${amount},"list":[1.5,"${amount}"]}`;
      const parsed = parseExactJson(text) as { amount: number | bigint };
      expect(BigInt(parsed.amount)).toBe(amount);
      expect(formatExactJson(parsed)).toBe(text);
    }),
  );
});

it('is JSON for everything else, __proto__ included', () => {
  fc.assert(
    fc.property(
      fc.json().filter((text) => !/\d{16}/.test(text)),
      (text) => {
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
      },
    ),
  );
  const parsed = parseExactJson('{"__proto__":{"a":12345678901234567890}}') as object;
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  expect(formatExactJson(parsed)).toBe('{"__proto__":{"a":12345678901234567890}}');
});

it.each(Array.from({ length: 40 }, (_, place) => place))('finds a long number that stands at %i', (place) => {
  const text = `${' '.repeat(place)}[9007199254740993, 1${' '.repeat(place)}]`;
  expect(parseExactJson(text)).toEqual([9007199254740993n, 1]);
  expect(parseExactJson(`${' '.repeat(place)}[900719925474099, 123456789012345]`)).toEqual([
    900719925474099, 123456789012345,
  ]);
});
