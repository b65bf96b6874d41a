/** What fits is what graphql-js takes, and is read as it reads it. */
import fc from 'fast-check';
import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { getVariableValues, type VariableValues } from 'graphql/execution/values';
import { expect, it } from 'vitest';
import { coerceFitting } from '../../../src/graphql/execution/coerce-fitting.ts';
import { runs } from '../../support/runs.ts';

const schema = buildSchema(`
  type Query { any(of: Thing): Int }
  enum Kind { SMALL LARGE }
  input Thing { id: ID! name: String = "none" count: Int weight: Float isNew: Boolean kind: Kind! = SMALL names: [String!] grid: [[Int]] one: One inner: Thing }
  input One @oneOf { id: ID name: String }
`);

const operationOf = (text: string) => parse(text).definitions[0] as OperationDefinitionNode;
const operation = operationOf(
  'query($thing: Thing!, $things: [Thing], $id: ID, $text: String = "a", $kind: Kind, $toString: Int) { any }',
);

const leaf = fc.constantFrom<unknown>(
  'a',
  '',
  'SMALL',
  'OTHER',
  0,
  -3,
  2.5,
  2 ** 40,
  true,
  null,
  [],
  ['a'],
  [[1], [null]],
  {},
);
const one = fc.oneof(leaf, fc.record({ id: leaf, name: leaf }, { requiredKeys: [] }));
const { thing } = fc.letrec((tie) => ({
  thing: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: leaf, weight: 1 },
    {
      arbitrary: fc.record(
        {
          ...{ id: leaf, name: leaf, count: leaf, weight: leaf, isNew: leaf, kind: leaf, names: leaf, grid: leaf },
          ...{ one, inner: tie('thing'), unknown: leaf, toString: leaf, ['__proto__']: leaf },
        },
        { requiredKeys: [] },
      ),
      weight: 4,
    },
  ),
}));
/** Nearly all of it fits. */
const fitting = fc.record(
  {
    id: fc.constantFrom<unknown>('a', 7),
    name: fc.constantFrom('a', null),
    count: fc.constantFrom<unknown>(1, null, 2.5),
    kind: fc.constantFrom('SMALL', 'LARGE'),
    names: fc.constantFrom<unknown>('a', ['a', 'b'], null),
    grid: fc.constantFrom<unknown>([[1, null]], 3),
    one: fc.constantFrom<unknown>({ id: 'a' }, { name: 'b' }, null, { id: 'a', name: null }),
  },
  { requiredKeys: ['id'] },
);
const some = fc.oneof(fitting, thing);
/** Mostly what fits by itself: one that does not is enough. */
const sometimes = (fits: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: fits, weight: 9 }, { arbitrary: leaf, weight: 1 });
const inputs = fc.record(
  {
    thing: fc.oneof({ arbitrary: fitting, weight: 3 }, { arbitrary: thing, weight: 1 }),
    things: sometimes(fc.oneof(fitting, fc.array(some, { maxLength: 3 }))),
    id: sometimes(fc.constantFrom<unknown>('a', 7, null)),
    text: sometimes(fc.constantFrom('a', null)),
    kind: sometimes(fc.constantFrom('SMALL', null)),
    toString: sometimes(fc.constant(1)),
    other: leaf,
  },
  { requiredKeys: ['thing', 'text'] },
);

it('values fit where graphql-js takes them, and come out the same', () => {
  let count = 0;
  fc.assert(
    fc.property(inputs, (given) => {
      const sent = JSON.parse(JSON.stringify(given));
      const own = coerceFitting(schema, operation, sent);
      const judged = getVariableValues(schema, operation.variableDefinitions ?? [], sent);
      const variableValues = 'variableValues' in judged ? judged.variableValues : null;
      expect(shown(own)).toBe(shown(variableValues));
      count += own ? 1 : 0;
    }),
    { numRuns: runs(500, 5000) },
  );
  expect(count).toBeGreaterThan(20);
});

it('a variable that was not sent is absent, whatever its name', () => {
  const text = 'query($toString: Int, $constructor: [Int]) { any }';
  expect(coerceFitting(schema, operationOf(text), {})?.coerced.toString).toBeUndefined();
  expect(coerceFitting(schema, operationOf(text), { constructor: 1 })?.coerced.constructor).toEqual([1]);
});

it('a default value of the document is left to graphql-js', () => {
  expect(coerceFitting(schema, operationOf('query($text: String = "a") { any }'), {})).toBeNull();
  expect(coerceFitting(schema, operationOf('query($text: String = "a") { any }'), { text: 'b' })).not.toBeNull();
});

function shown(values: VariableValues | null): string | null {
  const sources = Object.values(values?.sources ?? {}).map(({ signature, ...rest }) => [
    ...[signature.name, String(signature.type), signature.default?.literal?.kind],
    rest,
  ]);
  return values && JSON.stringify([sources, values.coerced]);
}
