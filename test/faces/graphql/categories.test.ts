/** Categories: what stands where in the tree of nodes, and which products a node lists. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServices } from '../../../src/app.ts';
import { formatGlobalId } from '../../../src/graphql/schema/global-id.ts';
import { rebuildIndex } from '../../../src/storage/index/rebuild-index.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type Answer, type Gateway, openGateway } from '../../support/gateway.ts';
import { importRecords } from '../../support/import-records.ts';
import { productRecord } from '../../support/small-catalog.ts';

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };

interface NodeShape {
  readonly id: string;
  readonly parent?: string | null;
  readonly hierarchy?: string;
  readonly children?: readonly string[];
  readonly attributes?: object;
  readonly type?: 'node' | 'hierarchy';
}

function nodeRecord({ id, parent, hierarchy, children, attributes, type = 'node' }: NodeShape) {
  const relationships = {
    ...(parent !== undefined && { parent: { data: parent && { id: parent, type: 'node' } } }),
    ...(hierarchy !== undefined && { hierarchy: { data: { id: hierarchy, type: 'hierarchy' } } }),
    ...(children && { children: { data: children.map((child) => ({ id: child, type: 'node' })) } }),
  };
  return { id, type, attributes: { name: id, slug: id, ...times, ...attributes }, relationships };
}

const inNodes = (...ids: string[]) => ({ bread_crumbs: Object.fromEntries(ids.map((id) => [id, []])) });
const childOf = (parent: string) => ({ relationships: { parent: { data: { id: parent, type: 'product' } } } });

const store = [
  { id: 'main', type: 'catalog', attributes: { name: 'Main', ...times } },
  nodeRecord({ id: 'shop', type: 'hierarchy' }),
  nodeRecord({ id: 'coats', parent: 'shop', attributes: { locales: { de: { name: 'Mäntel' } } } }),
  nodeRecord({ id: 'rain', parent: 'coats' }),
  nodeRecord({ id: 'new-coats', parent: 'coats', attributes: { slug: 'new' } }),
  nodeRecord({ id: 'hidden', parent: 'shop', attributes: { status: 'draft' } }),
  nodeRecord({ id: 'below-hidden', parent: 'hidden' }),
  // Named by their parents alone, by their hierarchy alone, and below what is not here.
  nodeRecord({ id: 'brands', type: 'hierarchy', children: ['acme', 'brands'] }),
  nodeRecord({ id: 'acme', parent: null, children: ['brands', 'acme-new'] }),
  nodeRecord({ id: 'acme-new', attributes: { slug: 'new' } }),
  nodeRecord({ id: 'of-brands', hierarchy: 'brands' }),
  nodeRecord({ id: 'lone', hierarchy: 'elsewhere', attributes: { slug: null } }),
  productRecord({ id: 'parka', meta: inNodes('rain') }),
  productRecord({ id: 'trench', meta: inNodes('rain', 'coats', 'acme') }),
  productRecord({ id: 'poncho', meta: { bread_crumb_nodes: ['new-coats'] } }),
  productRecord({ id: 'secret', meta: inNodes('below-hidden', 'unknown') }),
  productRecord({ id: 'draft', attributes: { status: 'draft' }, meta: inNodes('rain') }),
  productRecord({ id: 'family', meta: inNodes('coats') }),
  productRecord({ id: 'family-red', ...childOf('family'), meta: inNodes('coats', 'rain') }),
  productRecord({ id: 'nowhere' }),
  productRecord({ id: 'torch', meta: { bread_crumbs: { rain: ['coats', 'hidden'], hidden: ['shop'] } } }),
];

describeEachEngine('categories', (open) => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await openGateway(open, 'tables');
    await importRecords(gateway.stores, store, { catalogId: 'main' });
  });
  afterAll(() => gateway.drop());

  const read = async (query: string, variables?: object, options?: object) => {
    const answer = await gateway.ask(query, variables, options);
    expect(answer.errors, answer.shown).toEqual([]);
    return answer.data;
  };
  const ids = ({ nodes }: { nodes: { resourceId: string }[] }) => nodes.map(({ resourceId }) => resourceId).sort();
  const told = ({ errors }: Answer) =>
    errors.map(({ message, path, extensions: { code, violations = [] } }) => ({
      code,
      at: path?.join('.'),
      told: violations.map((violation) => [violation.path.join('.'), violation.rule]),
      message,
    }));

  it('hierarchies, and nodes below what the release does not have, are the roots; drafts are not shown', async () => {
    const { catalogRoots } = await read('{ catalogRoots { totalCount nodes { resourceId parent { id } } } }');
    expect(ids(catalogRoots)).toEqual(['brands', 'lone', 'shop']);
    expect(catalogRoots.totalCount).toBe(3);
    expect(catalogRoots.nodes.every(({ parent }: { parent: unknown }) => parent === null)).toBe(true);
  });

  it('a node has the children that name it, that it names, or that belong to it as their hierarchy', async () => {
    const { catalogRoots } = await read(`{ catalogRoots(first: 5) { nodes { resourceId children(first: 5) { nodes {
      resourceId parent { resourceId } children(first: 5) { totalCount nodes { resourceId } } } } } } }`);
    const tree = Object.fromEntries(
      catalogRoots.nodes.map(({ resourceId, children }: { resourceId: string; children: never }) => [
        resourceId,
        children,
      ]),
    );
    expect(ids(tree.shop)).toEqual(['coats']);
    expect(ids(tree.shop.nodes[0].children)).toEqual(['new-coats', 'rain']);
    expect(ids(tree.brands)).toEqual(['acme', 'of-brands']);
    expect(tree.brands.nodes.map((node: { parent: object }) => node.parent)).toEqual([
      { resourceId: 'brands' },
      { resourceId: 'brands' },
    ]);
    const acme = tree.brands.nodes.find(({ resourceId }: { resourceId: string }) => resourceId === 'acme');
    expect(acme.children).toEqual({ totalCount: 1, nodes: [{ resourceId: 'acme-new' }] });
    expect(tree.lone.nodes).toEqual([]);
  });

  it.each([
    ['shop', ['family', 'parka', 'poncho', 'secret', 'torch', 'trench']],
    ['coats', ['family', 'parka', 'poncho', 'torch', 'trench']],
    ['rain', ['parka', 'torch', 'trench']],
    ['brands', ['trench']],
    ['of-brands', []],
    ['lone', []],
  ])(
    '%s lists its products and those of the nodes below it, each once, a family by its parent',
    async (id, expected) => {
      const { catalogNodes } = await read(
        `query($id: ID!) { catalogNodes(filter: { id: { in: [$id] } }) { nodes { products(first: 100) { totalCount nodes { resourceId } } } } }`,
        { id },
      );
      const [{ products }] = catalogNodes.nodes;
      expect([ids(products), products.totalCount]).toEqual([expected, expected.length]);
    },
  );

  it('filters apply, and a numbered page is of the node', async () => {
    const { nodeBySlug } = await read(`{ nodeBySlug(slug: "coats") {
      one: products(filter: { name: { eq: "parka" } }) { totalCount nodes { resourceId } }
      none: products(filter: { name: { eq: "nowhere" } }) { totalCount nodes { resourceId } }
      paged: products(first: 3) { pageCursors { totalPages last { page cursor } } } } }`);
    expect(nodeBySlug.one).toEqual({ totalCount: 1, nodes: [{ resourceId: 'parka' }] });
    expect(nodeBySlug.none).toEqual({ totalCount: 0, nodes: [] });
    const { totalPages, last } = nodeBySlug.paged.pageCursors;
    expect([totalPages, last.page]).toEqual([2, 2]);
    const query =
      'query($after: String) { nodeBySlug(slug: "coats") { products(first: 3, after: $after) { nodes { resourceId } } } }';
    expect((await read(query, { after: last.cursor })).nodeBySlug.products.nodes).toHaveLength(2);
    const other = await gateway.ask(query.replace('"coats"', '"rain"'), { after: last.cursor });
    expect(told(other), other.shown).toMatchObject([{ code: 'VALIDATION_FAILED', told: [['after', 'cursor']] }]);
  });

  it('a product says which nodes it is in, as far as the release has them', async () => {
    const nodes = async (slug: string) =>
      (await read('query($slug: String!) { productBy(by: { slug: $slug }) { nodes { resourceId } } }', { slug }))
        .productBy.nodes;
    expect(await nodes('trench')).toEqual([{ resourceId: 'rain' }, { resourceId: 'coats' }, { resourceId: 'acme' }]);
    expect(await nodes('poncho')).toEqual([{ resourceId: 'new-coats' }]);
    expect(await nodes('secret')).toEqual([{ resourceId: 'below-hidden' }]);
    expect(await nodes('nowhere')).toEqual([]);
  });

  it('drafts are shown nowhere: not by their ids, nor as what a product is in', async () => {
    const { catalogNodes, productBy, all } = await read(`{
      catalogNodes(filter: { id: { in: ["hidden", "below-hidden", "rain"] } }) {
        totalCount nodes { resourceId parent { resourceId } }
      }
      all: catalogNodes(first: 100) { totalCount nodes { resourceId } }
      productBy(by: { slug: "torch" }) {
        nodes { resourceId }
        breadcrumbs { nodeId node { resourceId } path { resourceId } }
      }
    }`);
    expect(catalogNodes.totalCount).toBe(2);
    expect(catalogNodes.nodes).toEqual([
      { resourceId: 'below-hidden', parent: null },
      { resourceId: 'rain', parent: { resourceId: 'coats' } },
    ]);
    expect([all.totalCount, all.nodes.length, ids(all).includes('hidden')]).toEqual([10, 10, false]);
    expect(productBy.nodes).toEqual([{ resourceId: 'rain' }]);
    expect(productBy.breadcrumbs).toEqual([
      { nodeId: 'rain', node: { resourceId: 'rain' }, path: [{ resourceId: 'coats' }] },
      { nodeId: 'hidden', node: null, path: [{ resourceId: 'shop' }] },
    ]);
    const named = await gateway.ask('query($ids: [ID!]!) { nodes(ids: $ids) { __typename } }', {
      ids: ['hidden', 'rain'].map((id) => formatGlobalId('CatalogNode', id)),
    });
    expect(named.data, named.shown).toEqual({ nodes: [null, { __typename: 'CatalogNode' }] });
    expect(told(named), named.shown).toMatchObject([{ code: 'NOT_FOUND', at: 'nodes.0' }]);
  });

  it.each([
    ['rain', 'rain'],
    ['new', 'acme-new'],
    ['coats/new', 'new-coats'],
    ['acme/new', 'acme-new'],
    ['brands/acme/new', 'acme-new'],
    ['shop/coats/new', 'new-coats'],
  ])('the slug %s means the node %s', async (slug, id) => {
    const { nodeBySlug } = await read('query($slug: String!) { nodeBySlug(slug: $slug) { resourceId } }', { slug });
    expect(nodeBySlug.resourceId).toBe(id);
  });

  it.each([
    ['unknown', 'NOT_FOUND', 'reference'],
    ['shop/new', 'NOT_FOUND', 'reference'],
    ['hidden', 'NOT_FOUND', 'reference'],
    ['Rain', 'NOT_FOUND', 'reference'],
    ['', 'VALIDATION_FAILED', 'minLength'],
    ['/rain', 'VALIDATION_FAILED', 'pattern'],
    ['rain/', 'VALIDATION_FAILED', 'pattern'],
    ['a//b', 'VALIDATION_FAILED', 'pattern'],
    ['r%in', 'VALIDATION_FAILED', 'pattern'],
    ["x' or '1'='1", 'VALIDATION_FAILED', 'pattern'],
    [`${'a/'.repeat(10)}a`, 'VALIDATION_FAILED', 'pattern'],
    ['a'.repeat(10_000), 'VALIDATION_FAILED', 'maxLength'],
    ['a\0b', 'VALIDATION_FAILED', 'pattern'],
  ])('the slug %j is null and %s, by the rule %s', async (slug, code, rule) => {
    const answer = await gateway.ask('query($slug: String!) { nodeBySlug(slug: $slug) { id } }', { slug });
    expect(answer.data, answer.shown).toEqual({ nodeBySlug: null });
    expect(told(answer), answer.shown).toMatchObject([{ code, at: 'nodeBySlug', told: [['slug', rule]] }]);
  });

  it('names are in the language of the view, and ids carry it', async () => {
    const { nodeBySlug } = await read(`{ nodeBySlug(slug: "rain", context: { language: "de" }) { id parent { name }
      products { nodes { id nodes { parent { name } } } } } }`);
    expect(nodeBySlug.parent).toEqual({ name: 'Mäntel' });
    expect(nodeBySlug.products.nodes.map(({ nodes }: { nodes: object[] }) => nodes[0])).toContainEqual({
      parent: { name: 'Mäntel' },
    });
    const again = await read('query($id: ID!) { node(id: $id) { id ... on CatalogNode { parent { name } } } }', {
      id: nodeBySlug.id,
    });
    expect(again.node).toEqual({ id: nodeBySlug.id, parent: { name: 'Mäntel' } });
  });

  it('any number of slugs is looked up by the same statement', async () => {
    const paths = ['rain', 'coats/rain', 'shop/new', 'shop/coats/new', 'brands/acme/new'];
    const look = async (count: number) => {
      const fields = Array.from(
        { length: count },
        (_, index) => `a${index}: nodeBySlug(slug: "${paths.at(-1 - (index % 5))}") { resourceId }`,
      );
      gateway.statements.length = 0;
      const { data } = await gateway.ask(`{ ${fields.join(' ')} }`);
      return { found: Object.values(data), statements: [...gateway.statements] };
    };
    const { statements } = await look(1);
    const ofMany = await look(150);
    const id = (resourceId: string) => ({ resourceId });
    expect(ofMany.found.slice(-5)).toEqual([id('acme-new'), id('new-coats'), null, id('rain'), id('rain')]);
    expect(ofMany.statements).toEqual(statements);
  });

  it('any number of nodes costs the same statements', async () => {
    const tree = (first: number) => `{ catalogRoots(first: ${first}) { nodes { children(first: 5) { nodes { slug
      products(first: 5) { totalCount nodes { nodes { name } } } children(first: 5) { totalCount nodes { name } } } } } } }`;
    const count = async (first: number) => {
      gateway.statements.length = 0;
      await read(tree(first));
      return gateway.statements.length;
    };
    await count(3);
    expect(await count(3)).toBeLessThanOrEqual((await count(1)) + 1);
  });

  describe('products by what a URL holds', () => {
    it('are found by slug, sku, id and global id', async () => {
      const { a } = await read('{ a: productBy(by: { slug: "parka" }) { id resourceId } }');
      const { b, c } = await read(
        'query($id: ID!) { b: productBy(by: { id: $id }) { id } c: productBy(by: { id: "parka" }) { id } }',
        { id: a.id },
      );
      expect([a.resourceId, b.id, c.id]).toEqual(['parka', a.id, a.id]);
    });

    it('are batched', async () => {
      const services = createServices(createStores(gateway.engine), { monotonicNow: () => 0 });
      gateway.statements.length = 0;
      const { errors, shown } = await gateway
        .with({ services })
        .ask(
          '{ a: productBy(by: { slug: "parka" }) { name } b: productBy(by: { slug: "trench" }) { name } c: productBy(by: { slug: "poncho" }) { name } }',
        );
      expect(errors, shown).toEqual([]);
      expect(gateway.statements.filter((text) => text.includes('release_product'))).toHaveLength(1);
    });

    it.each([
      [{ slug: 'draft' }, 'NOT_FOUND', ['by.slug', 'reference']],
      [{ slug: 'unknown' }, 'NOT_FOUND', ['by.slug', 'reference']],
      [{ sku: 'parka' }, 'NOT_FOUND', ['by.sku', 'reference']],
      [{ id: 'draft' }, 'NOT_FOUND', ['by.id', 'reference']],
      [{ id: '' }, 'VALIDATION_FAILED', ['by.id', 'minLength']],
      [{ slug: '' }, 'VALIDATION_FAILED', ['by.slug', 'minLength']],
      [{ sku: 'a\0' }, 'VALIDATION_FAILED', ['by.sku', 'characters']],
      [{ sku: '\ud800' }, 'VALIDATION_FAILED', ['by.sku', 'characters']],
    ])('are null by %j: %s', async (by, code, violation) => {
      const answer = await gateway.ask('query($by: ProductLookup!) { productBy(by: $by) { id } }', { by });
      expect(answer.data, answer.shown).toEqual({ productBy: null });
      expect(told(answer), answer.shown).toMatchObject([{ code, at: 'productBy', told: [violation] }]);
    });

    it.each([{}, { slug: 'a', sku: 'b' }, { slug: null }])('are refused by %j before anything is read', async (by) => {
      const answer = await gateway.ask('query($by: ProductLookup!) { productBy(by: $by) { id } }', { by });
      expect([answer.data, answer.errors[0]?.extensions.code], answer.shown).toEqual([null, 'VALIDATION_FAILED']);
    });
  });
});

describeEachEngine('trees of nodes at random', (open) => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await openGateway(open, 'tables');
  });
  afterAll(() => gateway.drop());

  const shapes = fc.record({
    parents: fc.array(fc.option(fc.nat(11), { nil: null }), { minLength: 1, maxLength: 12 }),
    products: fc.array(fc.uniqueArray(fc.nat(13), { maxLength: 3 }), { maxLength: 20 }),
  });

  it('list what walking up from each product finds, also after the index was rebuilt from the documents', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async ({ parents, products }) => {
        // A parent comes before its children, so that there are no cycles; n12 and n13 are in no release.
        const parentOf = (index: number) => parents[index] ?? Number.POSITIVE_INFINITY;
        const nodes = parents.map((_, index) => {
          const parent = parentOf(index) < index ? `n${parentOf(index)}` : null;
          return { id: `n${index}`, parent };
        });
        await importRecords(
          gateway.stores,
          [
            { id: 'main', type: 'catalog', attributes: { name: 'Main', ...times } },
            ...nodes.map(nodeRecord),
            productRecord({ id: 'some' }),
            ...products.map((own, index) =>
              productRecord({ id: `p${index}`, meta: inNodes(...own.map((one) => `n${one}`)) }),
            ),
          ],
          { catalogId: 'main' },
        );
        const above = (id: string | null | undefined): string[] =>
          id ? [id, ...above(nodes.find((node) => node.id === id)?.parent)] : [];
        const expected = nodes.map(({ id }) => {
          const listed = products.flatMap((own, index) =>
            own.some((one) => above(`n${one}`).includes(id)) ? [`p${index}`] : [],
          );
          return [id, listed.sort()];
        });
        expect(await listAll()).toEqual(Object.fromEntries(expected));
        const written = await readPlaces();
        await sql`update release set format = 2, index_manifest = null`.execute(gateway.engine.writer);
        await sql`update release_node set parent_id = null, slug_key = null, depth = 0`.execute(gateway.engine.writer);
        for (const { id } of written.releases) await rebuildIndex(gateway.engine, id);
        expect(await readPlaces()).toEqual(written);
      }),
      { numRuns: 4 },
    );
  });

  async function readPlaces() {
    const { reader } = gateway.engine;
    const releases = await reader
      .selectFrom('release')
      .select(['id', 'format', 'index_manifest'])
      .where('state', '=', 'published')
      .orderBy('id')
      .execute();
    const nodes = await reader
      .selectFrom('release_node')
      .select(['release_id', 'node_id', 'parent_id', 'slug_key', 'depth'])
      .orderBy('release_id')
      .orderBy('node_id')
      .execute();
    return { releases, nodes };
  }

  async function listAll() {
    gateway.forget();
    const { data, errors } = await gateway.ask(
      '{ catalogNodes(first: 12) { nodes { resourceId products(first: 20) { nodes { resourceId } } } } }',
    );
    expect(errors).toEqual([]);
    return Object.fromEntries(
      data.catalogNodes.nodes.map((node: { resourceId: string; products: { nodes: { resourceId: string }[] } }) => [
        node.resourceId,
        node.products.nodes.map(({ resourceId }) => resourceId).sort(),
      ]),
    );
  }
});
