/** What is remembered of a document's cost is what would be measured anew. */
import { buildSchema, getOperationAST, parse } from 'graphql';
import { getVariableValues } from 'graphql/execution/values';
import { expect, it } from 'vitest';
import { measureCost } from '../../../src/graphql/limits/query-cost.ts';
import { schema as ofGateway } from '../../../src/graphql/schema/schema.ts';

function costOf(
  document: ReturnType<typeof parse>,
  inputs: Readonly<Record<string, unknown>>,
  { pageLength = 25, schema = ofGateway } = {},
) {
  const operation = getOperationAST(document, null);
  if (!operation) throw new Error('There is no operation.');
  const { variableValues: variables, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], inputs);
  if (!variables) throw new Error(errors.join());
  return measureCost({ schema, document, operation, variables, pageLength });
}

const fields = 'id name tags prices { money { amount formatted } } breadcrumbs { path { name } }';

it.each([
  ['a page size', `query($n: Int) { products(first: $n) { nodes { ${fields} } } }`, [{ n: 1 }, { n: 100 }, { n: 3 }]],
  [
    'a page size within what is listed',
    `query($n: Int) { products { nodes { name childProducts(first: $n) { nodes { ${fields} } } } } }`,
    [{ n: 2 }, { n: 50 }, {}],
  ],
  [
    'whether something is selected',
    `query($all: Boolean!) { products(first: 5) { nodes { name ... @include(if: $all) { ${fields} } } } }`,
    [{ all: true }, { all: false }, { all: true }],
  ],
  [
    'whether something is selected in a fragment',
    `query($all: Boolean!) { products(first: 5) { nodes { ...P } } } fragment P on Product { name tags @skip(if: $all) }`,
    [{ all: true }, { all: false }, { all: true }],
  ],
  [
    'a list within what is listed',
    'query($ids: [ID!]!) { products(first: 9) { nodes { variant(selectedOptions: $ids) { name } } } }',
    [{ ids: [] }, { ids: Array.from({ length: 40 }, String) }, { ids: ['a'] }],
  ],
  [
    'the texts of a list',
    'query($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    [{ ids: ['a', 'b'] }, { ids: ['a', 'b'.repeat(1000)] }, { ids: ['a', 'b'] }],
  ],
  [
    'a list in a filter',
    'query($skus: [String!]) { products { nodes { childProducts(filter: { sku: { in: $skus } }) { totalCount } } } }',
    [{ skus: ['a'] }, { skus: Array.from({ length: 40 }, String) }, {}],
  ],
  [
    'the input of a mutation',
    'mutation($input: UpdateApplicationKeyInput!) { updateApplicationKey(input: $input) { isReplayed } }',
    [
      { input: { id: 'a', name: 'b' } },
      { input: { id: 'a', name: 'b'.repeat(1000) } },
      { input: { id: 'a'.repeat(1000), name: 'b' } },
      { input: { id: 'a', name: 'b', validateOnly: true } },
    ],
  ],
  [
    'a filter of texts and of lists',
    `query($filter: ProductFilter, $n: Int) { products { nodes { childProducts(filter: $filter, first: $n) { nodes { ${fields} } } } } }`,
    [
      { filter: {}, n: 3 },
      { filter: { sku: { in: ['a'] } }, n: 3 },
      { filter: { sku: { in: Array.from({ length: 40 }, String) } }, n: 3 },
      { filter: null, n: 4 },
      { n: 3 },
    ],
  ],
  [
    'nothing',
    `{ products(first: 7) { ...C } other: products(first: 3) { ...C } } fragment C on ProductConnection { nodes { ${fields} } }`,
    [{}, {}],
  ],
])('where variables say %s, each request is measured by its own', (_title, text, requests) => {
  const document = parse(text);
  for (const inputs of requests) expect(costOf(document, inputs)).toEqual(costOf(parse(text), inputs));
});

it('a page that names no size is as long as the store says, whoever measured it before', () => {
  const text = `{ products { nodes { childProducts { nodes { ${fields} } } } } }`;
  const document = parse(text);
  for (const length of [25, 10, 25]) {
    expect(costOf(document, {}, { pageLength: length })).toEqual(costOf(parse(text), {}, { pageLength: length }));
  }
});

it('the root field that takes the most is named each time', () => {
  const document = parse('{ ...Q } fragment Q on Query { products(first: 2) { nodes { name } } limits { cost } }');
  for (let round = 0; round < 3; round += 1) expect(costOf(document, {}).costliest).toBe('Query.products');
});

it('a list of objects is measured each time, however many it holds', () => {
  const schema = buildSchema('type Query { sum(of: [Part!]!): Int } input Part { texts: [String!]! }');
  const text = 'query($of: [Part!]!) { sum(of: $of) }';
  const document = parse(text);
  const requests = [['a'], Array.from({ length: 40 }, String), ['a']].map((texts) => ({ of: [{ texts }] }));
  for (const inputs of requests) {
    expect(costOf(document, inputs, { schema })).toEqual(costOf(parse(text), inputs, { schema }));
  }
});
