import { type OperationDefinitionNode, parse } from 'graphql';
import { getVariableValues } from 'graphql/execution/values';
import { expect, it } from 'vitest';
import { workPrices } from '../../../src/domain/work-budget.ts';
import { measureCost } from '../../../src/graphql/limits/query-cost.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

type Inputs = Readonly<Record<string, unknown>>;

/** Of a document that is cached. */
function measuring(text: string) {
  const document = parse(text);
  const operation = document.definitions[0] as OperationDefinitionNode;
  const definitions = operation.variableDefinitions ?? [];
  return (inputs: Inputs) => {
    const { variableValues: variables, errors } = getVariableValues(schema, definitions, inputs);
    if (!variables) throw new Error(errors.join());
    return measureCost({ schema, document, operation, variables, pageLength: 25 });
  };
}

const costOf = (text: string, inputs: Inputs = {}) => measuring(text)(inputs);

const unitsOf = (...request: Parameters<typeof costOf>) => costOf(...request).units;

const page = (size: string) => unitsOf(`{ products${size} { nodes { name } } }`);

it('a page costs what a full one of its size does, or of the nearest that is allowed', () => {
  const [one, two] = [page('(first: 1)'), page('(first: 2)')];
  const ofOne = two - one;
  expect(one).toBeGreaterThan(ofOne);
  expect(page('')).toBe(one + 24 * ofOne);
  expect(page('(last: 25)')).toBe(page(''));
  expect(page('(first: 3, last: 5)')).toBe(page('(first: 5)'));
  expect([page('(first: 0)'), page('(first: -5)'), page('(first: 1000)')]).toEqual([one, one, page('(first: 100)')]);
});

it('a list that is requested by ids has as many items as these, and a single one is a list of it', () => {
  const nodes = (ids: string) => unitsOf(`{ nodes(ids: ${ids}) { id } }`);
  const ofOne = nodes('["a", "b"]') - nodes('["a"]');
  expect(nodes('["a", "b", "c", "d"]')).toBe(nodes('["a"]') + 3 * ofOne);
  expect(nodes('"a"')).toBe(nodes('["a"]'));
});

it('options that are selected do not say how many a product has', () => {
  const options = (ids: string) =>
    unitsOf(`{ product(id: "a") { optionAvailability(selectedOptions: ${ids}) { optionId isAvailable } } }`);
  expect(options('["a", "b", "c"]') - options('[]')).toBe(3);
});

const { record, relatedRecord, filterValue, listItem, matrixEntry } = workPrices;

it.each<[title: string, units: number, text: string, inputs?: Inputs]>([
  ['a record at the root', 1 + record + 1, '{ product(id: "a") { name } }'],
  ['a related record', 2 + record + 1 + relatedRecord + 1, '{ product(id: "a") { name parent { name } } }'],
  ['a list of texts', 1 + record + 1 + 2, '{ product(id: "a") { tags } }'],
  ['a page, which holds its records once', 1 + 3 * record + 1 + 3, '{ products(first: 3) { nodes { name } } }'],
  ['its edges', 2 + 3 * record + 3 * (2 + 1 + 1), '{ products(first: 3) { edges { cursor node { name } } } }'],
  ['a page of which only the count is shown', 1 + 3 * record + 1, '{ products(first: 3) { totalCount } }'],
  [
    'a page within each item of a page',
    1 + 3 * record + 1 + 3 * (1 + 4 * record + 1 + 4),
    '{ products(first: 3) { nodes { childProducts(last: 4) { nodes { name } } } } }',
  ],
  [
    'a page of a variable size',
    1 + 4 * record + 1 + 4,
    'query($n: Int) { products(last: $n) { nodes { name } } }',
    { n: 4 },
  ],
  [
    'records by ids, each with its id',
    1 + 3 * (listItem + relatedRecord + 3),
    '{ nodes(ids: ["a", "b", "c"]) { id } }',
  ],
  [
    'records by the ids of a variable',
    1 + 3 * (listItem + relatedRecord + 3),
    'query($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    { ids: ['a', 'b', 'c'] },
  ],
  ['a list of what is no record', 2 + record + 2 * 1, '{ product(id: "a") { prices { currency } } }'],
  [
    'a list that its field says is long',
    1 + record + 1 + 120 * matrixEntry + 20,
    '{ product(id: "a") { optionAvailability(selectedOptions: []) { reason } } }',
  ],
  [
    'a page whose field says what a record costs',
    1 + record + 1 + 120 * matrixEntry + 2 * relatedRecord + 1 + 2,
    '{ product(id: "a") { variationMatrix(first: 2) { nodes { productId } } } }',
  ],
  [
    'a walk through a matrix',
    1 + record + 1 + 120 * matrixEntry + relatedRecord + 1 + 3 * listItem,
    '{ product(id: "a") { variant(selectedOptions: ["a", "b", "c"]) { name } } }',
  ],
  ['fragments', 1 + record + 2, '{ product(id: "a") { ... on Product { sku } ...F } } fragment F on Product { name }'],
  [
    'a fragment on one of the types',
    1 + listItem + relatedRecord + 1 + relatedRecord + 1,
    '{ nodes(ids: ["a"]) { ... on Product { parent { name } } } }',
  ],
  [
    'a fragment in pages of other lengths',
    2 + 5 * record + (1 + 2) + (1 + 3),
    '{ two: products(first: 2) { ...F } three: products(first: 3) { ...F } } fragment F on ProductConnection { nodes { name } }',
  ],
  ['what is left out', 1 + record + 1, '{ product(id: "a") { name sku @skip(if: true) slug @include(if: false) } }'],
  ['an object without any', 1 + record + 1, '{ product(id: "a") { name @skip(if: true) } }'],
  ['nothing', 1, '{ product(id: "a") @skip(if: true) { name } }'],
  ['fields of introspection', 3 * 350, '{ __schema { types { name } } }'],
  ['those in fragments, and these', 5 * 350, '{ __schema { ... { ...S } } } fragment S on __Schema { types { name } }'],
  ['those of a type', 2 * 350, '{ __type(name: "Product") { name } }'],
  ['a long name in the response', 1 + record + 1 + 10, `{ product(id: "a") { ${'n'.repeat(1000)}: name } }`],
  ['a long text', 1 + record + 1 + 2, `{ product(id: "${'a'.repeat(250)}") { name } }`],
  [
    'values of a filter',
    1 + 3 * record + 1 + 2 * filterValue,
    '{ products(first: 3, filter: { sku: { in: ["a", "b"] } }) { totalCount } }',
  ],
  [
    'long ones',
    1 + 3 * record + 1 + filterValue + 2,
    `{ products(first: 3, filter: { sku: { in: "${'a'.repeat(250)}" } }) { totalCount } }`,
  ],
  [
    'values of a variable',
    1 + 3 * record + 1 + 2 * filterValue + 2,
    'query($f: ProductFilter) { products(first: 3, filter: $f) { totalCount } }',
    { f: { sku: { in: ['a', 'b'.repeat(250)] } } },
  ],
  [
    'a variable among values',
    1 + 3 * record + 1 + 2 * filterValue,
    'query($s: [String!]) { products(first: 3, filter: { sku: { in: $s } }) { totalCount } }',
    { s: ['a', 'b'] },
  ],
])('%s is estimated by its prices', (_title, units, text, inputs) => {
  expect(unitsOf(text, inputs)).toBe(units);
});

it('the root field that takes the most does so with all of its aliases', () => {
  const products = (name: string, size: number) => `${name}: products(first: ${size}) { nodes { name } }`;
  const nodes = 'catalogNodes(first: 3) { nodes { name } }';
  expect(costOf(`{ ${products('a', 2)} ${nodes} }`).costliest).toBe('Query.catalogNodes');
  expect(costOf(`{ ${products('a', 2)} ${nodes} ${products('b', 2)} }`).costliest).toBe('Query.products');
  const children = 'childProducts { totalCount }';
  const below = `product(id: "a") { ${children} } products(first: 1) { nodes { ${children} } }`;
  expect(costOf(`{ ${below} }`).costliest).toBe('Query.products');
});

it('so it does whatever the variables of others are', () => {
  const text = `query($n: Int) { ...F catalogNodes(first: $n) { nodes { name } } }
    fragment F on Query { products(first: 5) { nodes { name } } }`;
  const measure = measuring(text);
  for (const n of [1, 2]) expect(measure({ n }).costliest).toBe('Query.products');
});
