/** What fields answer is charged by what there is of it, whoever executes the operation. */
import { buildSchema, execute, introspectionFromSchema, parse } from 'graphql';
import { expect, it, vi } from 'vitest';
import { DomainError } from '../../../src/domain/errors.ts';
import { createWorkBudget, workPrices } from '../../../src/domain/work-budget.ts';
import { OperationWork } from '../../../src/graphql/execution/operation-work.ts';
import { chargeFields } from '../../../src/graphql/limits/charge-fields.ts';
import { createPlanSelections } from '../../../src/graphql/limits/work-plan.ts';

const definitions = `
  scalar JSON
  interface Node { id: ID! }
  type Thing implements Node { id: ID! name: String }
  type ThingConnection { nodes: [Thing!] }
  type Query { text: String json: JSON texts(of: [ID!]): [String!] thing: Thing some: [Thing] things: ThingConnection }`;

/** A field of the root answers that. */
function open(name: string, answer: () => unknown) {
  const schema = buildSchema(definitions);
  const field = schema.getQueryType()?.getFields()[name];
  if (!field) throw new Error('There is no such field.');
  field.resolve = answer;
  chargeFields(schema);
  const budget = createWorkBudget({ cost: 1_000_000, violations: 50 });
  const run = (query: string) => {
    const document = parse(query);
    const planSelections = createPlanSelections({ schema, document, variables: { sources: {}, coerced: {} } });
    const work = new OperationWork({ budget, planSelections, limits: { errors: 100, answerBytes: 1_000_000 } });
    return execute({ schema, document, contextValue: { work } });
  };
  return { budget, run };
}

const { record, relatedRecord, listItem } = workPrices;

it.each<[what: string, units: number, query: string, name: string, answer: unknown]>([
  ['a list of texts by its items', 3, '{ texts }', 'texts', ['a', 'b', 'c']],
  ['a list that it takes, too', 2 * listItem + 1, '{ texts(of: ["a", "b"]) }', 'texts', ['a']],
  ['a JSON value by all that it holds', 2 + 3, '{ json }', 'json', { one: 1, list: [1, 2, 3] }],
  ['no record by nothing', 0, '{ thing { name } }', 'thing', null],
  ['a record by its price and its fields', record + 1, '{ thing { name } }', 'thing', { name: 'a' }],
  ['a list of records by each of them', 2 * (relatedRecord + 1), '{ some { name } }', 'some', [{}, {}]],
  ['a page by its records', 2 * record + 1, '{ things { nodes { name } } }', 'things', { items: [{}, {}] }],
  ['one without records as if it had one', record + 1, '{ things { nodes { name } } }', 'things', { items: [] }],
])('it charges %s', async (_title, units, query, name, answer) => {
  for (const resolve of [() => answer, async () => answer]) {
    const { budget, run } = open(name, resolve);
    await run(query);
    expect(budget.spent).toBe(units);
  }
});

it('of an operation that was ended no field is resolved any more', async () => {
  const resolve = vi.fn(() => ({ name: 'a' }));
  const { budget, run } = open('thing', resolve);
  budget.end(new DomainError('UNAVAILABLE', 'It took too long.'));
  const { errors } = (await run('{ thing { name } }')) as { readonly errors?: readonly Error[] };
  expect(errors?.map(({ message }) => message)).toEqual(['It took too long.']);
  expect(resolve).not.toHaveBeenCalled();
});

it('a resolver that fails at once fails as one that fails later', async () => {
  const absent = new DomainError('NOT_FOUND', 'It is not there.');
  const fail = () => {
    throw absent;
  };
  const spent = [fail, async () => fail()].map(async (resolve) => {
    const { budget, run } = open('thing', resolve);
    const { errors } = (await run('{ thing { name } }')) as { readonly errors?: readonly Error[] };
    expect(errors).toHaveLength(1);
    return budget.spent;
  });
  expect(await Promise.all(spent)).toEqual([workPrices.error, workPrices.error]);
});

it('what graphql-js introspects by, for all schemas, stays as it is', () => {
  open('text', () => 'a');
  const { queryType } = introspectionFromSchema(buildSchema(definitions)).__schema;
  expect(queryType.name).toBe('Query');
});
