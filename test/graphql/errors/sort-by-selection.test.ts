import { GraphQLError, getOperationAST, getVariableValues, parse } from 'graphql';
import { expect, it } from 'vitest';
import { sortBySelection } from '../../../src/graphql/errors/sort-by-selection.ts';
import { fragmentsOf } from '../../../src/graphql/limits/selections.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { times } from '../../support/costly-queries.ts';

it.each([
  ['as they are written', '{ b a { d c } }', ['b', 'a', 'a.d', 'a.c']],
  ['by alias', '{ b: a a: b }', ['b', 'a']],
  ['by index in lists, as a number', '{ a { c b } }', ['a.2.c', 'a.2.b', 'a.10', 'a.10.c']],
  ['where fragments spread them', '{ ...F a } fragment F on Query { c ... { b } }', ['c', 'b', 'a']],
  ['where a name is selected first', '{ a { d } b a { c } }', ['a.d', 'a.c', 'b']],
  ['without what is left out', '{ a @skip(if: true) b a }', ['b', 'a']],
  ['after what has no path', '{ b a }', ['', 'b', 'a']],
])('errors stand %s', (_title, document, paths) => {
  const orders = [paths.toReversed(), paths.toSorted(), paths];
  for (const given of orders) expect(sorted(document, given)).toEqual(paths);
});

it('fragments that double at each step are looked at once', () => {
  const steps = 100;
  const fragments = times(steps, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`);
  const document = `{ ...F0 } ${fragments} fragment F${steps} on Query { b a }`;
  expect(sorted(document, ['a', 'b'])).toEqual(['b', 'a']);
});

function sorted(text: string, paths: readonly string[]): string[] {
  const document = parse(text);
  const { variableValues: variables } = getVariableValues(schema, [], {}) as Required<
    Extract<ReturnType<typeof getVariableValues>, { variableValues: unknown }>
  >;
  const errors = paths.map((path) => {
    const steps = path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    return new GraphQLError('Away.', path === '' ? {} : { path: steps });
  });
  const selections = getOperationAST(document)?.selectionSet;
  if (!selections) throw new Error('The document has no operation.');
  const selected = { selections, fragments: fragmentsOf(document), variables };
  return sortBySelection(errors, selected).map(({ path = [] }) => path.join('.'));
}
