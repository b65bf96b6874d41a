import { type FragmentDefinitionNode, type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { toPageRequest } from '../../../src/graphql/schema/connection.ts';
import { times } from '../../support/costly-queries.ts';

/** Of the document's first field; `looks`: at fragments. */
function readPage(text: string) {
  const [operation, ...definitions] = parse(text).definitions;
  const { selections } = (operation as OperationDefinitionNode).selectionSet;
  const known = new Map((definitions as FragmentDefinitionNode[]).map((fragment) => [fragment.name.value, fragment]));
  let looks = 0;
  const fragments = new Proxy(
    {},
    {
      get(_, name: string) {
        looks += 1;
        return known.get(name);
      },
    },
  );
  const { withTotal } = toPageRequest({}, { fieldNodes: selections, fragments } as never);
  return { withTotal, looks };
}

it.each([
  ['{ products { totalCount } }', true],
  ['{ products { total: totalCount } }', true],
  [
    '{ products { ...A } } fragment A on ProductConnection { ... { ...B } } fragment B on ProductConnection { totalCount }',
    true,
  ],
  [
    '{ products { ...A ...A ...B } } fragment A on ProductConnection { __typename } fragment B on ProductConnection { totalCount }',
    true,
  ],
  ['{ products { totalCount: __typename nodes { childProducts { totalCount } } } }', false],
])('a list is counted where that is selected of it: %s', (text, expected) => {
  expect(readPage(text).withTotal).toBe(expected);
});

it('each fragment is looked at once, however often it is spread', () => {
  const chain = times(16, (step) => `fragment F${step} on ProductConnection { ...F${step + 1} ...F${step + 1} }`);
  const last = 'fragment F16 on ProductConnection { pageInfo @skip(if: true) { hasNextPage } }';
  expect(readPage(`{ products { ...F0 } } ${chain} ${last}`)).toEqual({ withTotal: false, looks: 17 });
});
