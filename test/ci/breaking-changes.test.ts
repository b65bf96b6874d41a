import { describe, expect, it } from 'vitest';
import { findBreakingChanges, findSilentDeprecations } from '../../.ci/breaking-changes.ts';

const released = `
directive @constraint(min: Float, max: Float, minLength: Int, maxLength: Int, pattern: String, format: String) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION
directive @once(key: String! @constraint(maxLength: 255)) on FIELD
type Query {
  product(id: ID! @constraint(maxLength: 255)): Product
  old: String @deprecated(reason: "Use product.")
}
type Product { name: String! price: Int }
enum Status { LIVE DRAFT }
input NewProduct { name: String! @constraint(minLength: 1, pattern: "^a") quantity: Int status: Status }
type Mutation { create(input: NewProduct!): Product }
`;

const change = (from: string, to: string) => findBreakingChanges(released, released.replace(from, to));

describe('a change that breaks clients', () => {
  it.each([
    ['a removed field', 'price: Int', '', 'Product.price'],
    ['a field of another type', 'price: Int', 'price: String', 'Product.price'],
    ['a field that may be null now', 'name: String! price', 'name: String price', 'Product.name'],
    ['a removed value of an enum', 'LIVE DRAFT', 'LIVE', 'Status.DRAFT'],
    ['an input that is required now', 'quantity: Int', 'quantity: Int!', 'NewProduct.quantity'],
    ['a required input', 'quantity: Int', 'quantity: Int kind: String!', 'NewProduct.kind'],
    ['a removed argument', '(id: ID! @constraint(maxLength: 255))', '', 'Query.product.id'],
    [
      'a smaller greatest length',
      'ID! @constraint(maxLength: 255)',
      'ID! @constraint(maxLength: 254)',
      'Query.product(id:)',
    ],
    ['a greater least length', 'minLength: 1', 'minLength: 2', 'NewProduct.name'],
    ['another pattern', '"^a"', '"^b"', 'NewProduct.name'],
    ['a bound where none was', 'quantity: Int', 'quantity: Int @constraint(max: 9)', 'NewProduct.quantity'],
    [
      'a stricter rule of a directive',
      'key: String! @constraint(maxLength: 255)',
      'key: String! @constraint(maxLength: 9)',
      '@once(key:)',
    ],
  ])('%s is found, by its coordinate', async (_, from, to, coordinate) => {
    expect((await change(from, to)).map((one) => one.coordinate)).toEqual([coordinate]);
  });

  it('says what a rule was, and what it is', async () => {
    expect(await change('minLength: 1', 'minLength: 2')).toEqual([
      { coordinate: 'NewProduct.name', message: '@constraint(minLength:) became stricter: 1 → 2' },
    ]);
  });
});

it.each([
  ['nothing', '', ''],
  ['a new field', 'price: Int', 'price: Int weight: Int'],
  ['an optional argument', '(id: ID!', '(language: String id: ID!'],
  ['a field that is never null now', 'price: Int', 'price: Int!'],
  ['a greater greatest length', 'ID! @constraint(maxLength: 255)', 'ID! @constraint(maxLength: 256)'],
  ['a rule that went', 'minLength: 1, ', ''],
  ['a description', 'type Product', '"Words." type Product'],
  ['a deprecated field that went', 'old: String @deprecated(reason: "Use product.")', ''],
])('%s breaks nobody', async (_, from, to) => {
  expect(await change(from, to)).toEqual([]);
});

describe('a deprecation', () => {
  const deprecated = (reason: string) =>
    findSilentDeprecations(released.replace('price: Int', `price(at: Int): Int cost: Int @deprecated${reason}`));

  it.each(['', '(reason: "Use price.")', '(reason: "Use Product.weight.")', '(reason: "Use Product.price(on:).")'])(
    'that names nothing of the schema is refused: %s',
    (reason) => {
      expect(deprecated(reason).map(({ coordinate }) => coordinate)).toContain('Product.cost');
    },
  );

  it.each([
    '(reason: "Use Product.price.")',
    '(reason: "Use Product.price(at:) instead.")',
    '(reason: "See Status.LIVE.")',
  ])('names what replaces it by its coordinate: %s', (reason) => {
    expect(deprecated(reason).map(({ coordinate }) => coordinate)).toEqual(['Query.old']);
  });

  it('is found on a value, an argument and a member, too', () => {
    const everywhere = `
      type Query { product(id: ID, old: Int @deprecated): Int }
      enum Status { LIVE GONE @deprecated }
      input New { name: String was: String @deprecated }`;
    expect(findSilentDeprecations(everywhere).map(({ coordinate }) => coordinate)).toEqual([
      'Query.product.old',
      'Status.GONE',
      'New.was',
    ]);
  });
});
