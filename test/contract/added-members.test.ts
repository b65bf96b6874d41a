import { describe, expect, it } from 'vitest';
import { addedMembersOf, pathsOfAdded, withoutAdded } from '../../src/contract/added-members.ts';
import { completeProduct } from '../../src/contract/product/complete-product.ts';
import type { ProductResource } from '../../src/contract/product/product.ts';

const family = { catalogId: 'one', parentId: 'p', childIds: ['x', 'y'], slug: 'made' };
const product = (attributes: object, others: object = {}) =>
  ({
    id: 'a',
    type: 'product',
    attributes: { name: 'A', status: 'live', ...attributes },
    ...others,
  }) as ProductResource;

describe('what was added to a record', () => {
  it.each([
    [
      'which has little',
      product({}),
      ['attributes.base_product', 'attributes.base_product_id', 'attributes.slug', 'meta', 'relationships'],
    ],
    [
      'which has none of some members',
      product({ slug: '', base_product: false, base_product_id: null }, { relationships: null, meta: {} }),
      [
        ...['attributes.base_product', 'attributes.base_product_id', 'attributes.slug'],
        ...['meta.catalog_id', 'meta.catalog_source', 'meta.product_types', 'meta.variation_matrix', 'relationships'],
      ],
    ],
    [
      'which names some children, and others do not',
      product(
        { slug: 'own', base_product: true, base_product_id: 'p' },
        {
          relationships: {
            children: { data: [{ type: 'product', id: 'y', since: 1n }], more: true },
            parent: { data: null },
            links: { self: '/own' },
          },
          meta: { catalog_id: 'own', catalog_source: 'pim', product_types: ['parent', 'child'], variation_matrix: {} },
        },
      ),
      ['relationships.children', 'relationships.parent'],
    ],
  ])('is known, and can be taken away, of one %s', (_, record, paths) => {
    const complete = completeProduct(record, family);
    const added = addedMembersOf(record, complete);
    expect([...pathsOfAdded(added)].sort()).toEqual(paths);
    expect(JSON.stringify(withoutAdded(complete, added), numbers)).toBe(JSON.stringify(record, numbers));
  });

  it('is nothing where the record is complete', () => {
    const record = completeProduct(product({}), family);
    expect(addedMembersOf(record, completeProduct(record, family))).toBe(null);
    expect(withoutAdded(record, null)).toBe(record);
    expect(pathsOfAdded(null).size).toBe(0);
  });
});

function numbers(_: string, value: unknown) {
  return typeof value === 'bigint' ? String(value) : value;
}
