import { expect, it } from 'vitest';
import { toProductFilter } from '../../../src/graphql/product/product-filter.ts';

it('a list of options without one that can be an id is a list all the same: nothing has any of it', () => {
  const options = [['small', 'x'.repeat(256)], ['x'.repeat(900_000), '', 'a\0'], []];
  expect(toProductFilter({ options }, 100).variants).toEqual({ price: null, options: [['small'], [], []] });
});

it('the options of an argument that fields share are read once, and have one text', () => {
  const options = [['small', ''], ['red']];
  const read = () => toProductFilter({ options }, 100).variants.options;
  expect(read()).toBe(read());
});
