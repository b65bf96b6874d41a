/** Pages that were saved from a real platform go in as they are, and are read as they were meant, on both faces. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '../../src/importer/import-files.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { openRestGateway, type RestGateway } from '../support/rest-gateway.ts';
import { platformIds as ids, platformPages } from './platform-pages.ts';
import type { Json } from './world.ts';

describeEachEngine('an import of saved pages', (open) => {
  let gateway: RestGateway;
  let folder: string;
  let report: ImportReport;
  beforeAll(async () => {
    gateway = await openRestGateway(open);
    folder = await mkdtemp(join(tmpdir(), 'gateway-pages-'));
    for (const [name, text] of Object.entries(platformPages)) await writeFile(join(folder, name), text);
    await writeFile(join(folder, 'notes.txt'), 'no records');
    report = await importRecords(gateway.stores, [], { files: [folder] });
    gateway.forget();
  });
  afterAll(async () => {
    await gateway.drop();
    await rm(folder, { recursive: true });
  });

  const { channel } = ids;
  const rest = async (path: string): Promise<Json> =>
    (await gateway.rest('GET', path, { headers: { 'EP-Channel': channel } })).body.data;
  const product = (id: string) => rest(`/v2/pcm/catalog/products/${id}`);
  const node = (id: string) => rest(`/v2/pcm/catalog/nodes/${id}`);
  const ask = async (query: string, language = ''): Promise<Json> => {
    const { data, errors, shown } = await gateway.ask(query, {}, { channel, language, as: 'admin' });
    expect(errors, shown).toEqual([]);
    return data;
  };

  it('reads the files of a folder, and says what it left out', () => {
    expect(report.releases).toMatchObject([{ catalogId: ids.catalog, products: 5, nodes: 4 }]);
    expect(report.otherRecords).toEqual({
      ...{ custom_api: 2, catalog: 1, custom_field: 2, node: 4, application_key: 1, file: 1 },
      ...{ subscription_offering: 3, subscription_plan: 3, catalog_rule: 2 },
    });
    expect(report.repeatedCount).toBe(4);
    expect(report.otherFiles).toEqual([join(folder, 'notes.txt')]);
    expect(report.unused.map(({ type, count, first }) => [type, count, first.file])).toEqual([
      ['custom_field', 1, join(folder, 'api-with-fields.json')],
      ['subscription_offering_pricing_option', 2, join(folder, 'offering.json')],
    ]);
    expect(report.remarks.map(({ id, path }) => [id, path])).toEqual([
      ['priced-rule', 'attributes.pricebook_ids'],
      [ids.lonelyNode, 'relationships.hierarchy'],
    ]);
  });

  describe("of the shopper's interface", () => {
    it('shows a family, whose children stand in a bare list', async () => {
      const { data } = {
        data: await ask(`{ product(id: "${ids.parent}") {
        childProductCount: childProducts { totalCount nodes { resourceId name tags } }
        variant(selectedOptions: ["s"]) { resourceId } breadcrumbs { nodeId }
      } }`),
      };
      expect(data.product).toMatchObject({
        childProductCount: { totalCount: 1, nodes: [{ resourceId: ids.child, name: 'tent-s', tags: ['light'] }] },
        variant: { resourceId: ids.child },
        breadcrumbs: [{ nodeId: ids.leafNode }],
      });
      const children = await rest(`/v2/pcm/catalog/products/${ids.parent}/relationships/children`);
      expect(children.map(({ id }: Json) => id)).toEqual([ids.child]);
      expect((await product(ids.parent)).relationships.children).toEqual({
        data: [{ id: ids.child, type: 'product' }],
      });
    });

    it('shows the products that a page holds beside its own', async () => {
      expect((await product(ids.component)).attributes.name).toBe('cup');
      const { product: bundle } = await ask(`{ product(id: "${ids.bundle}") {
        componentProducts { resourceId name } files { resourceId }
        bundleConfiguration { selectedOptions { componentKey options { quantity } } }
      } }`);
      expect(bundle).toEqual({
        componentProducts: [{ resourceId: ids.component, name: 'cup' }],
        files: [{ resourceId: ids.file }],
        bundleConfiguration: { selectedOptions: [{ componentKey: 'cup', options: [{ quantity: '2' }] }] },
      });
    });

    it('keeps members that nobody here knows, and numbers as they are written', async () => {
      const { text } = await gateway.rest('GET', `/v2/pcm/catalog/products/${ids.child}`, {
        headers: { 'EP-Channel': channel },
      });
      expect(text).toContain('"weight":{"g":1.0,"kg":0.1,"oz":3,"lb":0}');
      expect(await product(ids.child)).toMatchObject({
        attributes: { manage_stock: true, product_hash: 'abc', availability: 'in-stock', translations: [] },
        meta: { tiers: { t: { original_price: { EUR: { amount: 1 } } } } },
      });
    });

    it('has hierarchies as the roots of their nodes', async () => {
      const { catalogNodes } =
        await ask(`{ catalogNodes(filter: { id: { in: ${JSON.stringify([ids.leafNode, ids.lonelyNode])} } }) { nodes {
        resourceId parent { resourceId parent { resourceId name parent { name } } }
      } } }`);
      const byId = new Map(catalogNodes.nodes.map((one: Json) => [one.resourceId, one.parent]));
      expect(byId.get(ids.leafNode)).toEqual({
        resourceId: ids.rootNode,
        parent: { resourceId: ids.hierarchy, name: 'All', parent: null },
      });
      expect(byId.get(ids.lonelyNode)).toBe(null);
      expect(await node(ids.hierarchy)).toMatchObject({ type: 'node', attributes: { name: 'All', slug: 'all' } });
      expect(await node(ids.rootNode)).toMatchObject({
        attributes: { curated_products: [ids.child], published_at: '2026-01-03T08:00:00Z' },
        relationships: {
          hierarchy: { data: { id: ids.hierarchy, type: 'hierarchy' }, links: { related: '/hierarchy' } },
          products: { links: { related: '/products' } },
        },
        meta: { bread_crumb: [ids.hierarchy] },
      });
    });
  });

  it("shows PIM's names, times, tags and translations under the contract's", async () => {
    const query = `{ product(id: "${ids.pim}") {
      name manufacturerPartNum upcEan slug sku tags createdAt updatedAt customInputs { key isRequired }
    } }`;
    expect((await ask(query)).product).toEqual({
      ...{ name: 'Stove', manufacturerPartNum: 'MPN-1', upcEan: '4006381333931', slug: 'Stove', sku: null },
      ...{ tags: ['hot'], createdAt: '2026-01-01T08:00:00.000Z', updatedAt: '2026-01-02T08:00:00.000Z' },
      customInputs: [{ key: 'note', isRequired: true }],
    });
    expect((await ask(query, 'fr')).product.name).toBe('Réchaud');
    expect(await product(ids.pim)).toMatchObject({
      attributes: { mpn: 'MPN-1', manufacturer_part_num: 'MPN-1', build_rules: { exclude: [['s']] } },
      relationships: { templates: { data: [{ id: 't' }] } },
      meta: { owner: 'store', catalog_id: ids.catalog },
    });
  });

  it('finds how a plan is billed, and the offering that it belongs to, in what stands around it', async () => {
    const plan = async (id: string) => (await gateway.stores.subscriptions.getManyPlans([id])).get(id);
    const [monthly, yearly, other] = [await plan(ids.plan), await plan(ids.yearlyPlan), await plan(ids.otherPlan)];
    const billing = (of: typeof monthly) => [of?.offeringId, of?.billingInterval, of?.billingFrequency];
    expect(billing(monthly)).toEqual([ids.offering, 'month', 3]);
    expect(billing(yearly)).toEqual([ids.yearlyOffering, 'year', 2]);
    expect(billing(other)).toEqual([ids.offering, 'day', 1]);
    const created = await gateway.rest('POST', '/v2/subscriptions/subscriptions', {
      body: {
        data: {
          ...{ account_id: ids.key, offering_id: ids.offering, plan_id: ids.plan, currency: 'EUR' },
          ...{ name: 'Ada', email: 'ada@example.com' },
        },
      },
    });
    expect(created.body.data.attributes.offering.attributes).toMatchObject({
      name: 'Monthly',
      meta: {
        owner: 'organization',
        external_product_refs: [],
        external_plan_refs: ['ref-monthly'],
        timestamps: { created_at: '2026-01-01T08:00:00.000Z' },
      },
    });
  });

  it('finds the custom API of a field in the path of its page, or before it in its file', async () => {
    const field = (api: string, id: string) => rest(`/v2/settings/extensions/custom-apis/${api}/fields/${id}`);
    expect(await field(ids.api, ids.field)).toMatchObject({ slug: 'beds', validation: { string: { max_length: 9 } } });
    expect(await field(ids.api, ids.field)).toMatchObject({
      use_as_url_slug: false,
      presentation: { sort_order: 3 },
      validation: { string: { unique: 'no', immutable: false, regex: null } },
      links: { self: `/settings/extensions/custom-apis/${ids.api}/fields/${ids.field}` },
    });
    expect(await rest(`/v2/settings/extensions/custom-apis/${ids.api}`)).toMatchObject({
      allow_upserts: true,
      relationships: { parent_apis: { data: [] } },
    });
    expect(await field(ids.pageApi, ids.pageField)).toMatchObject({ slug: 'depth' });
    const { customApi } = await ask(`{ customApi(id: "${ids.api}") { slug fields(first: 30) { nodes { slug } } } }`);
    expect(customApi).toEqual({ slug: 'huts', fields: { nodes: [{ slug: 'beds' }] } });
  });

  it('leads shoppers by its rules, and by none that prices otherwise', async () => {
    const { products } = await ask('{ products(first: 1) { context { rule { resourceId } } } }');
    expect(products.context.rule).toEqual({ resourceId: 'platform-rule' });
    const { data } = await gateway.ask(
      '{ products(first: 1) { context { rule { resourceId } } } }',
      {},
      { channel: 'x' },
    );
    expect(data.products.context.rule?.resourceId).not.toBe('priced-rule');
  });
});
