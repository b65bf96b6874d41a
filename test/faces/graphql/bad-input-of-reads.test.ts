/** Every argument of every query, with every way to get it wrong: its code, path and sentence, and never a fault of ours. */
import { expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { authorizeServices } from '../../../src/domain/access.ts';
import { formatGlobalId } from '../../../src/graphql/schema/global-id.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type Gateway, openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';
import { productGlobalId, unknownUuid } from './bad-input-rows.ts';

const { showcaseParent, manyChildrenParent, standard, draftParent, draftChild, childlessParent } = demoIds.products;
const keyGlobalId = formatGlobalId('ApplicationKey', demoIds.applicationKeys.admin);

const children = `query($productId: ID!, $filter: ProductFilter, $first: Int, $after: String, $last: Int, $before: String) {
  childProducts(productId: $productId, filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { resourceId } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`;
const products = `query($filter: ProductFilter, $first: Int, $after: String, $last: Int, $before: String) {
  products(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { resourceId } pageInfo { endCursor } } }`;
const byId = (field: string) => `query($id: ID!) { ${field}(id: $id) { id } }`;

type Row = readonly [
  title: string,
  variables: object,
  code: string,
  path: readonly (string | number)[] | null,
  message: string | RegExp,
];

const range = (name: string, value: number) => `The argument '${name}' must be from 1 to 100, but is ${value}.`;

const pageRows: Row[] = [
  ...['first', 'last'].flatMap((name) =>
    [0, -1, 101, 2_147_483_647].map(
      (value): Row => [`${name}: ${value}`, { [name]: value }, 'VALIDATION_FAILED', [name], range(name, value)],
    ),
  ),
  ['first: 1.5', { first: 1.5 }, 'VALIDATION_FAILED', ['first'], "The field 'first' must be a value of the type Int."],
  [
    'first: beyond 32 bits',
    { first: 2_147_483_648 },
    'VALIDATION_FAILED',
    ['first'],
    /must be a value of the type Int/,
  ],
  ['first: a string', { first: '5' }, 'VALIDATION_FAILED', ['first'], /must be a value of the type Int/],
  [
    'first with last',
    { first: 1, last: 1 },
    'VALIDATION_FAILED',
    ['last'],
    "The argument 'last' must not be given together with 'first'.",
  ],
  ...['after', 'before'].flatMap((name) =>
    [
      ['empty', '', /must not be empty: leave it out/],
      ['garbage', 'garbage', /is not a cursor of this API/],
      ['an offset', Buffer.from('OffsetConnection:5').toString('base64'), /is not a cursor of this API/],
      ['forged', Buffer.from('1|1|AAAAAAAAAAAAAAAA|0|AAAAAAAA').toString('base64url'), /is not a cursor of this API/],
      [
        'another version',
        Buffer.from('2|1|AAAAAAAAAAAAAAAA|0|AAAAAAAA').toString('base64url'),
        /is not a cursor of this API/,
      ],
      ['NUL', 'a\0', /is not a cursor of this API/],
      ['a lone surrogate', '\ud800', /is not a cursor of this API/],
      ['a megabyte', 'x'.repeat(900_000), /is not a cursor of this API: it is too long/],
    ].map(
      ([title, value, message]): Row => [
        `${name}: ${title}`,
        { [name]: value },
        'VALIDATION_FAILED',
        [name],
        message as RegExp,
      ],
    ),
  ),
];

const attributes = ['id', 'name', 'sku', 'slug', 'mpn', 'upcEan', 'productTypes', 'tags'] as const;
const filterRows: Row[] = attributes.flatMap((name): Row[] => {
  const withIn = (values: unknown) => ({ filter: { [name]: { in: values } } });
  const withEq = (value: unknown) => ({ filter: { [name]: { eq: value } } });
  const eqRows: Row[] = [
    [
      `${name}.eq: empty`,
      withEq(''),
      'VALIDATION_FAILED',
      ['filter', name, 'eq'],
      `The field 'filter.${name}.eq' must not be empty.`,
    ],
    [
      `${name}.eq: NUL`,
      withEq('a\0'),
      'VALIDATION_FAILED',
      ['filter', name, 'eq'],
      /must not contain the NUL character/,
    ],
    [`${name}.eq: a lone surrogate`, withEq('\udc00'), 'VALIDATION_FAILED', ['filter', name, 'eq'], /lone surrogate/],
    [
      `${name}.eq: a list of two`,
      withEq(['a', 'b']),
      'VALIDATION_FAILED',
      ['filter', name, 'eq'],
      /must be a value of the type String/,
    ],
    [
      `${name}: eq and in`,
      { filter: { [name]: { eq: 'a', in: ['a'] } } },
      'VALIDATION_FAILED',
      ['filter', name],
      /exactly one field must be specified/,
    ],
  ];
  return [
    ...(name === 'id' ? [] : eqRows),
    [
      `${name}.in: none`,
      withIn([]),
      'VALIDATION_FAILED',
      ['filter', name, 'in'],
      `The field 'filter.${name}.in' must hold at least one value.`,
    ],
    [
      `${name}.in: an empty value`,
      withIn(['a', '']),
      'VALIDATION_FAILED',
      ['filter', name, 'in', 1],
      /must not be empty/,
    ],
    [`${name}.in: NUL`, withIn(['a', 'b', 'c\0']), 'VALIDATION_FAILED', ['filter', name, 'in', 2], /NUL/],
    [`${name}.in: null`, withIn([null]), 'VALIDATION_FAILED', ['filter', name, 'in', 0], /is required/],
  ];
});

const parentRows: Row[] = [
  [
    'unknown',
    { productId: unknownUuid },
    'NOT_FOUND',
    ['productId'],
    `No product with the id '${unknownUuid}' was found.`,
  ],
  ['a draft', { productId: draftParent }, 'NOT_FOUND', ['productId'], /^No product with the id/],
  ['a draft child', { productId: draftChild }, 'NOT_FOUND', ['productId'], /^No product with the id/],
  [
    'not a base product',
    { productId: standard },
    'UNPROCESSABLE_ENTITY',
    null,
    `The product '${standard}' is not a base product, so it has no child products.`,
  ],
  [
    'a global id of another type',
    { productId: keyGlobalId },
    'NOT_FOUND',
    ['productId'],
    /^No product with the id .* was found: it is the id of an ApplicationKey\.$/,
  ],
  ['empty', { productId: '' }, 'VALIDATION_FAILED', ['productId'], "The argument 'productId' must not be empty."],
  ['NUL', { productId: 'a\0' }, 'VALIDATION_FAILED', ['productId'], /NUL/],
  ['a lone surrogate', { productId: '\ud800' }, 'VALIDATION_FAILED', ['productId'], /lone surrogate/],
  [
    '256 characters',
    { productId: 'x'.repeat(256) },
    'VALIDATION_FAILED',
    ['productId'],
    /is longer than an identifier can be \(255 characters\)/,
  ],
  [
    'SQL',
    { productId: "' or 1=1 --" },
    'NOT_FOUND',
    ['productId'],
    /^No product with the id '' or 1=1 --' was found\.$/,
  ],
  ['null', { productId: null }, 'VALIDATION_FAILED', ['productId'], "The field 'productId' is required."],
];

const uuidRows = (kind: string): Row[] => [
  ['unknown', { id: unknownUuid }, 'NOT_FOUND', ['id'], `No ${kind} with the id '${unknownUuid}' was found.`],
  ['not a UUID', { id: 'x' }, 'VALIDATION_FAILED', ['id'], "The argument 'id' must be a UUID, but is 'x'."],
  [
    'a global id of another type',
    { id: productGlobalId },
    'VALIDATION_FAILED',
    ['id'],
    "The argument 'id' is the id of a Product, which is not expected here.",
  ],
  ['empty', { id: '' }, 'VALIDATION_FAILED', ['id'], "The argument 'id' must be a UUID, but is ''."],
  ['NUL', { id: '\0' }, 'VALIDATION_FAILED', ['id'], /must be a UUID/],
];

describeEachEngine('bad input of queries', (open) => {
  const gateway = useOpened(() => openGateway(open));

  async function expectRefusal(query: string, [, variables, code, path, message]: Row) {
    const { errors, shown } = await gateway.ask(query, variables);
    expect(errors.length, shown).toBe(1);
    expect(errors[0]?.extensions.code, shown).toBe(code);
    const violations = errors[0]?.extensions.violations;
    expect(
      violations?.map((violation) => violation.path),
      shown,
    ).toEqual(path ? [path] : undefined);
    if (typeof message === 'string') expect(errors[0]?.message, shown).toBe(message);
    else expect(errors[0]?.message, shown).toMatch(message);
    expect(gateway.bugs, shown).toEqual([]);
  }

  const named = (rows: readonly Row[]) => rows.map((row) => [row[0], row] as const);

  it.each(named(pageRows))('childProducts, %s', (_title, row) =>
    expectRefusal(children, [row[0], { productId: showcaseParent, ...row[1] }, row[2], row[3], row[4]]),
  );
  it.each(named(pageRows))('products, %s', (_title, row) => expectRefusal(products, row));
  it.each(named(filterRows))('childProducts, filter.%s', (_title, row) =>
    expectRefusal(children, [row[0], { productId: showcaseParent, ...row[1] }, row[2], row[3], row[4]]),
  );
  it.each(attributes)('childProducts, filter.%s: another operator is not known', async (name) => {
    const filter = { [name]: { like: 'a' } };
    const { errors, shown } = await gateway.ask(children, { productId: showcaseParent, filter });
    expect(errors[0]?.extensions.violations?.[0], shown).toEqual({
      path: ['filter', name, 'like'],
      rule: 'type',
      message: expect.stringMatching(/is not known: the fields are /),
    });
  });
  it.each(named(parentRows))('childProducts, productId: %s', (_title, row) => expectRefusal(children, row));
  it.each(named(uuidRows('application key')))('applicationKey(id): %s', (_t, row) =>
    expectRefusal(byId('applicationKey'), row),
  );
  it.each(named(uuidRows('custom API')))('customApi(id): %s', (_t, row) => expectRefusal(byId('customApi'), row));
  it.each(named(uuidRows('subscription')))('subscription(id): %s', (_t, row) =>
    expectRefusal(byId('subscription'), row),
  );

  it.each([
    ['unknown', unknownUuid, 'NOT_FOUND'],
    ['a draft', draftParent, 'NOT_FOUND'],
    ['a global id of another type', keyGlobalId, 'NOT_FOUND'],
    ['empty', '', 'VALIDATION_FAILED'],
    ['NUL', '\0', 'VALIDATION_FAILED'],
    ['256 characters', 'x'.repeat(256), 'VALIDATION_FAILED'],
  ])('product(id): %s', async (_title, id, code) => {
    const { data, errors, shown } = await gateway.ask(byId('product'), { id });
    expect(data, shown).toEqual({ product: null });
    expect(
      errors.map(({ extensions }) => extensions.code),
      shown,
    ).toEqual([code]);
  });

  it('reports faults of parent, filter and page at once', async () => {
    const variables = { productId: '', filter: { sku: { eq: '' } }, first: 0, after: 'x' };
    const { errors, shown } = await gateway.ask(children, variables);
    const paths = errors[0]?.extensions.violations?.map(({ path }) => path.join('.'));
    expect(paths, shown).toEqual(['productId', 'filter.sku.eq', 'first', 'after']);
  });

  it('refuses the cursor of another parent, filter, list or context, and says which', async () => {
    const { data } = await gateway.ask(children, { productId: showcaseParent, first: 1 });
    const after = data.childProducts.pageInfo.endCursor;
    const taken = await gateway.ask(children, { productId: showcaseParent, first: 1, after });
    expect(taken.errors, taken.shown).toEqual([]);
    const reasonOf = ({ errors, shown }: Awaited<ReturnType<Gateway['ask']>>) => {
      expect(
        errors[0]?.extensions.violations?.map(({ path, rule }) => [path, rule]),
        shown,
      ).toEqual([[['after'], 'cursor']]);
      return errors[0]?.message;
    };
    const ofContext = await gateway.ask(children, { productId: showcaseParent, after }, { channel: 'mobile' });
    expect(reasonOf(ofContext)).toBe(
      "The argument 'after' is of another context: with the channel, tag, language or account that it was made for, this list is another one.",
    );
    const refusals = [
      await gateway.ask(children, { productId: manyChildrenParent, after }),
      await gateway.ask(children, { productId: showcaseParent, after, filter: { tags: { eq: 'rain' } } }),
      await gateway.ask(products, { after }),
    ];
    for (const refused of refusals) expect(reasonOf(refused)).toContain('does not belong to this connection');
  });

  it('answers an empty page between cursors that cross', async () => {
    const { data } = await gateway.ask(children, { productId: showcaseParent, first: 3 });
    const { startCursor, endCursor } = data.childProducts.pageInfo;
    const crossed = await gateway.ask(children, {
      productId: showcaseParent,
      first: 5,
      after: endCursor,
      before: startCursor,
    });
    expect(crossed.data?.childProducts.nodes, crossed.shown).toEqual([]);
  });

  it('answers an empty page, not an error, for a base product without live children', async () => {
    const { data, errors, shown } = await gateway.ask(children, { productId: childlessParent });
    expect(errors, shown).toEqual([]);
    expect(data.childProducts, shown).toMatchObject({
      totalCount: 0,
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  });

  it.each(attributes)('takes 50,000 values in filter.%s.in', async (name) => {
    const values = Array.from({ length: 50_000 }, (_, index) => `value-${index}`);
    const { data, errors, shown } = await gateway.ask(children, {
      productId: manyChildrenParent,
      filter: { [name]: { in: values } },
    });
    expect(errors, shown).toEqual([]);
    expect(data.childProducts.totalCount, shown).toBe(0);
  });

  it('takes % and _ and quotes literally', async () => {
    for (const name of ['%', '_', "x' or '1'='1", '"', '\\']) {
      const { data, shown } = await gateway.ask(products, { filter: { name: { eq: name } } });
      expect(data?.products.totalCount, shown).toBe(0);
    }
  });

  it('node and nodes return null and NOT_FOUND for what names nothing, and refuse what the caller may not see', async () => {
    const query = 'query($id: ID!, $ids: [ID!]!) { node(id: $id) { id } nodes(ids: $ids) { id } }';
    const tampered = [
      `${productGlobalId}x`,
      'x',
      '',
      '\0',
      formatGlobalId('Product', unknownUuid),
      formatGlobalId('Product', 'a\0'),
    ];
    for (const id of tampered) {
      const { data, errors, shown } = await gateway.ask(query, { id, ids: tampered });
      expect(data, shown).toEqual({ node: null, nodes: tampered.map(() => null) });
      expect(
        errors.map(({ path, extensions: { code, violations } }) => [path, code, violations?.map((one) => one.path)]),
        shown,
      ).toEqual(
        expect.arrayContaining([
          [['node'], 'NOT_FOUND', [['id']]],
          ...tampered.map((_, index) => [['nodes', index], 'NOT_FOUND', [['ids', index]]]),
        ]),
      );
      expect(errors, shown).toHaveLength(1 + tampered.length);
    }
    const refused = await gateway.ask(query, { id: keyGlobalId, ids: [] }, { as: 'nobody' });
    expect(refused.errors[0]?.extensions.code, refused.shown).toBe('UNAUTHENTICATED');
  });

  it('one of several nodes that the caller may not see is null alone, with an error at its place', async () => {
    const ids = [productGlobalId, keyGlobalId, 'x', formatGlobalId('CustomApi', demoIds.customApi)];
    const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const { data, errors, shown } = await gateway.ask(query, { ids }, { as: 'shopper' });
    expect(data, shown).toEqual({ nodes: [{ id: productGlobalId }, null, null, null] });
    expect(
      errors.map(({ path, extensions }) => [path, extensions.code]),
      shown,
    ).toEqual([
      [['nodes', 1], 'FORBIDDEN'],
      [['nodes', 2], 'NOT_FOUND'],
      [['nodes', 3], 'FORBIDDEN'],
    ]);
  });

  it('nodes of different types fail one by one where the whole catalog is closed', async () => {
    const services = authorizeServices(gateway.services, 'token');
    const ids = [productGlobalId, formatGlobalId('CatalogNode', demoIds.nodes.hardshells), productGlobalId];
    const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const { data, errors, shown } = await gateway.with({ services }).ask(query, { ids }, { as: 'nobody' });
    expect(data, shown).toEqual({ nodes: [null, null, null] });
    expect(
      errors.map(({ path, extensions }) => [path, extensions.code]),
      shown,
    ).toEqual([0, 1, 2].map((index) => [['nodes', index], 'UNAUTHENTICATED']));
  });

  it('catalogNodes leaves out what it does not find, and refuses what can name nothing', async () => {
    const query = 'query($ids: [ID!]!) { catalogNodes(filter: { id: { in: $ids } }) { nodes { resourceId } } }';
    const { hardshells } = demoIds.nodes;
    const found = await gateway.ask(query, {
      ids: [unknownUuid, hardshells, formatGlobalId('CatalogNode', hardshells)],
    });
    expect(found.data?.catalogNodes, found.shown).toEqual({ nodes: [{ resourceId: hardshells }] });
    const refused = await gateway.ask(query, { ids: [hardshells, ''] });
    expect(refused.errors[0]?.extensions.violations?.[0]?.path, refused.shown).toEqual(['filter', 'id', 'in', 1]);
  });
});
