/** Families are known from every side, and a product that lacks a value that the contract gives it gets it at import. */
import { beforeAll, describe, expect, it } from 'vitest';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { useOpened } from '../support/use-opened.ts';

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const product = (id: string, attributes: object = {}, more: object = {}) => ({
  type: 'product',
  id,
  attributes: { name: id, status: 'live', ...times, ...attributes },
  ...more,
});
const size = { id: 'size', name: 'Size', options: ['s', 'm', 'l'].map((id) => ({ id, name: id })) };

const records = [
  { type: 'catalog', id: 'families', attributes: { name: 'Families', ...times } },
  {
    type: 'catalog_rule',
    id: 'families-rule',
    attributes: { name: 'Families', catalog_id: 'families', channels: ['families'], ...times },
  },
  // Its children are in the matrix alone; one of them is not in the file.
  product('by-matrix', {}, { meta: { variations: [size], variation_matrix: { s: 'm1', m: 'm2', l: 'ghost' } } }),
  product('m1'),
  product('m2', { status: 'draft' }),
  // Its children name it.
  product('by-children'),
  product('c1', { base_product_id: 'by-children' }),
  product('c2', {}, { relationships: { parent: { data: { id: 'by-children' } } } }),
  // It lists one of them, the other one names it.
  product('by-both', {}, { relationships: { children: { data: [{ id: 'b1', type: 'product' }] } } }),
  product('b1'),
  product('b2', { base_product_id: 'by-both', base_product: false }),
  // A bundle that has links only.
  product(
    'bundle',
    {
      components: {
        top: { name: 'Top', options: [{ id: 'm1' }, { id: 'c1' }] },
        more: { name: 'More', options: [{ id: 'c1', type: null }] },
      },
      custom_inputs: { note: { name: 'Note', validation_rules: [{ options: { max_length: 9 } }] } },
    },
    { relationships: { component_products: { links: { self: '/x' } } } },
  ),
  product('named', { name: 'Cr\u00e8me Br\u00fbl\u00e9e, 2 pcs' }),
  product('named-too', { name: 'Cr\u00e8me Br\u00fbl\u00e9e (2 pcs)' }),
  product('rightful', { name: 'x', slug: 'Sold-out' }),
  product('late', { name: 'Sold out!' }),
  product('nameless', { name: '\u6d41\u884c' }),
];

describeEachEngine('an import of families', (open) => {
  const gateway = useOpened(() => openRestGateway(open));
  beforeAll(async () => {
    await importRecords(gateway.stores, records);
    gateway.forget();
  });

  const rest = (path: string) =>
    gateway.rest('GET', `/v2/pcm/catalog/${path}`, { headers: { 'EP-Channel': 'families' } });
  const resource = async (id: string) => (await rest(`products/${id}`)).body.data;
  const ask = (query: string) => gateway.ask(query, {}, { channel: 'families' });
  const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

  describe.each([
    ['by-matrix', ['m1', 'm2'], ['m1']],
    ['by-children', ['c1', 'c2'], ['c1', 'c2']],
    ['by-both', ['b1', 'b2'], ['b1', 'b2']],
  ])('%s', (id, children, live) => {
    it('is a parent with those children, whoever says so', async () => {
      const { body, status } = await rest(`products/${id}/relationships/children`);
      expect([status, idsOf(body.data)]).toEqual([200, live]);
      const { attributes, relationships, meta } = await resource(id);
      expect([attributes.base_product, meta.product_types]).toEqual([true, ['parent']]);
      expect(idsOf(relationships.children.data)).toEqual(children);
      const { data, shown } = await ask(
        `{ product(id: "${id}") { isBaseProduct builtChildren(first: 100) { nodes { productId } } productTypes } }`,
      );
      expect(data.product, shown).toEqual({
        isBaseProduct: true,
        builtChildren: { nodes: children.map((productId) => ({ productId })) },
        productTypes: ['parent'],
      });
    });

    it('is named by each of them', async () => {
      for (const child of live) {
        const { attributes, relationships, meta } = await resource(child);
        expect([attributes.base_product, attributes.base_product_id]).toEqual([false, id]);
        expect(relationships.parent.data.id).toBe(id);
        expect(meta.product_types).toEqual(['child']);
      }
    });
  });

  it('a child that the matrix names and no file holds is not in the release', async () => {
    const { data, shown } = await ask(
      `{ product(id: "by-matrix") { optionAvailability(selectedOptions: []) { reason } } }`,
    );
    const reasons = data.product.optionAvailability.map(({ reason }: { reason: string | null }) => reason);
    expect(reasons, shown).toEqual([null, 'NOT_LIVE', 'NOT_IN_RELEASE']);
  });

  it('types are assigned, so that a filter finds them', async () => {
    const found = async (type: string) => idsOf((await rest(`products?filter=eq(product_types,${type})`)).body.data);
    expect(await found('parent')).toEqual(['by-both', 'by-children', 'by-matrix']);
    expect(await found('child')).toEqual(['b1', 'b2', 'c1', 'c2', 'm1']);
    expect(await found('bundle')).toEqual(['bundle']);
    expect(await found('standard')).toEqual(['late', 'named', 'named-too', 'nameless', 'rightful']);
  });

  it("a bundle's component products are those of its options, and what has one type says it", async () => {
    const { attributes, relationships } = await resource('bundle');
    expect(idsOf(relationships.component_products.data)).toEqual(['m1', 'c1']);
    expect(relationships.component_products.links).toEqual({ self: '/x' });
    expect(attributes.components.top.options).toEqual([
      { id: 'm1', type: 'product' },
      { id: 'c1', type: 'product' },
    ]);
    expect(attributes.components.more.options).toEqual([{ id: 'c1', type: 'product' }]);
    expect(attributes.custom_inputs.note.validation_rules).toEqual([{ options: { max_length: 9 }, type: 'string' }]);
    const { data, shown } = await ask('{ product(id: "bundle") { componentProducts { resourceId } } }');
    expect(data.product.componentProducts, shown).toEqual([{ resourceId: 'm1' }, { resourceId: 'c1' }]);
  });

  it.each([
    ['named', 'Creme-Brulee-2-pcs'],
    ['named-too', 'Creme-Brulee-2-pcs-named-too'],
    ['rightful', 'Sold-out'],
    ['late', 'Sold-out-late'],
    ['nameless', 'nameless'],
  ])('the slug of %s defaults to its name, and is its own: %s', async (id, slug) => {
    expect((await resource(id)).attributes.slug).toBe(slug);
    expect(idsOf((await rest(`products?filter=eq(slug,${slug})`)).body.data)).toEqual([id]);
  });

  it('every other value of the contract is there', async () => {
    const named = await resource('named');
    expect(named).toMatchObject({
      attributes: { base_product: false },
      relationships: { links: { self: '/v2/pcm/catalog/products/named' } },
      meta: { catalog_id: 'families', catalog_source: 'pim', product_types: ['standard'] },
    });
    expect(named.meta.variation_matrix).toEqual({});
  });
});
