/** However much is wrong with an input, an error tells fifty violations and how many more there are, on both faces. */
import { expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../support/engines.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { useOpened } from '../support/use-opened.ts';

const count = 25_000;
const many = <Item>(make: (index: number) => Item): Item[] => Array.from({ length: count }, (_, index) => make(index));
const showcase = demoIds.products.showcaseParent;

const rows: [title: string, query: string, variables: object, first: string][] = [
  [
    'empty values of a filter',
    'query($values: [String!]!) { products(filter: { sku: { in: $values } }) { totalCount } }',
    { values: many(() => '') },
    "The field 'filter.sku.in.0' must not be empty.",
  ],
  [
    'empty ids',
    'query($ids: [ID!]!) { catalogNodes(filter: { id: { in: $ids } }) { nodes { name } } }',
    { ids: many(() => '') },
    "The field 'filter.id.in.0' must not be empty.",
  ],
  [
    'options that the product does not have',
    `query($ids: [ID!]!) { product(id: "${showcase}") { optionAvailability(selectedOptions: $ids) { reason } } }`,
    { ids: many((index) => `${index} ${'x'.repeat(20)}`) },
    "The argument 'selectedOptions.0' must be an option of this product, but is '0 xxxxxxxxxxxxxxxxxxxx'.",
  ],
  [
    'values of another type',
    'query($values: [String!]!) { products(filter: { sku: { in: $values } }) { totalCount } }',
    { values: many((index) => index) },
    "The field 'filter.sku.in.0' must be a value of the type String.",
  ],
  [
    'members that an input does not have',
    'query($filter: ProductFilter) { products(filter: $filter) { totalCount } }',
    { filter: Object.fromEntries(many((index) => [`member${index}`, 1])) },
    "The field 'filter.member0' is not known: the fields are id, mpn, name, options, price, productTypes, sku, slug, tags, upcEan.",
  ],
];

describeEachEngine('many violations', (open) => {
  const gateway = useOpened(() => openRestGateway(open));

  it.each(rows)('%s', async (_title, query, variables, first) => {
    const { errors, body, shown } = await gateway.ask(query, variables);
    expect(errors.length, shown).toBe(1);
    const { violations = [], code } = errors[0]?.extensions ?? {};
    expect(code, shown).toBe('VALIDATION_FAILED');
    expect(violations.length, shown).toBe(51);
    expect(violations[0]?.message).toBe(first);
    expect(violations.at(-1)).toEqual({
      path: [],
      rule: 'more',
      message: `There are ${count - 50} more violations.`,
    });
    expect(body.length).toBeLessThan(30_000);
    expect(gateway.bugs).toEqual([]);
  });

  it('as many as an operator wants', async () => {
    const { ask } = gateway.with({ limits: { ...gateway.limits, violations: 3 } });
    const { errors, shown } = await ask(
      'query($ids: [ID!]!, $first: Int) { products(filter: { id: { in: $ids } }, first: $first) { totalCount } }',
      { ids: many(() => ''), first: 0 },
    );
    expect(
      errors[0]?.extensions.violations?.map(({ message }) => message),
      shown,
    ).toEqual([
      "The field 'filter.id.in.0' must not be empty.",
      "The field 'filter.id.in.1' must not be empty.",
      "The field 'filter.id.in.2' must not be empty.",
      `There are ${count - 2} more violations.`,
    ]);
  });

  it('of a filter over REST', async () => {
    const values = Array.from({ length: 4000 }, () => '""');
    const { status, body } = await gateway.rest('GET', `/v2/pcm/catalog/products?filter=in(sku,${values.join(',')})`);
    expect(status).toBe(400);
    expect(body.errors.length).toBe(51);
    expect(body.errors[0]).toEqual({
      title: 'Bad Request',
      status: '400',
      detail: "The parameter 'filter' must not be empty.",
    });
    expect(body.errors[50]?.detail).toBe('There are 3950 more violations.');
  });

  it('a name of a megabyte is told by its beginning', async () => {
    const name = 'x'.repeat(900_000);
    const { errors, body, shown } = await gateway.ask(
      'query($f: ProductFilter) { products(filter: $f) { totalCount } }',
      {
        f: { [name]: 1 },
      },
    );
    expect(errors[0]?.extensions.violations?.[0]?.path, shown).toEqual(['filter', `${'x'.repeat(80)}…`]);
    expect(body.length).toBeLessThan(2000);
  });
});
