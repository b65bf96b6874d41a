/** What a platform can't do is UNSUPPORTED, as `capabilities` and `docs/upstream.md` say, and nothing else fails with it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { importedIds, importedRecords } from '../../contract/imported-store.ts';
import { openEmbedded } from '../../support/engines.ts';
import { openGatewayBefore } from '../../support/gateway-before.ts';
import { importRecords } from '../../support/import-records.ts';
import { productRecord } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const gateway = useOpened(() => openGatewayBefore(openEmbedded));

const globalId = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64url');

it.each([
  ['search', '{ list: products(search: "tent") { totalCount } }'],
  ['another order', '{ list: products(sort: NAME_ASC) { totalCount } }'],
  ['a filter by price', '{ list: products(filter: { price: { currency: "EUR", max: 100 } }) { totalCount } }'],
  ['facets', '{ products { list: facets { tags { value count } } } }'],
  ['a file alone', `{ list: node(id: "${globalId('File', demoIds.products.standard)}") { id } }`],
  ['a plan alone', `{ list: node(id: "${globalId('BillingPlan', demoIds.plan)}") { id } }`],
])('%s', async (_, query) => {
  const { errors, shown } = await gateway.ask(query);
  expect(errors, shown).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(/^The platform /),
      extensions: expect.objectContaining({ code: 'UNSUPPORTED', status: 501, title: 'Not Implemented' }),
    }),
  ]);
});

it('facets are null alone, and the list beside them is shown', async () => {
  const fields = 'tags { value } productTypes { value } options { name } prices(currency: "EUR") { min { amount } }';
  const { data, errors, shown } = await gateway.ask(`{ products(first: 1) { nodes { sku } facets { ${fields} } } }`);
  expect(errors.map(({ path }) => path?.join('.')).sort(), shown).toEqual(
    ['options', 'prices', 'productTypes', 'tags'].map((name) => `products.facets.${name}`),
  );
  expect(data.products.nodes, shown).toEqual([{ sku: expect.any(String) }]);
  expect(data.products.facets, shown).toEqual({ tags: null, productTypes: null, options: null, prices: null });
});

it('custom fields of other types than the four of the contract are left out, and all others are shown', async () => {
  const ofList = { type: 'custom_field', id: globalId('x', 'y'), name: 'Sizes', slug: 'sizes', field_type: 'list' };
  const one = await openGatewayBefore(openEmbedded, {
    distort({ status, text }) {
      const body = JSON.parse(text);
      if (!Array.isArray(body.data) || body.data[0]?.type !== 'custom_field') return { status, text };
      const others = [
        { ...ofList, validation: { list: { allowed_type: 'any' } } },
        { ...ofList, field_type: 'any' },
      ];
      const results = { results: { total: body.data.length + others.length } };
      return {
        status,
        text: JSON.stringify({ ...body, data: [...others, ...body.data], meta: { ...body.meta, ...results } }),
      };
    },
  });
  const query =
    '{ customApis(first: 1) { nodes { resourceId fields(first: 1) { totalCount pageInfo { hasNextPage } nodes { slug } } } } }';
  const [before, behind] = [await one.ask(query), await one.platform.ask(query)];
  expect(before.data, before.shown).toEqual(behind.data);
  const [{ resourceId, fields }] = behind.data.customApis.nodes;
  expect(fields.totalCount).toBeGreaterThan(0);
  const path = `/v2/settings/extensions/custom-apis/${resourceId}/fields?page[limit]=1`;
  expect((await one.rest('GET', path)).body).toEqual((await one.platform.rest('GET', path)).body);
  await one.drop();
});

it('releases over REST are administered on the platform', async () => {
  const { status, text } = await gateway.rest('GET', '/v2/pcm/catalogs');
  expect([status, text]).toEqual([403, expect.stringContaining('Releases are shown by the platform itself')]);
});

it('capabilities say the same, and the store of our own has everything', async () => {
  const query =
    '{ capabilities { catalog productSorts productSearch variantFilters facets catalogRules catalogReleased maxListOffset maxPricedChildren plansById filesById } }';
  expect((await gateway.ask(query)).data.capabilities).toEqual({
    catalog: 'PLATFORM_LIVE',
    productSorts: ['UPDATED_AT_DESC'],
    productSearch: false,
    variantFilters: false,
    facets: false,
    catalogRules: false,
    catalogReleased: false,
    maxListOffset: 10_000,
    maxPricedChildren: 1000,
    plansById: false,
    filesById: false,
  });
  expect((await gateway.platform.ask(query)).data.capabilities).toMatchObject({
    catalog: 'LOCAL',
    productSearch: true,
    maxListOffset: null,
    plansById: true,
    filesById: true,
  });
});

it('the document names what is told', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/upstream.md'), 'utf8');
  for (const name of [
    'search',
    'sort',
    'facets',
    'priceRange',
    'optionAvailability',
    'nodeBySlug',
    'EXPIRED',
    'catalogReleased',
  ]) {
    expect(text).toContain(name);
  }
});

it('a cursor over an older release is EXPIRED, and the next page begins anew', async () => {
  const { channel, catalog } = importedIds;
  await importRecords(gateway.stores, importedRecords);
  const page = async (after: string | null) => {
    gateway.forget();
    return gateway.ask(
      'query ($after: String) { products(first: 1, after: $after) { edges { cursor } } }',
      { after },
      { channel },
    );
  };
  const first = await page(null);
  const { cursor } = first.data.products.edges[0];
  expect((await page(cursor)).errors).toEqual([]);
  const added = { ...productRecord({ id: 'new' }), meta: { catalog_id: catalog } };
  await importRecords(gateway.stores, [...importedRecords, added]);
  const { errors, shown } = await page(cursor);
  expect(errors[0], shown).toMatchObject({ extensions: { code: 'EXPIRED', status: 410, title: 'Gone' } });
  expect((await page(null)).errors).toEqual([]);
});
