/** Every list in pages keeps the same rules, whatever it lists and wherever it is read. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { formatGlobalId } from '../../../src/graphql/schema/global-id.ts';
import { customApi, customField } from '../../support/billing-records.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type Answer, openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const { showcaseParent, manyChildrenParent, standard } = demoIds.products;

interface List {
  /** The list's field, with its arguments and selection put in. */
  readonly query: (page: string, selection: string) => string;
  /** What tells one node from another. */
  readonly key: string;
  /** The path to the connection. */
  readonly at: readonly string[];
}

const atRoot = (field: string, key = 'id', filter = ''): List => ({
  query: (page, selection) => `{ ${field}${filter || page ? `(${filter} ${page})` : ''} ${selection} }`,
  key,
  at: [field],
});

function within(type: string, id: string, field: string, key: string): List {
  return {
    query: (page, selection) =>
      `{ node(id: "${formatGlobalId(type, id)}") { ... on ${type} { ${field}${page && `(${page})`} ${selection} } } }`,
    key,
    at: ['node', field],
  };
}

const someNodes = Object.values(demoIds.nodes).map((id) => JSON.stringify(id));

const lists: Record<string, List> = {
  products: atRoot('products'),
  'products by name': atRoot('products', 'id', 'sort: NAME_DESC'),
  'products by price': atRoot('products', 'id', 'sort: PRICE_ASC, currency: "EUR"'),
  childProducts: atRoot('childProducts', 'id', `productId: "${showcaseParent}"`),
  catalogNodes: atRoot('catalogNodes'),
  'catalogNodes of ids': atRoot('catalogNodes', 'id', `filter: { id: { in: [${someNodes}, "absent"] } }`),
  catalogRoots: atRoot('catalogRoots'),
  'CatalogNode.children': within('CatalogNode', demoIds.nodes.clothing, 'children', 'id'),
  'CatalogNode.products': within('CatalogNode', demoIds.nodes.clothing, 'products', 'id'),
  applicationKeys: atRoot('applicationKeys'),
  customApis: atRoot('customApis'),
  offerings: atRoot('offerings'),
  'Product.childProducts': within('Product', showcaseParent, 'childProducts', 'id'),
  'Product.variationMatrix': within('Product', showcaseParent, 'variationMatrix', 'productId'),
  'Product.builtChildren': within('Product', showcaseParent, 'builtChildren', 'productId'),
  'CustomApi.fields': within('CustomApi', demoIds.customApi, 'fields', 'id'),
  'BillingOffering.plans': within('BillingOffering', demoIds.offering, 'plans', 'id'),
};

const all = Object.entries(lists);
const information =
  'totalCount edges { cursor node { KEY } } nodes { KEY } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

describeEachEngine('lists in pages', (open) => {
  const gateway = useOpened(() => openGateway(open));
  beforeAll(async () => {
    for (let index = 0; index < 5; index += 1) {
      await gateway.stores.customFields.insertApi(customApi());
      await gateway.stores.customFields.insert(customField({ customApiId: demoIds.customApi, slug: `list-${index}` }));
    }
  });

  async function read({ query, key, at }: List, page: string, selection = information) {
    const answer = await gateway.ask(query(page, `{ ${selection.replaceAll('KEY', key)} }`));
    const connection = at.reduce((value, name) => value?.[name], answer.data);
    return { ...answer, connection, keys: connection?.nodes?.map((node: Record<string, string>) => node[key]) ?? [] };
  }

  const told = ({ errors }: Answer) =>
    errors.map(({ extensions: { code, violations = [] } }) => [
      code,
      violations.map(({ path, rule }) => [path.join('.'), rule]),
    ]);

  /** All of it, page by page. */
  async function walk(list: List, size: number, isBackwards: boolean) {
    const found: string[] = [];
    let cursor: string | null = null;
    for (;;) {
      const [count, bound] = isBackwards ? [`last: ${size}`, 'before'] : [`first: ${size}`, 'after'];
      const { connection, keys, errors, shown } = await read(
        list,
        `${count}${cursor === null ? '' : `, ${bound}: "${cursor}"`}`,
      );
      expect(errors, shown).toEqual([]);
      const { edges, pageInfo, totalCount } = connection;
      expect(
        edges.map(({ node }: { node: Record<string, string> }) => node[list.key]),
        shown,
      ).toEqual(keys);
      expect([edges.at(0)?.cursor ?? null, edges.at(-1)?.cursor ?? null], shown).toEqual([
        pageInfo.startCursor,
        pageInfo.endCursor,
      ]);
      found[isBackwards ? 'unshift' : 'push'](...keys);
      expect(isBackwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage, shown).toBe(cursor !== null);
      const hasMore: boolean = isBackwards ? pageInfo.hasPreviousPage : pageInfo.hasNextPage;
      expect(hasMore, shown).toBe(found.length < totalCount);
      if (!hasMore) return { found, totalCount };
      cursor = isBackwards ? pageInfo.startCursor : pageInfo.endCursor;
    }
  }

  describe.each(all)('%s', (_name, list) => {
    it('is the same whole, forwards and backwards', async () => {
      const size = list.at[0] === 'products' ? 90 : 7;
      const forwards = await walk(list, size, false);
      expect(new Set(forwards.found).size).toBe(forwards.found.length);
      expect(forwards.found.length).toBeGreaterThan(1);
      expect(await walk(list, size, true)).toEqual(forwards);
      const { keys, shown } = await read(list, 'first: 100');
      expect(keys, shown).toEqual(forwards.found.slice(0, 100));
    });

    it('has 25 items where no size is named, between any two cursors too', async () => {
      const whole = await read(list, 'first: 100');
      expect((await read(list, '')).keys).toEqual(whole.keys.slice(0, 25));
      const { edges } = whole.connection;
      const [after, before] = [edges[0].cursor, edges.at(-1).cursor];
      const between = await read(list, `first: 100, after: "${after}", before: "${before}"`);
      expect(between.keys, between.shown).toEqual(whole.keys.slice(1, -1));
      expect(between.connection.pageInfo, between.shown).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
      const crossing = await read(list, `first: 5, after: "${before}", before: "${after}"`);
      expect([crossing.keys, crossing.errors], crossing.shown).toEqual([[], []]);
    });

    it('is counted only where its total is selected', async () => {
      gateway.statements.length = 0;
      await read(list, 'first: 1', 'nodes { KEY }');
      expect(gateway.statements.filter((sql) => /count\(\*\)/.test(sql))).toEqual([]);
    });

    it.each<[page: string, violations: [string, string][]]>([
      ['first: 0', [['first', 'min']]],
      ['first: 101', [['first', 'max']]],
      ['last: -1', [['last', 'min']]],
      ['first: 1, last: 1', [['last', 'exclusive']]],
      ['after: ""', [['after', 'minLength']]],
      ['after: "x"', [['after', 'cursor']]],
      [
        'first: 0, last: 101, after: "x", before: ""',
        [
          ['first', 'min'],
          ['last', 'max'],
          ['last', 'exclusive'],
          ['after', 'cursor'],
          ['before', 'minLength'],
        ],
      ],
    ])('refuses %s, and is null alone', async (page, violations) => {
      const answer = await read(list, page);
      expect(answer.connection, answer.shown).toBeNull();
      expect(told(answer), answer.shown).toEqual([['VALIDATION_FAILED', violations]]);
      expect(answer.errors[0]?.path, answer.shown).toEqual(list.at);
    });
  });

  it('a cursor belongs to its list, and to no other', async () => {
    const cursors = new Map<string, string>();
    for (const [name, list] of all) cursors.set(name, (await read(list, 'first: 1')).connection.edges[0].cursor);
    const same = new Set(['childProducts', 'Product.childProducts']);
    for (const [name, list] of all) {
      for (const [other, cursor] of cursors) {
        if (other === name || (same.has(other) && same.has(name))) continue;
        const answer = await read(list, `first: 1, after: "${cursor}"`);
        expect(told(answer), `${other} in ${name}`).toEqual([['VALIDATION_FAILED', [['after', 'cursor']]]]);
        expect(answer.errors[0]?.message).toContain('does not belong to this connection');
      }
    }
  });

  it('a cursor of another parent is refused', async () => {
    for (const field of ['variationMatrix', 'builtChildren']) {
      const { connection } = await read(within('Product', manyChildrenParent, field, 'productId'), 'first: 1');
      const answer = await read(
        within('Product', showcaseParent, field, 'productId'),
        `after: "${connection.edges[0].cursor}"`,
      );
      expect(told(answer), answer.shown).toEqual([['VALIDATION_FAILED', [['after', 'cursor']]]]);
    }
  });

  it('a cursor that was edited by hand is refused, or starts a page of the same list', async () => {
    const forged = (text: string, position: string) => {
      const content = Buffer.from(text, 'base64url')
        .toString('utf8')
        .replace(/[^|]*\|[^|]*$/, position);
      const check = createHash('sha256').update(content).digest('base64url').slice(0, 8);
      return Buffer.from(`${content}|${check}`, 'utf8').toString('base64url');
    };
    for (const [name, list] of all) {
      const whole = await read(list, 'first: 100');
      const { cursor } = whole.connection.edges[0];
      for (const edited of [cursor.slice(1), `${cursor}A`, cursor.toLowerCase(), `${cursor}=`, forged(cursor, '')]) {
        const answer = await read(list, `first: 100, after: "${edited}"`);
        expect(told(answer), `${name}: ${edited}`).toEqual([['VALIDATION_FAILED', [['after', 'cursor']]]]);
      }
      for (const position of [
        '-5',
        '0',
        '1e9',
        '99999999999999999999',
        'NaN',
        "3'; drop table release_node; --",
        '~',
        '😀',
      ]) {
        for (const bound of ['after', 'before']) {
          const answer = await read(list, `first: 100, ${bound}: "${forged(cursor, position)}"`);
          expect(answer.errors, `${name}: ${bound} ${position} ${answer.shown}`).toEqual([]);
          expect(answer.connection.totalCount, answer.shown).toBe(whole.connection.totalCount);
          if (name !== 'products')
            expect(whole.keys, answer.shown).toEqual(expect.arrayContaining(answer.keys.slice(0, 3)));
        }
      }
    }
  });

  it('is empty where there is nothing', async () => {
    for (const field of ['variationMatrix', 'builtChildren']) {
      const { connection, errors, shown } = await read(within('Product', standard, field, 'productId'), 'first: 1');
      expect(errors, shown).toEqual([]);
      expect(connection, shown).toEqual({
        totalCount: 0,
        edges: [],
        nodes: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
      });
    }
  });

  it('of many parents is read in one statement', async () => {
    const plans = '{ offerings { nodes { plans(first: 2) { nodes { name } } } } }';
    const fields =
      '{ customApis(first: 100) { nodes { fields(first: 2, after: null) { totalCount nodes { name } } } } }';
    for (const query of [plans, fields]) {
      gateway.statements.length = 0;
      const { errors, shown } = await gateway.ask(query);
      expect(errors, shown).toEqual([]);
      expect(gateway.statements, shown).toHaveLength(2);
    }
  });

  it('of parents of which one has a faulty cursor fails there alone', async () => {
    const cursorOf = async (id: string) =>
      (await read(within('CustomApi', id, 'fields', 'id'), 'first: 1')).connection.edges[0].cursor;
    const cursor = await cursorOf(demoIds.customApi);
    const { data, errors, shown } = await gateway.ask(
      `{ customApis(first: 100) { nodes { resourceId fields(first: 1, after: "${cursor}") { nodes { id } } } } }`,
    );
    const nulls = data.customApis.nodes.filter(({ fields }: { fields: object | null }) => fields === null);
    expect(nulls.length, shown).toBe(data.customApis.nodes.length - 1);
    expect(errors.length, shown).toBe(nulls.length);
  });

  it('offerings can be read where the catalog can: a page that subscribes needs no secret', async () => {
    for (const as of ['nobody', 'shopper'] as const) {
      const { data, errors, shown } = await gateway.ask('{ offerings { totalCount } }', {}, { as });
      expect(errors, shown).toEqual([]);
      expect(data.offerings.totalCount, shown).toBeGreaterThan(0);
    }
  });

  it.each(['applicationKeys', 'customApis'])('%s needs a token that proved its secret', async (field) => {
    for (const [as, code] of [
      ['nobody', 'UNAUTHENTICATED'],
      ['shopper', 'FORBIDDEN'],
    ] as const) {
      const { data, errors, shown } = await gateway.ask(`{ ${field} { totalCount } }`, {}, { as });
      expect(data, shown).toEqual({ [field]: null });
      expect(
        errors.map(({ extensions }) => extensions.code),
        shown,
      ).toEqual([code]);
    }
  });

  it('a faulty filter nulls its field, and no other', async () => {
    const { data, errors, shown } = await gateway.ask(
      '{ bad: products(filter: { sku: { in: [] } }) { totalCount } worse: catalogNodes(filter: { id: { in: [""] } }) { totalCount } good: products(first: 1) { nodes { id } } }',
    );
    expect([data.bad, data.worse, data.good.nodes.length], shown).toEqual([null, null, 1]);
    expect(
      errors.map(({ path }) => path),
      shown,
    ).toEqual([['bad'], ['worse']]);
  });

  it('reports no bug', () => expect(gateway.bugs).toEqual([]));
});
