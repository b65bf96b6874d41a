/** Lists of a filter that name options of several variations: each variation is counted as if those alone were gone that name it. */
import { beforeAll, expect, it } from 'vitest';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { importRecords } from '../../support/import-records.ts';
import { productRecord } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const meta = { catalog_id: 'shirts' };
const toParent = { parent: { data: { id: 'shirt', type: 'product' } } };
const variation = (id: string, options: readonly string[]) => {
  return { id, name: id, options: options.map((option) => ({ id: option, name: option })) };
};
const records = [
  { type: 'catalog', id: 'shirts', attributes: { name: 'Shirts' } },
  productRecord({
    id: 'shirt',
    attributes: { base_product: true },
    meta: {
      ...meta,
      variations: [variation('size', ['small', 'medium']), variation('colour', ['red', 'blue'])],
      variation_matrix: { small: { red: 'small red' }, medium: { blue: 'medium blue' } },
    },
  }),
  productRecord({ id: 'small red', relationships: toParent, meta }),
  productRecord({ id: 'medium blue', relationships: toParent, meta }),
];

/** What a list of two options may cost by itself: it is looked up. */
const unitsOfList = 10;

const [small, red] = [['small'], ['red']];
const either = ['small', 'red'];

describeEachEngine('facets where a list names options of several variations', (open) => {
  const gateway = useOpened(() => openGateway(open, 'tables'));
  beforeAll(async () => {
    await importRecords(gateway.stores, records);
    gateway.forget();
  });

  it.each([
    ['one of each', [small, red], { size: ['small'], colour: ['red'] }],
    ['a list of both, and one of sizes', [small, either], { size: ['small', 'medium'], colour: ['red'] }],
    ['a list of both, and one of colours', [either, red], { size: ['small'], colour: ['red', 'blue'] }],
    ['a list of both, and one of each', [small, either, red], { size: ['small'], colour: ['red'] }],
    ['the same in another order', [red, either, small], { size: ['small'], colour: ['red'] }],
  ])('%s', async (_, options, expected) => {
    const { data, errors, shown } = await gateway.ask(
      `query($filter: ProductFilter) { products(filter: $filter) {
        totalCount facets { options { variationId options { optionId count } } } } }`,
      { filter: { productTypes: { eq: 'parent' }, options } },
    );
    expect(errors, shown).toEqual([]);
    expect(data.products.totalCount).toBe(1);
    type Facet = { readonly variationId: string; readonly options: readonly { readonly optionId: string }[] };
    const found = data.products.facets.options.map((facet: Facet) => [
      facet.variationId,
      facet.options.map(({ optionId }) => optionId),
    ]);
    expect(Object.fromEntries(found), shown).toEqual(expected);
  });

  it('count what several lists name of one variation once, however many they are', async () => {
    async function costOf(lists: number) {
      const options = Array.from({ length: lists }, (_, at) => ['small', `other ${at}`]);
      const { extensions, shown } = await gateway.ask(
        'query($filter: ProductFilter) { products(filter: $filter) { facets { options { options { optionId } } } } }',
        { filter: { options } },
      );
      expect(extensions.cost, shown).toBeDefined();
      return (extensions.cost?.actual ?? 0) - (extensions.cost?.requested ?? 0);
    }
    expect(await costOf(40)).toBeLessThan((await costOf(2)) + 40 * unitsOfList);
  });
});
