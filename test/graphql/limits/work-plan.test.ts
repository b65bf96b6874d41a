import { type DocumentNode, type GraphQLCompositeType, getOperationAST, getVariableValues, parse } from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { expect, it, vi } from 'vitest';
import {
  countLeaves,
  countValue,
  createCount,
  createPlanSelections,
  type MemberPlan,
  type WorkPlan,
} from '../../../src/graphql/limits/work-plan.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { times } from '../../support/costly-queries.ts';

/** Each is a member of a plan. */
const everyText = 'name description slug sku upcEan manufacturerPartNum externalRef tags productTypes language';

it('a field that fragments double at each step is planned once, and counted as often as it is written', () => {
  const steps = 14;
  const plan = planOf(
    `{ ...F0 } ${times(steps, (i) => `fragment F${i} on Product { ...F${i + 1} ...F${i + 1} }`)} fragment F${steps} on Product { name tags }`,
  );
  const made = createCount(1_000_000);
  countValue({ name: 'Jacket'.repeat(20), tags: ['new'.repeat(50), 'warm'] }, plan, made);
  expect(plan.members.map(({ name, times: written }) => [name, written])).toEqual([
    ['name', 2 ** steps],
    ['tags', 2 ** steps],
  ]);
  expect(made.bytes).toBe(2 ** steps * (20 * 'Jacket'.length + 50 * 'new'.length));
});

it('a text counts where it costs something', () => {
  const made = createCount(1_000_000);
  countValue(
    { name: '漢'.repeat(99), description: '漢'.repeat(100), sku: null },
    planOf('{ name description sku }'),
    made,
  );
  expect(made).toMatchObject({ units: 4, bytes: 100 });
});

it('each member and item of a JSON value counts, and so do its texts and names', () => {
  const made = createCount(1_000_000);
  countLeaves({ short: 'a'.repeat(100), list: ['b'.repeat(200), { one: 1 }, { ['c'.repeat(300)]: 1 }] }, made);
  expect(made).toMatchObject({ units: 2 + 1 + 3 + 2 + 1 + 1 + 3, bytes: 600 });
});

it('what a list holds counts as often as it is written, and nothing of what is not there', () => {
  const parent: WorkPlan = { units: 2, expected: 2, members: [memberOf('tags', 1, 0, null)] };
  const plan: WorkPlan = { units: 1, expected: 1, members: [memberOf('parent', 3, 5, parent)] };
  const made = createCount(1_000_000);
  const items = [{ parent: { tags: ['new', 'a'.repeat(100)] } }, { parent: null }, { parent: new Error('lost') }];
  countValue(items, plan, made, 2);
  expect(made).toMatchObject({ units: 2 * 3 + 6 * (5 + 2 + 2 + 1), bytes: 600 });
});

it('what ends the request anyway is counted no further', () => {
  const read = vi.fn(() => ['a']);
  const items = Array.from({ length: 1000 }, () => Object.defineProperty({}, 'tags', { get: read }));
  const plan: WorkPlan = { units: 1, expected: 1, members: [memberOf('tags', 1, 0, null)] };
  const made = createCount(20);
  countValue(items, plan, made);
  expect(made.units).toBe(22);
  countValue({ items }, { units: 1, expected: 1, members: [memberOf('items', 1, 0, plan)] }, made);
  expect(read).toHaveBeenCalledTimes(11);
});

it.each([
  ['a list', ['a'.repeat(100), 'b'.repeat(100)]],
  ['an object', { one: 'a'.repeat(100), other: 'b'.repeat(100) }],
])('neither is %s of a JSON value', (_, value) => {
  const made = createCount(2);
  countLeaves(value, made);
  expect(made.bytes).toBe(100);
});

function memberOf(name: string, written: number, pricePerRecord: number, plan: WorkPlan | null): MemberPlan {
  return { name, times: written, pricePerRecord, plan };
}

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

it.each([
  ['is planned once for all requests', '{ name files { resourceId } }', true],
  ['is planned once where what is left out depends on no variable', '{ name @skip(if: false) }', true],
  [
    'is planned for each request where its fragments make more than its tokens',
    `{ ${times(30, (i) => `a${i}: parent { ...Many }`)} } fragment Many on Product { ${everyText} }`,
    false,
  ],
])('a document %s', (_title, query, isKept) => {
  const document = parse(query);
  const [first, second] = [planOf(document), planOf(document)];
  expect(first === second).toBe(isKept);
});

it('a document is planned once for all requests whose variables leave out the same', () => {
  const document = parse(
    'query($a: Boolean!, $n: Int) { name @skip(if: $a) sku childProducts(first: $n) { totalCount } }',
  );
  const [left, taken] = [planOf(document, { a: true, n: 1 }), planOf(document, { a: false, n: 1 })];
  expect(left.members.map(({ name }) => name)).not.toContain('name');
  expect(taken.members.map(({ name }) => name)).toContain('name');
  expect([planOf(document, { a: true, n: 2 }), planOf(document, { a: false })]).toEqual([left, taken]);
  expect(planOf(document, { a: true, n: 2 })).toBe(left);
});

it('of many choices, those that come first are planned once', () => {
  const document = parse('query($a: Boolean!, $b: Boolean!) { name @skip(if: $a) sku @skip(if: $b) }');
  const choices = [
    { a: true, b: true },
    { a: true, b: false },
    { a: false, b: true },
    { a: false, b: false },
  ];
  const first = choices.map((choice) => planOf(document, choice));
  const again = choices.map((choice) => planOf(document, choice));
  expect(again.map((plan, index) => plan === first[index])).toEqual([true, true, false, false]);
});

it('what is selected of one of its types is planned as of that one', () => {
  const plan = planOf('{ ... on Product { files { resourceId } } }', {}, 'Node');
  expect(plan.members.map(({ name }) => name)).toEqual(['files']);
});

function planOf(
  query: string | DocumentNode,
  given: Readonly<Record<string, unknown>> = {},
  typeName = 'Product',
): WorkPlan {
  const document = typeof query === 'string' ? parse(query) : query;
  const operation = getOperationAST(document);
  if (!operation) throw new Error('The document has no operation.');
  const { variableDefinitions = [] } = operation;
  const coerced = getVariableValues(schema, variableDefinitions, given) as { variableValues: VariableValues };
  const { variableValues: variables } = coerced;
  const type = schema.getType(typeName) as GraphQLCompositeType;
  return createPlanSelections({ schema, document, variables })(operation.selectionSet, type);
}
