import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatExactJson,
  formatJsonToParse,
  maxDigits,
  parseExactJson,
  parseVerbatimJson,
  SpelledNumber,
  withoutSpelling,
} from '../../../src/domain/input/exact-json.ts';

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

it('writes what is parsed again so that it comes out the same', () => {
  const large = fc.double({ min: 2 ** 53, max: 1e22, noNaN: true });
  const number = fc.oneof(
    large,
    large.map((one) => -one),
    fc.double({ noDefaultInfinity: true, noNaN: true }).filter((one) => !Object.is(one, -0)),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }),
  );
  fc.assert(
    fc.property(fc.array(number), number, (list, one) => {
      const value = { list, deep: { one, text: `${one}` } };
      expect(parseExactJson(formatJsonToParse(value))).toEqual(value);
      expect(parseExactJson(formatJsonToParse(one))).toBe(one);
    }),
  );
});

it.each(Array.from({ length: 40 }, (_, place) => place))('finds a long number that stands at %i', (place) => {
  const text = `${' '.repeat(place)}[9007199254740993, 1${' '.repeat(place)}]`;
  expect(parseExactJson(text)).toEqual([9007199254740993n, 1]);
  expect(parseExactJson(`${' '.repeat(place)}[900719925474099, 123456789012345]`)).toEqual([
    900719925474099, 123456789012345,
  ]);
});

it('makes no bigint of more digits than a record may have', () => {
  const [most, more] = ['7'.repeat(maxDigits), '7'.repeat(maxDigits + 1)];
  const [exact, spelled] = parseExactJson(`[${most},${more}]`) as [unknown, unknown];
  expect(exact).toBe(BigInt(most));
  expect(spelled).toBeInstanceOf(SpelledNumber);
  expect(formatExactJson(spelled)).toBe(more);
});

describe('numbers as they are written', () => {
  const digits = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength }).map((text) => text || '0');
  const spelling = fc
    .tuple(
      fc.constantFrom('', '-'),
      digits(25).map((text) => text.replace(/^0+(?=\d)/, '')),
      fc.option(
        digits(25).map((text) => `.${text}`),
        { nil: '' },
      ),
      fc.option(
        fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), digits(3)).map((parts) => parts.join('')),
        { nil: '' },
      ),
    )
    .map((parts) => parts.join(''));

  it('go out again as they came in, wherever they stand', () => {
    fc.assert(
      fc.property(fc.array(spelling, { maxLength: 5 }), spelling, (list, number) => {
        const text = `{"list":[${list}],"deep":{"a":${number},"text":"${number}"},"b":${number}}`;
        expect(formatExactJson(parseVerbatimJson(text))).toBe(text);
        expect(formatExactJson(parseVerbatimJson(number))).toBe(number);
      }),
      { numRuns: 2000 },
    );
  });

  it('are no bigint where they are beyond all measure: that takes time with the square of their digits', () => {
    expect(parseVerbatimJson('1'.repeat(100))).toBe(BigInt('1'.repeat(100)));
    expect(parseVerbatimJson(`[${'1'.repeat(101)}]`)).toEqual([expect.any(SpelledNumber)]);
  });

  it('count as the numbers that they are', () => {
    const text = '{"a":[1.0,1e3,-0,1e400],"b":"1.0","c":9007199254740993}';
    expect(withoutSpelling(parseVerbatimJson(text))).toEqual(parseExactJson(text));
    expect(BigInt(parseVerbatimJson('1e3') as number)).toBe(1000n);
  });
});
