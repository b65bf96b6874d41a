import { describe, expect, test } from 'vitest';
import type { ProductResource } from '../../src/contract/product/product.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { generateDemoStore } from '../../src/demo/demo-store.ts';
import { parseRecord } from '../../src/importer/records.ts';

function productsOf(total: number): Iterable<ProductResource> {
  const [catalog, ...others] = generateDemoStore({ products: total }).catalogs;
  if (catalog === undefined || others.length > 0) throw new Error('a numbered store has one catalog');
  return catalog.products();
}

describe.each([
  [20_000, 203, 10_000],
  [1000, 11, 500],
  [127, 2, 63],
  [100, 2, 50],
])('a numbered store of %d products', (total, parents, largest) => {
  test(`has ${parents} parents, one of them with ${largest} children, all of them live`, () => {
    const childCounts = new Map<string, number>();
    const ids = new Set<string>();
    /** Drafts of the largest parent, and children that come before their parents. */
    const wrong: string[] = [];
    for (const { id, attributes, relationships } of productsOf(total)) {
      ids.add(id);
      const parent = attributes.base_product_id;
      if (attributes.base_product) childCounts.set(id, relationships?.children?.data?.length ?? 0);
      if (parent === demoIds.products.largestNumberedParent && attributes.status !== 'live') wrong.push(id);
      if (parent != null && !childCounts.has(parent)) wrong.push(id);
    }
    expect(wrong).toEqual([]);
    const [first, ...rest] = childCounts.values();
    expect(ids.size).toBe(total);
    expect(childCounts.size).toBe(parents);
    expect(childCounts.get(demoIds.products.largestNumberedParent)).toBe(largest);
    expect(first).toBe(largest);
    expect(Math.max(...rest) - Math.min(...rest)).toBeLessThanOrEqual(1);
  });
});

test('numbered products parse, the largest parent too', () => {
  for (const product of productsOf(20_000)) {
    if (product.attributes.base_product || product.id.startsWith('0'))
      expect(parseRecord(product)).toEqual({ record: product });
  }
});

test('a million products come one at a time: the first costs no more than its own children', () => {
  const [first] = productsOf(1_000_000);
  expect(first?.relationships?.children?.data).toHaveLength(10_000);
});

test.each([0, 99, -1, 1000.5, Number.NaN])('a store of %d products is refused', (products) => {
  expect(() => generateDemoStore({ products })).toThrow(RangeError);
});
