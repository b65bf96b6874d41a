/** Platforms write "none" in many ways, and texts without saying their language: what is imported so is read as it was meant. */
import { beforeAll, describe, expect, it } from 'vitest';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { useOpened } from '../support/use-opened.ts';

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const apiId = '0b000000-0000-4000-8000-000000000001';
const fieldId = '0b000000-0000-4000-8000-000000000002';
/** As long as an expression may be, in characters: twice as many UTF-16 units. */
const longRegex = '\u{1f600}'.repeat(1024);

const product = (id: string, attributes: object, more: object = {}) => ({
  type: 'product',
  id,
  attributes: { name: id, status: 'live', ...times, ...attributes },
  ...more,
});

const records = [
  { type: 'catalog', id: 'none', attributes: { name: 'None', ...times } },
  {
    type: 'catalog_rule',
    id: 'none-rule',
    attributes: { name: 'None', catalog_id: 'none', channels: ['none'], ...times },
  },
  {
    ...{ type: 'node', id: 'node', attributes: { name: 'Shirts', locales: { de: { name: 'Hemden' } }, ...times } },
    meta: { language: '' },
  },
  product('shirt', { name: 'Shirt', locales: { de: { name: 'Hemd' } } }),
  product('trousers', { name: 'Trousers' }, { meta: { language: '' } }),
  product(
    'nothing',
    {
      curated_product: false,
      tiers: { t1: null, t2: { minimum_quantity: 2, price: { EUR: null, USD: { amount: 5 } } } },
      price: { EUR: null, GBP: { amount: 7 } },
      components: [],
      custom_inputs: false,
      extensions: { empty: null, held: { colour: null } },
      tags: false,
      locales: [],
    },
    {
      relationships: { files: { data: null }, children: [], main_image: { data: null }, component_products: false },
      meta: {
        variation_matrix: [],
        variations: false,
        bread_crumbs: [],
        price_modifiers: { gone: null },
        display_price: false,
      },
    },
  ),
  product(
    'nulls',
    {
      tags: null,
      price: null,
      tiers: null,
      components: null,
      custom_inputs: null,
      extensions: null,
      curated_product: null,
    },
    {
      relationships: { files: null, children: null, component_products: null },
      meta: {
        ...{ variation_matrix: null, variations: null, bread_crumbs: null, price_modifiers: null, display_price: null },
      },
    },
  ),
  {
    ...{ type: 'custom_api', id: apiId, name: 'Huts', slug: 'huts', api_type: 'none_huts_ext', description: null },
    meta: { timestamps: times },
  },
  {
    ...{ type: 'custom_field', id: fieldId, custom_api_id: apiId, name: 'Smile', slug: 'smile', field_type: 'string' },
    description: null,
    validation: { string: { regex: longRegex }, integer: null },
    meta: { timestamps: times },
  },
];

describeEachEngine('an import of what is none', (open) => {
  const gateway = useOpened(() => openRestGateway(open));
  beforeAll(async () => {
    await importRecords(gateway.stores, records);
    gateway.forget();
  });

  const rest = (path: string, language = '') =>
    gateway.rest('GET', path, { headers: { 'EP-Channel': 'none', ...(language && { 'Accept-Language': language }) } });
  const ask = (query: string, language = '') => gateway.ask(query, {}, { channel: 'none', language });

  it('has a product whose members that are none are absent, on both faces', async () => {
    const { data, errors, shown } = await ask(`{ product(id: "nothing") {
      isCurated tags tiers { name prices { money { currency } } } prices { money { currency } } components { key } customInputs { key }
      extensions { template attributes { key value } } files { resourceId } mainImageId componentProducts { resourceId }
      variations { resourceId } breadcrumbs { nodeId } priceModifiers { name } displayPrice { withTax { amount } }
    } }`);
    expect(errors, shown).toEqual([]);
    expect(data.product, shown).toEqual({
      isCurated: false,
      tags: [],
      tiers: [{ name: 't2', prices: [{ money: { currency: 'USD' } }] }],
      prices: [{ money: { currency: 'GBP' } }],
      components: [],
      customInputs: [],
      extensions: [{ template: 'held', attributes: [{ key: 'colour', value: null }] }],
      files: [],
      mainImageId: null,
      componentProducts: [],
      variations: [],
      breadcrumbs: [],
      priceModifiers: [],
      displayPrice: null,
    });
    const { attributes, relationships, meta } = (await rest('/v2/pcm/catalog/products/nothing')).body.data;
    expect(attributes.tiers).toEqual({ t2: { minimum_quantity: 2, price: { USD: { amount: 5 } } } });
    expect(attributes.extensions).toEqual({ held: { colour: null } });
    const absent = ['curated_product', 'components', 'custom_inputs', 'tags', 'locales'];
    expect(Object.keys(attributes).filter((name) => absent.includes(name))).toEqual([]);
    expect(relationships).not.toHaveProperty('children.0');
    expect(Object.keys(meta)).not.toContain('bread_crumbs');
  });

  it('has a product without the lists, maps and objects that are null', async () => {
    const { attributes, relationships, meta } = (await rest('/v2/pcm/catalog/products/nulls')).body.data;
    const { product_types: _, ...others } = meta;
    const shown = [attributes, relationships ?? {}, others].flatMap((members) =>
      Object.entries(members).filter(([, value]) => value === null),
    );
    expect(shown).toEqual([]);
  });

  it('counts the characters of a regular expression as a write does', async () => {
    const { body } = await rest(`/v2/settings/extensions/custom-apis/${apiId}/fields/${fieldId}`);
    expect(body.data).toMatchObject({
      description: '',
      validation: { string: { regex: longRegex, min_length: null } },
    });
    expect(Object.keys(body.data.validation)).toEqual(['string']);
  });

  describe('whose texts do not say their language:', () => {
    it('shows none that is an empty text', async () => {
      const { data, shown } = await ask(
        '{ product(id: "trousers") { language } catalogNodes(filter: { id: { in: ["node"] } }) { nodes { language } } }',
      );
      expect(data, shown).toEqual({ product: { language: null }, catalogNodes: { nodes: [{ language: null }] } });
      for (const path of ['products/trousers', 'nodes/node'])
        expect((await rest(`/v2/pcm/catalog/${path}`)).body.data.meta ?? {}).not.toHaveProperty('language');
    });

    it.each([
      ['', 'Shirt', 'Shirts'],
      ['*', 'Shirt', 'Shirts'],
      ['en', 'Shirt', 'Shirts'],
      ['fr, *;q=0.1', 'Shirt', 'Shirts'],
      ['de', 'Hemd', 'Hemden'],
      ['de-AT', 'Hemd', 'Hemden'],
      ['en, de;q=0.5', 'Hemd', 'Hemden'],
    ])('who wishes %j is shown %s', async (language, name, nodeName) => {
      const query =
        '{ product(id: "shirt") { name } catalogNodes(filter: { id: { in: ["node"] } }) { nodes { name } } }';
      const { data, shown } = await ask(query, language);
      expect([data.product.name, data.catalogNodes.nodes[0].name], shown).toEqual([name, nodeName]);
      const { body } = await rest('/v2/pcm/catalog/products/shirt', language);
      expect(body.data.attributes.name).toBe(name);
      const node = await rest('/v2/pcm/catalog/nodes/node', language);
      expect(node.body.data.attributes.name).toBe(nodeName);
      expect(node.body.data.attributes).not.toHaveProperty('locales');
    });
  });
});
