import { expect, it } from 'vitest';
import { formatVariantFilter, keyOfOptions } from '../../../src/domain/product/variant-filter.ts';

const price = { currency: 'EUR', min: 100n, max: null };
const many = Array.from({ length: 1000 }, (_, i) => `"${i}`);

it('a filter that shoppers have is told as it is, whatever the order', () => {
  const text = '[["EUR","100","null"],[["a","b"],["c"]]]';
  expect(formatVariantFilter({ price, options: [['c'], ['b', 'a', 'b']] })).toBe(text);
});

it('of many options the text is short, and another one for each other filter', () => {
  const texts = [[many], [many, many.slice(1)], [many.slice(1)]].map((options) =>
    formatVariantFilter({ price, options }),
  );
  expect(new Set(texts).size).toBe(3);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(100);
  expect(formatVariantFilter({ price, options: [many.toReversed()] })).toBe(texts[0]);
});

it('of a list of options, too', () => {
  const keys = [many, many.slice(1), ['a'], []].map(keyOfOptions);
  expect(new Set(keys).size).toBe(4);
  expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(100);
});
