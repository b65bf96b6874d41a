import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  isInputObjectType,
  parseValue,
  valueFromASTUntyped,
} from 'graphql';
import { expect, it } from 'vitest';
import { workPrices } from '../../../src/domain/work-budget.ts';
import {
  leastUnitsOfVariables,
  maxMembers,
  unitsOfArgument,
  unitsOfArguments,
} from '../../../src/graphql/limits/input-units.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index]));
const inputTypes = Object.values(schema.getTypeMap()).filter((type): type is GraphQLInputObjectType =>
  isInputObjectType(type),
);

it.each(inputTypes.map((type) => [type.name, type]))(
  '%s has no more members than cost what an item costs',
  (_, type) => {
    expect(Object.keys(type.getFields()).length).toBeLessThanOrEqual(maxMembers);
  },
);

it.each([
  ['no variables', {}, 0],
  ['a text', { a: 'x' }, 1],
  ['a list, by its items', { a: ['x', 'y'] }, 3],
  ['a long one, too', { a: Array(maxMembers + 10).fill('x') }, 1 + maxMembers + 10],
  ['an object, by its members', { a: { b: 'x', c: null } }, 3],
  ['more variables than an input type has members', members(maxMembers + 10), maxMembers + 10],
  [
    'more members than an input type has, each as a value too',
    { a: members(maxMembers + 10) },
    1 + maxMembers + 10 + 10 * workPrices.filterValue,
  ],
])('%s', (_, variables, units) => {
  expect(leastUnitsOfVariables(variables)).toBe(units);
});

const { filterValue, listItem } = workPrices;

it.each<[name: string, value: string, units: number]>([
  ['selectedOptions', '["a", "b"]', 2 * listItem],
  ['selectedOptions', `["${'a'.repeat(250)}", "b"]`, 2 * listItem + 2],
  ['filter', '{ sku: { eq: "a" } }', 0],
  ['filter', `{ sku: { eq: "${'a'.repeat(250)}" } }`, 2],
  ['filter', `{ sku: { in: ["a", "${'b'.repeat(250)}"] }, tags: { in: ["c"] } }`, 3 * filterValue + 2],
  ['first', '3', 0],
  ['first', 'null', 0],
])('the argument %s: %s costs the same as it is written and as it is coerced', (name, value, units) => {
  const fields = Object.values((schema.getType('Product') as GraphQLObjectType).getFields());
  const argument = fields.flatMap(({ args }) => args).find((one) => one.name === name);
  const written = parseValue(value);
  expect(unitsOfArgument(written, argument?.type as GraphQLInputType, { sources: {}, coerced: {} })).toBe(units);
  expect(unitsOfArguments({ [name]: valueFromASTUntyped(written), id: 'a' })).toBe(units);
});
