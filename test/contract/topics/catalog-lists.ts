import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Statement, Topic } from '../statement.ts';
import { catalogPath, expectError, expectRefusal, type Json, memberAt, type World } from '../world.ts';

const childrenPath = (id: string) => `${catalogPath}/products/${encodeURIComponent(id)}/relationships/children`;
const children = `query($id: ID!, $filter: ProductFilter, $first: Int, $after: String, $last: Int, $before: String) {
  childProducts(productId: $id, filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { resourceId status updatedAt } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
const products = `query($filter: ProductFilter, $first: Int) { products(filter: $filter, first: $first) {
  totalCount nodes { resourceId } pageInfo { hasNextPage } } }`;

const restChildren = (world: World, query = '') => world.rest('GET', `${childrenPath(world.ids.parent)}${query}`);
const graphChildren = (world: World, variables: object = {}) =>
  world.ask(children, { id: world.ids.parent, ...variables });
const idsOf = (list: Json[]) => list.map((one) => one.id ?? one.resourceId);

/** The live products of the store as the contract orders them. */
function inOrder(world: World, fits: (record: Json) => boolean = () => true): string[] {
  return [...world.products.values()]
    .filter((record) => record.attributes.status === 'live' && fits(record))
    .sort((a, b) => {
      const [left, right] = [a.attributes.updated_at ?? '', b.attributes.updated_at ?? ''];
      return left === right ? (a.id < b.id ? -1 : 1) : left < right ? 1 : -1;
    })
    .map(({ id }) => id);
}

const isChildOf = (parent: string) => (record: Json) => record.relationships?.parent?.data?.id === parent;
const childIds = (world: World) => inOrder(world, isChildOf(world.ids.parent));

interface FilterRow {
  readonly name: string;
  readonly field: string;
  readonly path: string;
  readonly isList?: boolean;
  readonly operators: readonly ('eq' | 'in')[];
}

const attributes: FilterRow[] = [
  { name: 'id', field: 'id', path: 'id', operators: ['in'] },
  { name: 'name', field: 'name', path: 'attributes.name', operators: ['eq', 'in'] },
  { name: 'sku', field: 'sku', path: 'attributes.sku', operators: ['eq', 'in'] },
  { name: 'slug', field: 'slug', path: 'attributes.slug', operators: ['eq', 'in'] },
  { name: 'mpn', field: 'mpn', path: 'attributes.manufacturer_part_num', operators: ['eq', 'in'] },
  { name: 'upc_ean', field: 'upcEan', path: 'attributes.upc_ean', operators: ['eq', 'in'] },
  { name: 'product_types', field: 'productTypes', path: 'meta.product_types', isList: true, operators: ['eq', 'in'] },
  { name: 'tags', field: 'tags', path: 'attributes.tags', isList: true, operators: ['eq', 'in'] },
];

/** Two values that some live products of the store have. */
function valuesOf(world: World, { path }: FilterRow): string[] {
  const all = inOrder(world).flatMap((id) => memberAt(world.products.get(id), path) ?? []);
  const [first, second] = [...new Set<string>(all)];
  ok(first !== undefined, `no product has ${path}`);
  return second === undefined ? [first] : [first, second];
}

function matching(
  world: World,
  { path }: FilterRow,
  values: readonly string[],
  of: (record: Json) => boolean,
): string[] {
  return inOrder(
    world,
    (record) => of(record) && [memberAt(record, path) ?? []].flat().some((value: string) => values.includes(value)),
  );
}

const quoted = (value: string) => `"${value.replace(/[\\"]/g, '\\$&')}"`;
const everything = () => true;

const filterStatements: Statement[] = attributes.flatMap((row) =>
  row.operators.flatMap((operator): Statement[] => {
    const pick = (world: World) => (operator === 'eq' ? valuesOf(world, row).slice(0, 1) : valuesOf(world, row));
    const text = (values: string[]) => encodeURIComponent(`${operator}(${row.name},${values.map(quoted).join(',')})`);
    const filter = (values: string[]) => ({ [row.field]: operator === 'eq' ? { eq: values[0] } : { in: values } });
    const found = operator === 'eq' ? 'that is the value' : 'that is one of the values';
    const holds = operator === 'eq' ? 'that holds the value' : 'that holds any of the values';
    const meaning = row.isList ? holds : found;
    return [
      {
        says: `\`${operator}(${row.name},…)\` lists the products with a \`${row.name}\` ${meaning}.`,
        async rest(world) {
          const { body } = await world.rest(
            'GET',
            `${catalogPath}/products?page[limit]=100&filter=${text(pick(world))}`,
          );
          deepStrictEqual(idsOf(body.data), matching(world, row, pick(world), everything).slice(0, 100));
        },
        async graphql(world) {
          const { data, shown } = await world.ask(products, { first: 100, filter: filter(pick(world)) });
          deepStrictEqual(
            idsOf(data?.products.nodes ?? []),
            matching(world, row, pick(world), everything).slice(0, 100),
            shown,
          );
        },
      },
      {
        says: `\`${operator}(${row.name},…)\` filters the children of a parent.`,
        async rest(world) {
          const { body } = await restChildren(world, `?page[limit]=100&filter=${text(pick(world))}`);
          deepStrictEqual(
            idsOf(body.data),
            matching(world, row, pick(world), isChildOf(world.ids.parent)).slice(0, 100),
          );
        },
        async graphql(world) {
          const { data, shown } = await graphChildren(world, { first: 100, filter: filter(pick(world)) });
          deepStrictEqual(
            idsOf(data?.childProducts.nodes ?? []),
            matching(world, row, pick(world), isChildOf(world.ids.parent)).slice(0, 100),
            shown,
          );
        },
      },
      {
        says: `\`${operator}(${row.name},…)\` with a value that nothing has lists nothing.`,
        async rest(world) {
          const { status, body } = await restChildren(world, `?filter=${text(['no-such-value'])}`);
          deepStrictEqual([status, body.data, body.meta.results.total], [200, [], 0]);
        },
        async graphql(world) {
          const { data, shown } = await graphChildren(world, { filter: filter(['no-such-value']) });
          deepStrictEqual([data?.childProducts.nodes, data?.childProducts.totalCount], [[], 0], shown);
        },
      },
    ];
  }),
);

/** What a filter must not be, as text; GraphQL has it in its types, where it can be said at all. */
const faultyFilters: [string, string, object?][] = [
  ['an operator that is not known', 'like(name,a)', { name: { like: 'a' } }],
  ['an operator in upper case', 'EQ(name,a)'],
  ['an attribute that is not known', 'eq(colour,red)', { colour: { eq: 'red' } }],
  ['eq of id', 'eq(id,a)', { id: { eq: 'a' } }],
  ['no value', 'eq(name,)', { name: { eq: '' } }],
  ['no values', 'in(name)', { name: { in: [] } }],
  ['two values of eq', 'eq(product_types,parent,child)', { productTypes: { eq: ['parent', 'child'] } }],
  ['two values of eq of tags', 'eq(tags,a,b)', { tags: { eq: ['a', 'b'] } }],
  ['an end that is missing', 'eq(name,a'],
  ['text after the end', 'eq(name,a)x'],
  ['no attribute', 'eq(,a)'],
  ['nothing in parentheses', 'in()'],
  ['NUL in a value', 'eq(name,a%00)', { name: { eq: 'a\0' } }],
  ['eleven conditions', Array.from({ length: 11 }, () => 'eq(name,a)').join(':')],
];

const faultyFilterStatements: Statement[] = faultyFilters.map(([title, text, filter]) => ({
  says: `A filter with ${title} is refused (400).`,
  rest: async (world) => expectRefusal(await restChildren(world, `?filter=${text}`), 400, 'Bad Request'),
  ...(filter && {
    graphql: async (world: World) => expectError(await graphChildren(world, { filter }), 'VALIDATION_FAILED', 400),
  }),
}));

const goodFilters: [string, string][] = [
  ['spaces around its tokens', ' eq( name , x ) '],
  ['values in double quotes', 'eq(name,"a,b)")'],
  ['values in single quotes', "eq(name,'a:b')"],
  ['an escaped quote', 'eq(name,"a\\"b")'],
  ['ten conditions', Array.from({ length: 10 }, () => 'eq(name,a)').join(':')],
  ['percent and underscore, taken literally', 'eq(name,"%_")'],
  ['what looks like SQL, taken literally', `eq(name,"x' or '1'='1")`],
  ['the platform’s long name of mpn', 'eq(manufacturer_part_num,a)'],
];

const goodFilterStatements: Statement[] = goodFilters.map(([title, text]) => ({
  says: `A filter may have ${title}.`,
  async rest(world) {
    const { status, body, text: shown } = await restChildren(world, `?filter=${encodeURIComponent(text)}`);
    deepStrictEqual([status, body.data], [200, []], shown);
  },
}));

const pageFaults: [string, string, object?][] = [
  ['page[limit]=0', 'page[limit]=0', { first: 0 }],
  ['page[limit]=-1', 'page[limit]=-1', { first: -1 }],
  ['page[limit]=101', 'page[limit]=101', { first: 101 }],
  ['page[limit]=1.5', 'page[limit]=1.5', { first: 1.5 }],
  ['page[limit]=1e1', 'page[limit]=1e1', { first: '1e1' }],
  ['page[limit]=05', 'page[limit]=05'],
  ['page[limit]= (empty)', 'page[limit]='],
  ['page[limit] beyond int64', 'page[limit]=9223372036854775808', { first: 1e19 }],
  ['page[offset]=-1', 'page[offset]=-1'],
  ['page[offset]=10001', 'page[offset]=10001'],
  ['page[offset]=x', 'page[offset]=x'],
  ['the same parameter twice', 'page[limit]=1&page[limit]=1'],
  ['a cursor that is none', 'page[offset]=a', { after: 'x' }],
  ['a size from both ends', 'page[limit]=', { first: 1, last: 1 }],
];

const pageFaultStatements: Statement[] = pageFaults.map(([title, query, variables]) => ({
  says: `A page with ${title} is refused (400), never clamped.`,
  rest: async (world) => expectRefusal(await restChildren(world, `?${query}`), 400, 'Bad Request'),
  ...(variables && {
    graphql: async (world: World) => expectError(await graphChildren(world, variables), 'VALIDATION_FAILED', 400),
  }),
}));

const listStatements: Statement[] = [
  {
    says: 'The child list is answered by 200.',
    rest: async (world) => deepStrictEqual((await restChildren(world)).status, 200),
    graphql: async (world) => deepStrictEqual((await graphChildren(world)).errors, []),
  },
  {
    says: 'The child list holds only live products.',
    async rest(world) {
      const { body } = await restChildren(world, '?page[limit]=100');
      ok(body.data.length > 0 && body.data.every((one: Json) => one.attributes.status === 'live'));
    },
    async graphql(world) {
      const { data } = await graphChildren(world, { first: 100 });
      ok(data.childProducts.nodes.every(({ status }: Json) => status === 'LIVE'));
    },
  },
  {
    says: 'The child list is ordered by its last update, the latest first, then by identifier.',
    async rest(world) {
      const { body } = await restChildren(world, '?page[limit]=100');
      deepStrictEqual(idsOf(body.data), childIds(world).slice(0, 100));
    },
    async graphql(world) {
      const { data } = await graphChildren(world, { first: 100 });
      deepStrictEqual(idsOf(data.childProducts.nodes), childIds(world).slice(0, 100));
    },
  },
  {
    says: 'A page without a size has the page length of the store: 25 unless set.',
    async rest(world) {
      const { body } = await restChildren(world);
      deepStrictEqual([body.meta.page.limit, body.data.length], [25, Math.min(25, childIds(world).length)]);
    },
    async graphql(world) {
      const { data } = await graphChildren(world);
      deepStrictEqual(data.childProducts.nodes.length, Math.min(25, childIds(world).length));
    },
  },
  {
    says: 'A page may have 1 to 100 records.',
    async rest(world) {
      for (const limit of [1, 100]) {
        const { body } = await restChildren(world, `?page[limit]=${limit}`);
        deepStrictEqual([body.meta.page.limit, body.data.length], [limit, Math.min(limit, childIds(world).length)]);
      }
    },
    async graphql(world) {
      for (const first of [1, 100]) {
        const { data } = await graphChildren(world, { first });
        deepStrictEqual(data.childProducts.nodes.length, Math.min(first, childIds(world).length));
      }
    },
  },
  {
    says: 'The offset counts records, not pages.',
    async rest(world) {
      const { body } = await restChildren(world, '?page[limit]=1&page[offset]=1');
      deepStrictEqual(idsOf(body.data), childIds(world).slice(1, 2));
    },
    async graphql(world) {
      const first = await graphChildren(world, { first: 1 });
      const { data } = await graphChildren(world, { first: 1, after: first.data.childProducts.pageInfo.endCursor });
      deepStrictEqual(idsOf(data.childProducts.nodes), childIds(world).slice(1, 2));
    },
  },
  {
    says: 'An offset up to 10,000 is taken, and beyond the end the page is empty.',
    async rest(world) {
      const { status, body } = await restChildren(world, '?page[offset]=10000');
      deepStrictEqual([status, body.data, body.meta.page.offset], [200, [], 10_000]);
    },
  },
  {
    says: 'A list says how many results it has, filter applied.',
    rest: async (world) =>
      deepStrictEqual((await restChildren(world, '?page[limit]=1')).body.meta.results.total, childIds(world).length),
    graphql: async (world) =>
      deepStrictEqual((await graphChildren(world, { first: 1 })).data.childProducts.totalCount, childIds(world).length),
  },
  {
    says: 'A page says its size, its offset, its number and the number of pages.',
    async rest(world) {
      const { body } = await restChildren(world, '?page[limit]=1&page[offset]=1');
      deepStrictEqual(body.meta.page, { limit: 1, offset: 1, current: 2, total: childIds(world).length });
    },
  },
  {
    says: 'The links `last`, `prev` and `next` are null when there is one page.',
    async rest(world) {
      const { body } = await restChildren(world, '?page[limit]=100');
      deepStrictEqual([body.links.last, body.links.prev, body.links.next], [null, null, null]);
    },
    async graphql(world) {
      const { data } = await graphChildren(world, { first: 100 });
      deepStrictEqual(
        [data.childProducts.pageInfo.hasNextPage, data.childProducts.pageInfo.hasPreviousPage],
        [false, false],
      );
    },
  },
  {
    says: 'The link `prev` is null on the first page, and `next` on the last one.',
    async rest(world) {
      const total = childIds(world).length;
      const first = (await restChildren(world, '?page[limit]=1')).body.links;
      const last = (await restChildren(world, `?page[limit]=1&page[offset]=${total - 1}`)).body.links;
      deepStrictEqual([first.prev, typeof first.next, last.next, typeof last.prev], [null, 'string', null, 'string']);
    },
    async graphql(world) {
      const first = (await graphChildren(world, { first: 1 })).data.childProducts.pageInfo;
      const last = (await graphChildren(world, { last: 1 })).data.childProducts.pageInfo;
      deepStrictEqual([first.hasPreviousPage, first.hasNextPage], [false, true]);
      deepStrictEqual([last.hasPreviousPage, last.hasNextPage], [true, false]);
    },
  },
  ...(['self', 'first', 'next', 'last', 'prev'] as const).map(
    (name): Statement => ({
      says: `The link \`${name}\` of a page leads to a page of the same list.`,
      async rest(world) {
        const { body } = await restChildren(world, '?page[limit]=1&page[offset]=1');
        const link = body.links[name] ?? body.links.self;
        const { status, body: linked } = await world.rest('GET', link);
        deepStrictEqual([status, linked.meta.results.total], [200, body.meta.results.total]);
      },
    }),
  ),
  {
    says: 'Following `next`, or the cursors, shows each child once.',
    async rest(world) {
      const seen: string[] = [];
      for (let link: string | null = `${childrenPath(world.ids.parent)}?page[limit]=7`; link; ) {
        const { body }: Json = await world.rest('GET', link);
        seen.push(...idsOf(body.data));
        link = body.links.next;
      }
      deepStrictEqual(seen, childIds(world));
    },
    async graphql(world) {
      const seen: string[] = [];
      for (let after: string | null = null, more = true; more; ) {
        const { data }: Json = await graphChildren(world, { first: 7, ...(after && { after }) });
        seen.push(...idsOf(data.childProducts.nodes));
        after = data.childProducts.pageInfo.endCursor;
        more = data.childProducts.pageInfo.hasNextPage;
      }
      deepStrictEqual(seen, childIds(world));
    },
  },
  {
    says: 'The children of a product that is not a base product are 422.',
    rest: async (world) =>
      expectRefusal(
        await world.rest('GET', childrenPath(world.ids.standard)),
        422,
        'Unprocessable Entity',
        /is not a base product/,
      ),
    graphql: async (world) =>
      expectError(
        await world.ask(children, { id: world.ids.standard }),
        'UNPROCESSABLE_ENTITY',
        422,
        /is not a base product/,
      ),
  },
  {
    says: 'A base product without live children has an empty page.',
    async rest(world) {
      const { status, body } = await world.rest('GET', childrenPath(world.ids.childlessParent));
      deepStrictEqual([status, body.data, body.meta.page.total], [200, [], 0]);
    },
    async graphql(world) {
      const { data, errors } = await world.ask(children, { id: world.ids.childlessParent });
      deepStrictEqual([errors, data.childProducts.nodes], [[], []]);
    },
  },
  {
    says: 'The children of an unknown product are 404.',
    rest: async (world) =>
      expectRefusal(
        await world.rest('GET', childrenPath('no-such-product')),
        404,
        'Not Found',
        /No product with the id 'no-such-product'/,
      ),
    graphql: async (world) =>
      expectError(await world.ask(children, { id: 'no-such-product' }), 'NOT_FOUND', 404, /no-such-product/),
  },
  {
    says: 'A parent that is not live is 404.',
    rest: async (world) =>
      expectRefusal(await world.rest('GET', childrenPath(world.ids.draftParent)), 404, 'Not Found'),
    graphql: async (world) => expectError(await world.ask(children, { id: world.ids.draftParent }), 'NOT_FOUND', 404),
  },
  {
    says: 'A product that is not live is 404.',
    rest: async (world) =>
      expectRefusal(await world.rest('GET', `${catalogPath}/products/${world.ids.draftStandard}`), 404, 'Not Found'),
    graphql: async (world) =>
      expectError(await world.ask(`{ product(id: "${world.ids.draftStandard}") { id } }`), 'NOT_FOUND', 404),
  },
  {
    says: 'All live products of the catalog are listed, the last updated first.',
    async rest(world) {
      const { body } = await world.rest('GET', `${catalogPath}/products?page[limit]=100`);
      deepStrictEqual(idsOf(body.data), inOrder(world).slice(0, 100));
    },
    async graphql(world) {
      const { data } = await world.ask(products, { first: 100 });
      deepStrictEqual(idsOf(data.products.nodes), inOrder(world).slice(0, 100));
    },
  },
  {
    says: 'An empty filter is none.',
    rest: async (world) =>
      deepStrictEqual((await restChildren(world, '?filter=')).body.data, (await restChildren(world)).body.data),
    graphql: async (world) =>
      deepStrictEqual((await graphChildren(world, { filter: {} })).data, (await graphChildren(world)).data),
  },
  {
    says: 'Brackets in a query may be literal or percent-encoded.',
    rest: async (world) =>
      deepStrictEqual(
        (await restChildren(world, '?page%5Blimit%5D=1')).body.data,
        (await restChildren(world, '?page[limit]=1')).body.data,
      ),
  },
  {
    says: 'Parameters that are not known are ignored.',
    rest: async (world) => deepStrictEqual((await restChildren(world, '?include=files')).status, 200),
  },
  {
    says: 'Conditions of a filter that are joined all hold.',
    async rest(world) {
      const filter = encodeURIComponent(`in(id,${childIds(world).slice(0, 2).join(',')}):in(id,${childIds(world)[0]})`);
      deepStrictEqual(idsOf((await restChildren(world, `?filter=${filter}`)).body.data), childIds(world).slice(0, 1));
    },
    async graphql(world) {
      const record = world.products.get(childIds(world)[0] as string);
      const filter = { id: { in: childIds(world).slice(0, 2) }, sku: { eq: record.attributes.sku } };
      deepStrictEqual(
        idsOf((await graphChildren(world, { filter })).data.childProducts.nodes),
        childIds(world).slice(0, 1),
      );
    },
  },
  {
    says: 'Tags are compared in lower case.',
    async rest(world) {
      const [tag = ''] = valuesOf(world, attributes[7] as FilterRow);
      const list = (value: string) =>
        world.rest('GET', `${catalogPath}/products?filter=eq(tags,${encodeURIComponent(quoted(value))})`);
      deepStrictEqual((await list(tag.toUpperCase())).body.data, (await list(tag)).body.data);
    },
    async graphql(world) {
      const [tag = ''] = valuesOf(world, attributes[7] as FilterRow);
      const list = (eq: string) => world.ask(products, { filter: { tags: { eq } } });
      deepStrictEqual((await list(tag.toUpperCase())).data, (await list(tag)).data);
    },
  },
];

export const childList: Topic = { title: 'Child product list', statements: listStatements };
export const filtering: Topic = {
  title: 'Filtering',
  statements: [...filterStatements, ...faultyFilterStatements, ...goodFilterStatements],
};
export const paging: Topic = { title: 'Paging', statements: pageFaultStatements };
