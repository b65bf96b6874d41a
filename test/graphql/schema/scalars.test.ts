import { parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';

it.each([
  ['BigInt', '{ product(id: "a") { priceFor(currency: "EUR", quantity: 1.5) { quantity } } }', '1.5'],
  ['CurrencyCode', '{ product(id: "a") { price(currency: 5) { money { amount } } } }', '5'],
  [
    'SafeInt',
    `mutation {
       createCustomField(
         input: { customApiId: "a", name: "n", slug: "s", fieldType: INTEGER, validation: { integer: { maxValue: true } } }
       ) { isReplayed }
     }`,
    'true',
  ],
])('a literal that is no %s is told of with its place', (type, document, literal) => {
  const [error, ...others] = validate(schema, parse(document));
  expect(others).toEqual([]);
  expect(error?.message).toContain(`${type} must be`);
  const { line = 0, column = 0 } = error?.locations?.[0] ?? {};
  expect(
    document
      .split('\n')
      [line - 1]?.slice(column - 1)
      .startsWith(literal),
  ).toBe(true);
});
