/** What the products of a list lead to is loaded once, and nothing is waited for that is there. */
import { type GraphQLObjectType, type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { workPrices } from '../../../src/domain/work-budget.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { relatedLoader } from '../../../src/graphql/slots/load-related.ts';

type Related = NonNullable<ReturnType<typeof relatedLoader>>;
type Leading = Parameters<Related>[0][number];

function loaderOf(selection: string): Related | null {
  const { definitions } = parse(`{ products { nodes ${selection} } }`);
  const products = (definitions[0] as OperationDefinitionNode).selectionSet.selections[0];
  const nodes = products?.kind === 'Field' ? products.selectionSet?.selections[0] : undefined;
  if (nodes?.kind !== 'Field') throw new Error('Nothing is selected.');
  const collecting = { schema, fragments: new Map(), variables: { sources: {}, coerced: {} } };
  return relatedLoader(schema.getType('Product') as GraphQLObjectType, [[nodes]], collecting);
}

/** A view that has loaded these before. */
function openView({ known = [], ...context }: { known?: readonly string[]; upstream?: object; budget?: object } = {}) {
  const loaded: string[] = [];
  const finder = (kind: string) => (releaseId: string, id: string) => {
    const name = `${kind} ${releaseId}/${id}`;
    return known.includes(name) ? {} : Promise.resolve(loaded.push(name));
  };
  const view = {
    requestContext: { budget: { left: 1000 }, ...context },
    loaders: { findNode: finder('node'), findProduct: finder('product') },
  };
  return { view, loaded };
}

const leading = (view: object, members: object): Leading =>
  ({
    releaseId: '7',
    parentId: 'p',
    nodeIds: ['a', 'b'],
    breadcrumbs: [],
    breadcrumbNodeIds: ['b', 'c'],
    view,
    ...members,
  }) as never;

it('nothing is loaded for what leads nowhere', () => {
  expect(loaderOf('{ id name prices { currency } breadcrumbs { node: __typename } }')).toBeNull();
});

it('each is loaded once', async () => {
  const { view, loaded } = openView();
  const breadcrumbs = [{ nodeId: 'd', parentNodeIds: ['e', 'd'] }];
  const products = [
    leading(view, { breadcrumbs }),
    leading(view, { nodeIds: ['b', 'z'] }),
    leading(view, { parentId: null }),
  ];
  await loaderOf('{ above: parent { id } nodes { id } breadcrumbs { path { id } } }')?.(products);
  expect(loaded).toEqual(['product 7/p', 'node 7/a', 'node 7/b', 'node 7/z', 'node 7/e', 'node 7/d']);
});

it('nothing is waited for that is there', () => {
  const { view, loaded } = openView({ known: ['product 7/p', 'node 7/a', 'node 7/b'] });
  expect(loaderOf('{ parent { id } nodes { id } }')?.([leading(view, {})])).toBeNull();
  expect(loaded).toEqual([]);
});

it('what fails is left to the fields that need it', async () => {
  const { view } = openView();
  view.loaders.findProduct = () => Promise.reject(new Error('gone'));
  const loading = loaderOf('{ parent { id } }')?.([leading(view, {})]);
  await expect(loading).resolves.not.toBeNull();
});

it('of each view and release by itself', async () => {
  const [one, other] = [openView(), openView()];
  const products = [leading(one.view, {}), leading(one.view, { releaseId: '8' }), leading(other.view, {})];
  await loaderOf('{ parent { id } }')?.(products);
  expect([one.loaded, other.loaded]).toEqual([['product 7/p', 'product 8/p'], ['product 7/p']]);
});

it('no more are loaded than may be paid for', () => {
  const { view, loaded } = openView({ budget: { left: 3 * workPrices.relatedRecord } });
  const nodeIds = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
  expect(loaderOf('{ nodes { id } }')?.([leading(view, { nodeIds })])).not.toBeNull();
  expect(loaded).toHaveLength(4);
});

it("a platform's are left to their fields", () => {
  const { view, loaded } = openView({ upstream: {} });
  expect(loaderOf('{ parent { id } nodes { id } }')?.([leading(view, {})])).toBeNull();
  expect(loaded).toEqual([]);
});
