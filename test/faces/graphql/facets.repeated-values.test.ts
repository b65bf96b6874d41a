/** What a record says more than once: each product counts once, and is found by all that it says. */
import { beforeAll, expect, it } from 'vitest';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { importRecords } from '../../support/import-records.ts';
import { productRecord } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const meta = { catalog_id: 'repeated' };
const toParent = { parent: { data: { id: 'family', type: 'product' } } };
const sizes = ['s', 'm', 'l'].map((id) => ({ id, name: id }));
const records = [
  { type: 'catalog', id: 'repeated', attributes: { name: 'Repeated' } },
  productRecord({ id: 'a', attributes: { tags: ['Rain', 'rain', 'RAIN', 'wind'] }, meta }),
  productRecord({
    id: 'b',
    attributes: { tags: ['wind'] },
    meta: { ...meta, product_types: ['standard', 'standard'] },
  }),
  productRecord({
    id: 'family',
    attributes: { base_product: true },
    meta: {
      ...meta,
      variations: [{ id: 'size', name: 'Size', options: sizes }],
      variation_matrix: { s: 'small or medium', m: 'small or medium', l: 'large' },
    },
  }),
  productRecord({ id: 'small or medium', relationships: toParent, meta }),
  productRecord({ id: 'large', relationships: toParent, meta }),
];

const document = `query($filter: ProductFilter) { products(filter: $filter) { totalCount nodes { resourceId } facets {
  tags { value count } productTypes { value count } options { options { optionId count } } } } }`;

describeEachEngine('facets of values that records repeat', (open) => {
  const gateway = useOpened(() => openGateway(open, 'tables'));
  beforeAll(async () => {
    await importRecords(gateway.stores, records);
    gateway.forget();
  });

  async function list(filter: object) {
    const { data, errors, shown } = await gateway.ask(document, { filter });
    expect(errors, shown).toEqual([]);
    return data.products;
  }

  it('count a product once for a tag that it has in several cases, and for a type', async () => {
    const { facets } = await list({});
    expect(facets.tags).toEqual([
      { value: 'wind', count: 2 },
      { value: 'rain', count: 1 },
    ]);
    expect(facets.productTypes).toContainEqual({ value: 'standard', count: 2 });
  });

  it('count and find a child by the options of each combination that it stands for', async () => {
    const { facets } = await list({ productTypes: { eq: 'child' } });
    expect(facets.options).toEqual([{ options: ['s', 'm', 'l'].map((optionId) => ({ optionId, count: 1 })) }]);
    for (const [option, id] of [
      ['s', 'small or medium'],
      ['m', 'small or medium'],
      ['l', 'large'],
    ]) {
      const { nodes, totalCount } = await list({ options: [[option]] });
      expect(nodes.map(({ resourceId }: { resourceId: string }) => resourceId)).toEqual(['family', id]);
      expect(totalCount).toBe(2);
    }
  });
});
