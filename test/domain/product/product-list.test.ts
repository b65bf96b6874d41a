import { expect, it } from 'vitest';
import type { CatalogSelection } from '../../../src/domain/catalog/catalog.ts';
import { ProductListIdentity } from '../../../src/domain/product/product-list.ts';

const selection = { catalog: { id: 'main' }, language: null } as CatalogSelection;

const listOf = (search: string | null) => {
  const sort = { key: 'updated_at_desc', currency: null } as const;
  const variants = { price: null, options: [] };
  const request = { page: {}, withTotal: false, filter: [], faults: [] };
  return new ProductListIdentity(selection, { ...request, search, sort, variants }).list;
};

it('the words of a search make its list, whatever their order and case', () => {
  expect(listOf('Rain jacket')).toBe(listOf('jacket rain rain'));
  expect(new Set([null, 'rain', 'jacket', 'rain jacket'].map(listOf))).toHaveLength(4);
});

it.each([
  ['too long', '雨', 300_000],
  ['of too many words', 'abcdefghijk ', 17],
])('of a search that is %s no word is read', (_title, text, times) => {
  const search = [...text.repeat(times).slice(0, 300_000)].join(' ');
  expect(listOf(search)).toBe(listOf('\0'));
});
