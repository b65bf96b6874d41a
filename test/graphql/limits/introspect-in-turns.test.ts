import { execute, getIntrospectionQuery, parse } from 'graphql';
import { expect, it } from 'vitest';
import { createWorkBudget } from '../../../src/domain/work-budget.ts';
import { OperationWork } from '../../../src/graphql/execution/operation-work.ts';
import { createPlanSelections } from '../../../src/graphql/limits/work-plan.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

const noVariables = { sources: {}, coerced: {} };

function workOn(document: ReturnType<typeof parse>) {
  return new OperationWork({
    budget: createWorkBudget({ cost: 1, violations: 1 }),
    planSelections: createPlanSelections({ schema, document, variables: noVariables }),
    limits: { errors: 1, answerBytes: 1 },
  });
}

/** With how many turns of the event loop it took. */
async function executeCounted(query: string) {
  const document = parse(query);
  let turns = 0;
  let isDone = false;
  const executed = Promise.resolve(execute({ schema, document, contextValue: { work: workOn(document) } }));
  void executed.then(() => {
    isDone = true;
  });
  for (; !isDone; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  return { turns, data: (await executed).data };
}

it('the schema that is shown in turns is the schema', async () => {
  const document = parse(getIntrospectionQuery());
  const { data } = await executeCounted(getIntrospectionQuery());
  expect(data).toEqual((await execute({ schema, document })).data);
});

it('the more of it is selected, the more turns it takes', async () => {
  const types = '{ types { name fields { name args { name type { name ofType { name } } } } } }';
  const once = await executeCounted(`{ __schema ${types} }`);
  const often = await executeCounted(
    `{ ${Array.from({ length: 20 }, (_, at) => `s${at}: __schema ${types}`).join(' ')} }`,
  );
  expect(often.turns).toBeGreaterThan(once.turns + 3);
  expect(Object.values(often.data ?? {})).toEqual(Array.from({ length: 20 }, () => once.data?.__schema));
});
