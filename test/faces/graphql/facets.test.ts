/** A category page: its products by price and options, and what they could be narrowed by. */
import { expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const document = `query Facets($filter: ProductFilter, $search: String, $first: Int, $after: String) {
  products(filter: $filter, search: $search, first: $first, after: $after) {
    totalCount
    nodes { resourceId isBaseProduct priceRange(currency: "EUR") { min { money { amount } } max { money { amount } } } }
    pageInfo { endCursor hasNextPage }
    facets {
      tags { value count }
      productTypes { value count }
      options { variationId name options { optionId name count } }
      prices(currency: "EUR") { min { amount currency formatted } max { amount } }
    }
  } }`;

interface Counted {
  readonly value: string;
  readonly count: number;
}

describeEachEngine('facets', (open) => {
  const gateway = useOpened(() => openGateway(open));

  async function ask(variables: object) {
    const { data, errors, shown } = await gateway.ask(document, { first: 1, ...variables });
    expect(errors, shown).toEqual([]);
    return data.products;
  }

  it.each([
    {},
    { search: 'rain' },
    { filter: { tags: { eq: 'rain' } } },
    { filter: { productTypes: { eq: 'parent' } } },
  ])(
    'count what the list would hold with that value: %j',
    async ({ filter = {}, ...variables }: { filter?: object; search?: string }) => {
      const { facets } = await ask({ ...variables, filter });
      expect(facets.tags.length).toBeGreaterThan(1);
      for (const { value, count } of (facets.tags as Counted[]).slice(0, 5)) {
        expect((await ask({ ...variables, filter: { ...filter, tags: { eq: value } } })).totalCount, value).toBe(count);
      }
      for (const { value, count } of facets.productTypes as Counted[]) {
        const narrowed = { ...filter, productTypes: { eq: value } };
        expect((await ask({ ...variables, filter: narrowed })).totalCount, value).toBe(count);
      }
      for (const { options } of facets.options.slice(0, 2)) {
        for (const { optionId, count } of options.slice(0, 3)) {
          const narrowed = { ...filter, options: [[optionId]] };
          expect((await ask({ ...variables, filter: narrowed })).totalCount, optionId).toBe(count);
        }
      }
    },
  );

  it('of a variation that is filtered by still count its other options', async () => {
    const { facets } = await ask({});
    const [colour] = facets.options;
    const [first, second] = colour.options;
    const narrowed = await ask({ filter: { options: [[first.optionId]] } });
    expect(narrowed.totalCount).toBe(first.count);
    expect(
      narrowed.facets.options.find(({ variationId }: { variationId: string }) => variationId === colour.variationId),
    ).toEqual(colour);
    const twice = await ask({ filter: { options: [[first.optionId], [first.optionId]] } });
    expect([twice.totalCount, twice.facets.options]).toEqual([narrowed.totalCount, narrowed.facets.options]);
    const both = await ask({ filter: { options: [[first.optionId, second.optionId]] } });
    expect(both.totalCount).toBeGreaterThanOrEqual(Math.max(first.count, second.count));
  });

  it('of prices are the bounds, and what lies between them is listed, parents by their children', async () => {
    const { totalCount, facets } = await ask({});
    const { min, max } = facets.prices;
    expect(min).toMatchObject({ currency: 'EUR', formatted: expect.stringContaining('€') });
    const priced = { currency: 'EUR', min: min.amount, max: max.amount };
    const all = await ask({ filter: { price: priced } });
    expect(all.totalCount).toBe((await ask({ filter: { price: { currency: 'EUR' } } })).totalCount);
    expect(all.totalCount).toBeLessThanOrEqual(totalCount);
    const middle = String((BigInt(min.amount) + BigInt(max.amount)) / 2n);
    const cheap = await ask({ filter: { price: { currency: 'EUR', max: middle } }, first: 100 });
    expect(cheap.nodes.some(({ isBaseProduct }: { isBaseProduct: boolean }) => isBaseProduct)).toBe(true);
    for (const { priceRange } of cheap.nodes)
      expect(Number(priceRange.min.money.amount)).toBeLessThanOrEqual(Number(middle));
    expect(cheap.facets.prices).toEqual(facets.prices);
    const next = await ask({
      filter: { price: { currency: 'EUR', max: middle } },
      first: 100,
      after: cheap.pageInfo.endCursor,
    });
    const ids = new Set([...cheap.nodes, ...next.nodes].map(({ resourceId }: { resourceId: string }) => resourceId));
    expect(ids.size).toBe(cheap.nodes.length + next.nodes.length);
    expect((await ask({ filter: { price: { currency: 'EUR', min: '9223372036854775807' } } })).totalCount).toBe(0);
    expect((await ask({ filter: { price: { currency: 'ISK' } } })).totalCount).toBe(0);
  });

  it('of many lists take as many statements as of one', async () => {
    const { children } = { children: demoIds.products.manyChildrenParent };
    const of = (count: number) =>
      `{ ${Array.from(
        { length: count },
        (_, index) => `a${index}: childProducts(productId: "${children}", first: ${index + 1}) {
        facets { tags { count } options { options { count } } prices(currency: "EUR") { min { amount } } } }`,
      ).join(' ')} }`;
    await gateway.ask(of(6));
    const statementsOf = async (count: number) => {
      gateway.statements.length = 0;
      const { errors, shown } = await gateway.ask(of(count));
      expect(errors, shown).toEqual([]);
      return gateway.statements.length;
    };
    expect(await statementsOf(6)).toBe(await statementsOf(1));
  });

  it.each([
    ['reversed bounds', { currency: 'EUR', min: '2', max: '1' }, 'filter.price.max', 'range'],
    ['an unknown currency', { currency: 'XXY', min: '1' }, 'filter.price.currency', 'enum'],
    ['no currency', { currency: '' }, 'filter.price.currency', 'enum'],
  ])('%s are refused', async (_title, price, path, rule) => {
    const { data, errors, shown } = await gateway.ask(document, { filter: { price } });
    expect(data?.products ?? null, shown).toBeNull();
    expect(
      errors.flatMap(({ extensions: { violations = [] } }) => violations.map((one) => [one.path.join('.'), one.rule])),
      shown,
    ).toEqual([[path, rule]]);
  });

  it.each([[[['absent']]], [[[]]], [[['']]], [[['\u0301']]]])(
    'options that there are not leave nothing: %j',
    async (options) => {
      expect(await ask({ filter: { options } })).toMatchObject({ totalCount: 0, nodes: [] });
    },
  );

  it('a cursor belongs to its filter by price, at its moment', async () => {
    const filter = { price: { currency: 'EUR', min: '1' } };
    const { pageInfo } = await ask({ filter, first: 2 });
    const { errors, shown } = await gateway.ask(document, {
      filter: { price: { currency: 'EUR', min: '2' } },
      after: pageInfo.endCursor,
    });
    expect(errors[0]?.message, shown).toContain('does not belong to this connection');
    expect((await ask({ filter, after: pageInfo.endCursor })).nodes).toHaveLength(1);
  });
});
