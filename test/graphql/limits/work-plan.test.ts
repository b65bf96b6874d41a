import { type GraphQLObjectType, getOperationAST, getVariableValues, parse } from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { expect, it } from 'vitest';
import { countValue, createPlanSelections, type WorkPlan } from '../../../src/graphql/limits/work-plan.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { times } from '../../support/costly-queries.ts';

it('a field that fragments double at each step is planned once, and counted as often as it is written', () => {
  const steps = 14;
  const plan = planOf(
    `{ ...F0 } ${times(steps, (i) => `fragment F${i} on Product { ...F${i + 1} ...F${i + 1} }`)} fragment F${steps} on Product { name tags }`,
  );
  const made = { units: 0, bytes: 0 };
  countValue({ name: 'Jacket', tags: ['new', 'warm'] }, plan, made);
  expect(plan.members.map(({ name, times: written }) => [name, written])).toEqual([
    ['name', 2 ** steps],
    ['tags', 2 ** steps],
  ]);
  expect(made.bytes).toBe(2 ** steps * 'Jacketnewwarm'.length);
});

it('one field with two selections is planned for each of them', () => {
  const plan = planOf(
    '{ files { resourceId } other: files { createdAt resourceId createdAt } again: files { resourceId } }',
  );
  expect(plan.members.map(({ name, plan: ofItem }) => [name, ofItem?.units])).toEqual([
    ['files', 1],
    ['files', 3],
    ['files', 1],
  ]);
});

/** Of a product. */
function planOf(query: string): WorkPlan {
  const document = parse(query);
  const { variableValues: variables } = getVariableValues(schema, [], {}) as { variableValues: VariableValues };
  const operation = getOperationAST(document);
  if (!operation) throw new Error('The document has no operation.');
  const product = schema.getType('Product') as GraphQLObjectType;
  return createPlanSelections({ schema, document, variables })(operation.selectionSet, product);
}
