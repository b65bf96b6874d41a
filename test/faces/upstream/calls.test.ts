/** How often the platform is called: once for a page, and for many ids together. */
import { beforeEach, describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { openEmbedded } from '../../support/engines.ts';
import { openGatewayBefore } from '../../support/gateway-before.ts';
import { useOpened } from '../../support/use-opened.ts';

const { manyChildrenParent } = demoIds.products;

const gateway = useOpened(() => openGatewayBefore(openEmbedded));
beforeEach(() => {
  gateway.requests.length = 0;
});

const paths = () => gateway.requests.map(({ path }) => decodeURIComponent(path).replace('/v2/pcm/catalog', ''));

interface ParentOfOptions {
  readonly resourceId: string;
  readonly variations: readonly { readonly options: readonly { readonly resourceId: string }[] }[];
}

interface VariantOfParent {
  readonly variant: { readonly resourceId: string } | null;
}

const twentyParents = `{ products(first: 20, filter: { productTypes: { eq: "parent" } }) { totalCount nodes { name
  breadcrumbs { node { name } path { name } }
  childProducts(first: 10) { totalCount nodes { name parent { name } breadcrumbs { node { name } path { name } } } } } } }`;

it('twenty parents, their children and the breadcrumbs of all of these take 24 calls at the most', async () => {
  const [before, behind] = [await gateway.ask(twentyParents), await gateway.platform.ask(twentyParents)];
  expect(before.errors, before.shown).toEqual([]);
  expect(before.data).toEqual(behind.data);
  expect(before.data.products.nodes.length).toBe(20);
  expect(gateway.requests.length, paths().join('\n')).toBeLessThanOrEqual(24);
  expect(before.extensions.cost).toMatchObject({ upstream: { estimated: 43, actual: gateway.requests.length } });
  expect(behind.extensions.cost).not.toHaveProperty('upstream');
});

it('the same again is no call while its answers are new, on either face', async () => {
  const cached = await openGatewayBefore(openEmbedded, { cacheSeconds: 30 });
  const pictures = '{ products(first: 3) { nodes { name mainImage { url } breadcrumbs { node { name } } } } }';
  const path = '/v2/pcm/catalog/products?page[limit]=3';
  const answers = async () => {
    const [many, few] = [await cached.ask(twentyParents), await cached.ask(pictures)];
    return { many: many.data, few: few.data, page: (await cached.rest('GET', path)).body };
  };
  const first = await answers();
  expect(first.many.products.nodes.length).toBe(20);
  expect(cached.requests.length).toBeGreaterThan(20);
  cached.requests.length = 0;
  expect(await answers()).toEqual(first);
  expect(cached.requests.map(({ path }) => path)).toEqual([]);
  await cached.drop();
});

it('a hundred aliased products are two calls: one for what is shown, and one for their ids', async () => {
  const { data } = await gateway.ask('{ products(first: 100) { nodes { resourceId } } }');
  gateway.requests.length = 0;
  const ids: string[] = data.products.nodes.map(({ resourceId }: { resourceId: string }) => resourceId);
  const fields = ids.map((id, index) => `p${index}: product(id: "${id}") { name }`);
  const { errors, shown } = await gateway.ask(`{ ${fields.join(' ')} }`);
  expect(errors, shown).toEqual([]);
  expect(paths()).toEqual(['', expect.stringMatching(/^\/products\?filter=in\(id,/)]);
});

it.each([
  ['a field fails that may not be null', 'products(first: 3) { nodes { name } facets { tags { value } } }'],
  [
    'what is read fails, too',
    `products(first: 3) { facets { tags { value } } } childProducts(productId: "${demoIds.products.standard}") { totalCount }`,
  ],
  [
    'what needs an application is read',
    'customApis(first: 1) { nodes { name } } products(first: 3) { facets { tags { value } } }',
  ],
])('where %s, nothing is called for twice', async (_title, fields) => {
  const query = `{ ${fields} }`;
  const executed = await gateway.with({ writesQueries: false }).ask(query);
  const calls = paths();
  gateway.requests.length = 0;
  const written = await gateway.ask(query);
  expect(executed.errors.length, executed.shown).toBeGreaterThan(0);
  expect(paths()).toEqual(calls);
  expect([written.data, written.extensions]).toEqual([executed.data, executed.extensions]);
});

it("twenty parents' variants are looked up together: only the children that the selections leave", async () => {
  const parents =
    '{ products(first: 20, filter: { productTypes: { eq: "parent" } }) { nodes { resourceId variations { options { resourceId } } } } }';
  const { data } = await gateway.ask(parents);
  gateway.requests.length = 0;
  const fields = data.products.nodes.map(
    ({ resourceId, variations }: ParentOfOptions, index: number) => `p${index}: product(id: "${resourceId}") { name
      variant(selectedOptions: ${JSON.stringify(variations.map(({ options }) => options[0]?.resourceId))}) { resourceId name } }`,
  );
  const query = `{ ${fields.join(' ')} }`;
  const [before, behind] = [await gateway.ask(query), await gateway.platform.ask(query)];
  expect(before.errors, before.shown).toEqual([]);
  expect(before.data).toEqual(behind.data);
  const variants = Object.values<VariantOfParent>(before.data).flatMap(({ variant }) => variant?.resourceId ?? []);
  expect(variants.length).toBeGreaterThan(10);
  const calls = paths().filter((path) => path !== '');
  expect(calls).toEqual([
    expect.stringContaining('/products?filter=in(id,'),
    expect.stringContaining('/products?filter=in(id,'),
  ]);
  expect(calls[1]?.match(/[0-9a-f]{8}-/g)?.length).toBeLessThanOrEqual(fields.length);
});

it.each([
  ['{ products { nodes { name } } }', 2],
  ['{ limits { cost } }', 0],
  ['{ products(first: 10) { nodes { name priceRange(currency: "EUR") { min { money { amount } } } } } }', 12],
  ['{ offerings(first: 4) { nodes { name plans { nodes { name } } } } }', 6],
  [
    'mutation { updateApplicationKey(input: { id: "1302565a-c7c4-5071-b88b-9b2dc7c4ee01", name: "Shop" }) { applicationKey { name } } }',
    3,
  ],
])('%s is estimated at %i calls', async (query, estimated) => {
  const { extensions, shown } = await gateway.ask(query);
  expect(extensions.cost, shown).toMatchObject({ upstream: { estimated, actual: gateway.requests.length } });
  expect(gateway.requests.length).toBeLessThanOrEqual(estimated);
});

describe('pages', () => {
  const list = (
    page: string,
    fields = 'totalCount nodes { sku } pageInfo { hasPreviousPage hasNextPage endCursor startCursor }',
  ) => `{ childProducts(productId: "${manyChildrenParent}", ${page}) { ${fields} } }`;
  const withoutCursors = (data: { childProducts: { pageInfo: object } }) => {
    const { pageInfo, ...rest } = data.childProducts;
    return { ...rest, pageInfo: { ...pageInfo, endCursor: null, startCursor: null } };
  };

  it('forth and back through a list are those of the gateway behind, one call each', async () => {
    let [before, behind] = [await gateway.ask(list('first: 7')), await gateway.platform.ask(list('first: 7'))];
    for (const [size, cursor, bound] of [
      ['first: 7', 'endCursor', 'after'],
      ['first: 100', 'endCursor', 'after'],
      ['last: 3', 'startCursor', 'before'],
      ['first: 2', 'startCursor', 'before'],
    ] as const) {
      expect(withoutCursors(before.data), before.shown).toEqual(withoutCursors(behind.data));
      const next = (answer: typeof before) =>
        list(`${size}, ${bound}: "${answer.data.childProducts.pageInfo[cursor]}"`);
      gateway.requests.length = 0;
      [before, behind] = [await gateway.ask(next(before)), await gateway.platform.ask(next(behind))];
      expect(gateway.requests.length).toBe(2);
    }
    expect(withoutCursors(before.data), before.shown).toEqual(withoutCursors(behind.data));
  });

  it('from the end of a list take two calls, unless it is as short as one', async () => {
    const [before, behind] = [await gateway.ask(list('last: 5')), await gateway.platform.ask(list('last: 5'))];
    expect(withoutCursors(before.data), before.shown).toEqual(withoutCursors(behind.data));
    expect(gateway.requests.length).toBe(3);
  });

  it('numbered pages are those of the gateway behind', async () => {
    const fields = `nodes { sku } pageCursors { totalPages first { page } previous { page } around { page isCurrent } next { page cursor } last { page cursor } }`;
    const [before, behind] = [
      await gateway.ask(list('first: 9', fields)),
      await gateway.platform.ask(list('first: 9', fields)),
    ];
    for (const where of ['next', 'last']) {
      const at = (answer: typeof before) =>
        list(`first: 9, after: "${answer.data.childProducts.pageCursors[where].cursor}"`, 'nodes { sku }');
      const pages = [await gateway.ask(at(before)), await gateway.platform.ask(at(behind))];
      expect(pages[0]?.data, pages[0]?.shown).toEqual(pages[1]?.data);
    }
  });
});
