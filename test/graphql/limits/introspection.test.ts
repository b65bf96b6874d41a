import { getIntrospectionQuery } from 'graphql';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

describeEachEngine('without introspection', (open) => {
  const gateway = useOpened(() => openGateway(open));
  const ask = (query: string, variables?: object) => gateway.with({ hasIntrospection: false }).ask(query, variables);

  it.each([
    ['__schema', getIntrospectionQuery()],
    ['__type', '{ __type(name: "Product") { name } }'],
    ['__schema', '{ a: __schema { queryType { name } } }'],
    ['__type', '{ ...F } fragment F on Query { ... { __type(name: "Product") { name } } }'],
  ])('%s is refused on every path to it', async (name, query) => {
    const { data, errors, shown } = await ask(query);
    expect(data, shown).toBeNull();
    expect(errors, shown).toMatchObject([
      {
        message: `Introspection is off here, so '${name}' can not be queried. The schema is published with the gateway.`,
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED', status: 400 },
      },
    ]);
  });

  it('__typename is told', async () => {
    expect((await ask('{ __typename limits { __typename } }')).data).toEqual({
      __typename: 'Query',
      limits: { __typename: 'RequestLimits' },
    });
  });

  const misspelt: [string, string, object?][] = [
    ['a field', '{ prodct(id: "x") { id } }'],
    ['an argument', '{ product(idd: "x") { id } }'],
    ['a type', 'query($a: Strin) { product(id: $a) { id } }'],
    ['a fragment type', '{ product(id: "x") { ...F } } fragment F on Produc { id }'],
    ['a directive', '{ product(id: "x") @skp(if: true) { id } }'],
    ['an enum value', 'mutation { createCustomField(input: { fieldType: STRIN }) { customField { id } } }'],
    ['a field of an input', '{ products(filter: { nam: { eq: "x" } }) { totalCount } }'],
    [
      'a field of an input in a variable',
      'query($f: ProductFilter) { products(filter: $f) { totalCount } }',
      { f: { nam: { eq: 'x' } } },
    ],
    [
      'a variable of a wrong type',
      'query($f: ProductFilter) { products(filter: $f) { totalCount } }',
      { f: { name: 'x' } },
    ],
    ['an enum value in a variable', 'query($s: ProductSort) { products(sort: $s) { totalCount } }', { s: 'NAM_ASC' }],
  ];
  it.each(misspelt)('%s that is misspelt is refused without a suggestion', async (_title, query, variables) => {
    const { errors, shown } = await ask(query, variables);
    expect(errors.length, shown).toBeGreaterThan(0);
    expect(JSON.stringify(errors)).not.toMatch(/did you mean|the fields are|must be one of/i);
  });

  it('with it, there are suggestions', async () => {
    const { errors } = await gateway.ask('{ prodct(id: "x") { id } }');
    expect(errors[0]?.message).toContain('Did you mean "product"');
  });
});
