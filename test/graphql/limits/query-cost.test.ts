import { type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { measureCost } from '../../../src/graphql/limits/query-cost.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

function unitsOf(text: string): number {
  const document = parse(text);
  const operation = document.definitions[0] as OperationDefinitionNode;
  const variables = { sources: {}, coerced: {} };
  return measureCost({ schema, document, operation, variables, pageLength: 25 }).units;
}

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
