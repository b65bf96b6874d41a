import { expect, it } from 'vitest';
import { canonicalFilter, formatFilterKey, inLanguage } from '../../../src/domain/filter/canonical-filter.ts';
import type { Condition } from '../../../src/domain/filter/filter.ts';

const wanting = (...values: string[]): Condition => ({ attribute: 'sku', operator: 'in', values });
const keyOf = (...conditions: Condition[]) => formatFilterKey(canonicalFilter(conditions));

it('equal filters have equal keys, however they are written', () => {
  const tags: Condition = { attribute: 'tags', operator: 'eq', values: ['RAIN'] };
  expect(keyOf(wanting('b', 'a', 'b'), tags)).toBe(keyOf({ ...tags, values: ['rain'] }, wanting('a', 'b')));
  expect(keyOf(wanting('a'), wanting('b'))).toBe(keyOf(wanting('b'), wanting('a')));
  expect(keyOf(wanting('a'))).not.toBe(keyOf({ ...wanting('a'), operator: 'eq' }));
  expect(keyOf()).not.toBe(keyOf(wanting('a')));
});

it('the key of a megabyte of values is as short as any other, and tells them apart', () => {
  const values = Array.from({ length: 100_000 }, (_, index) => `sku-${index}`);
  const key = keyOf(wanting(...values));
  expect(key.length).toBeLessThan(200);
  expect(keyOf(wanting(...values.toReversed()))).toBe(key);
  expect(keyOf(wanting(...values.slice(1)))).not.toBe(key);
});

it('a name is another one in each language, and nothing else is', () => {
  const named = canonicalFilter([{ attribute: 'name', operator: 'eq', values: ['Hut'] }]);
  const keys = ['de', 'en', null].map((language) => formatFilterKey(inLanguage(named, language)));
  expect(new Set(keys).size).toBe(3);
  expect(inLanguage(named, 'de')).toMatchObject([{ values: ['Hut'], language: 'de' }]);
  expect(inLanguage(named, null)).toBe(named);
  const others = canonicalFilter([wanting('a')]);
  expect(inLanguage(others, 'de')).toEqual(others);
});
