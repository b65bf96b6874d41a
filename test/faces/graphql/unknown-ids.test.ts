/** What is requested by its id, and is not there, is null in its place with a NOT_FOUND error at its path: of every root field that takes ids. */
import { getNamedType, getNullableType, isListType } from 'graphql';
import { expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { formatGlobalId, nodeTypes } from '../../../src/graphql/schema/global-id.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const unknown = '00000000-0000-4000-8000-00000000abcd';
const { draftChild: draft, standard, showcaseParent } = demoIds.products;

interface Row {
  readonly argument: string;
  readonly query: string;
  /** Ids that name nothing. */
  readonly ids: readonly string[];
}

const globalIds = nodeTypes.map((type) => formatGlobalId(type, unknown));
const fields: Record<string, Row> = {
  node: { argument: 'id', query: 'query($id: ID!) { node(id: $id) { id } }', ids: [...globalIds, unknown, 'x', ''] },
  product: {
    argument: 'id',
    query: 'query($id: ID!) { product(id: $id) { id } }',
    ids: [unknown, formatGlobalId('Product', unknown), formatGlobalId('CatalogNode', standard), draft],
  },
  childProducts: {
    argument: 'productId',
    query: 'query($id: ID!) { childProducts(productId: $id) { totalCount } }',
    ids: [unknown, formatGlobalId('Product', unknown), draft],
  },
  applicationKey: {
    argument: 'id',
    query: 'query($id: ID!) { applicationKey(id: $id) { id } }',
    ids: [unknown, formatGlobalId('ApplicationKey', unknown)],
  },
  customApi: {
    argument: 'id',
    query: 'query($id: ID!) { customApi(id: $id) { id } }',
    ids: [unknown, formatGlobalId('CustomApi', unknown)],
  },
  subscription: {
    argument: 'id',
    query: 'query($id: ID!) { subscription(id: $id) { id } }',
    ids: [unknown, formatGlobalId('BillingSubscription', unknown)],
  },
};

it('the table has every root field that takes an id', () => {
  const query = schema.getQueryType()?.getFields() ?? {};
  const takingOne = Object.values(query).filter(({ args }) =>
    args.some(({ type }) => getNamedType(type).name === 'ID' && !isListType(getNullableType(type))),
  );
  expect(Object.keys(fields).sort()).toEqual(takingOne.map(({ name }) => name).sort());
  const takingMany = Object.values(query).filter(({ args }) =>
    args.some(({ type }) => getNamedType(type).name === 'ID' && isListType(getNullableType(type))),
  );
  expect(takingMany.map(({ name }) => name)).toEqual(['nodes']);
});

describeEachEngine('unknown ids', (open) => {
  const gateway = useOpened(() => openGateway(open));

  it.each(Object.entries(fields))('of %s are NOT_FOUND, and null', async (field, { argument, query, ids }) => {
    for (const id of ids) {
      const { data, errors, status, shown } = await gateway.ask(query, { id });
      expect([status, data], shown).toEqual([200, { [field]: null }]);
      expect(
        errors.map(({ path, extensions: { code, violations = [] } }) => [path, code, violations]),
        shown,
      ).toEqual([
        [
          [field],
          'NOT_FOUND',
          [
            {
              path: [argument],
              rule: 'reference',
              message: expect.stringMatching(/was found(: it is the id of .*)?\.$/),
            },
          ],
        ],
      ]);
    }
  });

  it('of nodes are NOT_FOUND one by one, and null in their places', async () => {
    const known = [
      formatGlobalId('Product', showcaseParent),
      formatGlobalId('BillingPlan', demoIds.plan),
      formatGlobalId('CatalogNode', demoIds.nodes.jackets),
    ];
    const ids = [known[0], 'x', ...globalIds, known[1], formatGlobalId('Product', draft), known[2], 'x'];
    const isKnown = (id: string | undefined) => id !== undefined && known.includes(id);
    const { data, errors, status, shown } = await gateway.ask('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids,
    });
    expect(status, shown).toBe(200);
    expect(data.nodes, shown).toEqual(ids.map((id) => (isKnown(id) ? { id } : null)));
    const missing = ids.flatMap((id, index) => (isKnown(id) ? [] : [index]));
    const told = errors.map(({ path, extensions: { code, violations = [] } }) => [
      path,
      code,
      violations.map((one) => one.path),
    ]);
    expect(told, shown).toHaveLength(missing.length);
    expect(told, shown).toEqual(
      expect.arrayContaining(missing.map((index) => [['nodes', index], 'NOT_FOUND', [['ids', index]]])),
    );
  });

  it('that a filter names are left out, without an error', async () => {
    const { data, errors, shown } = await gateway.ask(
      `{ products(filter: { id: { in: ["${unknown}", "${standard}"] } }) { nodes { resourceId } }
        catalogNodes(filter: { id: { in: ["${unknown}", "${demoIds.nodes.jackets}"] } }) { nodes { resourceId } } }`,
    );
    expect(errors, shown).toEqual([]);
    expect(data, shown).toEqual({
      products: { nodes: [{ resourceId: standard }] },
      catalogNodes: { nodes: [{ resourceId: demoIds.nodes.jackets }] },
    });
  });
});
