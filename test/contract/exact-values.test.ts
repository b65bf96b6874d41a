/** What was imported is read as it was meant: whole numbers of 64 bits, moments of any offset, ids of any script. */
import { beforeAll, describe, expect, it } from 'vitest';
import { parseExactJson } from '../../src/domain/input/exact-json.ts';
import { formatGlobalId } from '../../src/graphql/schema/global-id.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { useOpened } from '../support/use-opened.ts';

const channel = 'exact-values';
const big = 3_000_000_000;
const offeringId = '0a000000-0000-4000-8000-000000000001';
const planId = '0a000000-0000-4000-8000-000000000002';
const keyId = '0a000000-0000-4000-8000-000000000003';
const apiId = '0a000000-0000-4000-8000-000000000004';
/** Of floats: beyond 2^53, and beyond 64 bits. */
const bounds = { min_value: -100_000_000_000_000_000_000n, max_value: 9_007_199_254_740_992n };
const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
/** Two ids that UTF-16 units and code points order differently. */
const inPlaneZero = '\u{ff21}-node';
const beyondPlaneZero = '\u{1f600}-node';

const catalog = { id: 'exact', type: 'catalog', attributes: { name: 'Exact', ...times } };
const records = [
  catalog,
  {
    id: 'exact-rule',
    type: 'catalog_rule',
    attributes: { name: 'Exact', catalog_id: 'exact', channels: [channel], ...times },
  },
  ...[inPlaneZero, beyondPlaneZero].map((id) => ({ id, type: 'node', attributes: { name: id, ...times } })),
  {
    id: 'many',
    type: 'product',
    attributes: {
      name: 'Many',
      status: 'live',
      updated_at: '2026-03-01t10:00:00.123456789+01:00',
      created_at: '2026-02-28T23:30:00-02:30',
      published_at: '2026-03-01T10:00:00Z',
      price: { EUR: { amount: 100 } },
      tiers: { bulk: { minimum_quantity: big, price: { EUR: { amount: 9_223_372_036_854_775_807n } } } },
      components: {
        slot: {
          name: 'Slot',
          min: big,
          max: big,
          sort_order: big,
          options: [{ id: 'one', quantity: big, sort_order: -big }],
        },
      },
    },
    meta: {
      price_modifiers: { xl: { modifier_type: 'price_increment', tiers: { bulk: { minimum_quantity: big } } } },
      variations: [{ id: 'size', name: 'Size', sort_order: big, options: [{ id: 'xl', name: 'XL', sort_order: big }] }],
      bread_crumbs: { [beyondPlaneZero]: [], [inPlaneZero]: [] },
    },
  },
  {
    id: 'few',
    type: 'product',
    attributes: { name: 'Few', status: 'live', updated_at: '2026-03-01T09:00:00.123456788Z' },
  },
  {
    id: offeringId,
    type: 'subscription_offering',
    attributes: {
      name: 'Exact',
      meta: { external_product_refs: [], owner: 'store', timestamps: times },
    },
  },
  {
    id: planId,
    type: 'subscription_plan',
    attributes: {
      name: 'Exact',
      offering_id: offeringId,
      billing_interval_type: 'day',
      billing_frequency: big,
      price: {},
      ...times,
    },
  },
  {
    id: keyId,
    type: 'application_key',
    name: 'Exact',
    client_id: 'exact',
    reserved_rate_limit: big,
    meta: { timestamps: times },
  },
  { id: apiId, type: 'custom_api', name: 'Exact', slug: 'exact', api_type: 'exact_ext', meta: { timestamps: times } },
  {
    id: '0a000000-0000-4000-8000-000000000005',
    type: 'custom_field',
    custom_api_id: apiId,
    name: 'Exact',
    slug: 'exact',
    field_type: 'float',
    validation: { float: bounds },
    meta: { timestamps: times },
  },
];

describeEachEngine('exact values', (open) => {
  const gateway = useOpened(() => openRestGateway(open));
  beforeAll(async () => {
    await importRecords(gateway.stores, records);
    gateway.forget();
  });

  const ask = (query: string) => gateway.ask(query, {}, { channel });
  const rest = (path: string) => gateway.rest('GET', path, { headers: { 'EP-Channel': channel } });

  describe('whole numbers beyond 32 bits', () => {
    it('are read from every field of a product, and leave the list whole', async () => {
      const { data, errors, shown } = await ask(`{ products(filter: { name: { in: ["Many", "Few"] } }) { nodes {
        resourceId
        tiers { minimumQuantity price(currency: "EUR") { money { amount } } }
        components { min max sortOrder options { quantity sortOrder } }
        priceModifiers { tiers { minimumQuantity } }
        variations { sortOrder options { sortOrder } }
      } } }`);
      expect(errors, shown).toEqual([]);
      const digits = String(big);
      expect(data.products.nodes, shown).toEqual([
        {
          resourceId: 'many',
          tiers: [{ minimumQuantity: digits, price: { money: { amount: '9223372036854775807' } } }],
          components: [
            { min: digits, max: digits, sortOrder: digits, options: [{ quantity: digits, sortOrder: `-${digits}` }] },
          ],
          priceModifiers: [{ tiers: [{ minimumQuantity: digits }] }],
          variations: [{ sortOrder: digits, options: [{ sortOrder: digits }] }],
        },
        { resourceId: 'few', tiers: [], components: [], priceModifiers: [], variations: [] },
      ]);
    });

    it('can be bought: a quote reaches a tier that starts there', async () => {
      const { data, shown } = await ask(`{ product(id: "many") {
        less: priceFor(currency: "EUR", quantity: 2999999999) { money { amount } quantity }
        enough: priceFor(currency: "EUR", quantity: "3000000000") { money { amount } quantity }
      } }`);
      expect(data.product, shown).toEqual({
        less: { quantity: '2999999999', money: { amount: '100' } },
        enough: { quantity: '3000000000', money: { amount: '9223372036854775807' } },
      });
    });

    it('are read of plans and application keys, and go out over REST as numbers', async () => {
      const { data, shown } = await ask(`{
        node(id: "${formatGlobalId('BillingPlan', planId)}") { ... on BillingPlan { billingFrequency } }
        applicationKey(id: "${keyId}") { reservedRateLimit } }`);
      expect(data, shown).toEqual({
        node: { billingFrequency: String(big) },
        applicationKey: { reservedRateLimit: String(big) },
      });
      const { text } = await rest(`/v2/application-keys/${keyId}`);
      expect(text).toContain(`"reserved_rate_limit":${big},`);
    });
  });

  it('whole numbers of any size are bounds of floats, and are imported again as they go out', async () => {
    const [minValue, maxValue] = [-1e20, 2 ** 53];
    const { data, shown } = await gateway.ask(
      `{ customApi(id: "${apiId}") { fields { nodes { validation { float { minValue maxValue } } } } } }`,
    );
    expect(data.customApi.fields.nodes, shown).toEqual([{ validation: { float: { minValue, maxValue } } }]);
    const { text } = await gateway.rest('GET', `/v2/settings/extensions/custom-apis/${apiId}/fields`);
    expect(text).toContain('"min_value":-100000000000000000000,"max_value":9007199254740992,');
    await expect(importRecords(gateway.stores, [parseExactJson(text) as object])).resolves.toMatchObject({
      faults: [],
    });
  });

  describe('moments', () => {
    it('are in UTC with all their digits, over REST as they were imported where they were', async () => {
      const { data, shown } = await ask('{ product(id: "many") { updatedAt createdAt publishedAt } }');
      expect(data.product, shown).toEqual({
        updatedAt: '2026-03-01T09:00:00.123456789Z',
        createdAt: '2026-03-01T02:00:00.000Z',
        publishedAt: '2026-03-01T10:00:00.000Z',
      });
      const { body } = await rest('/v2/pcm/catalog/products/many');
      expect(body.data.attributes).toMatchObject({
        updated_at: '2026-03-01T09:00:00.123456789Z',
        created_at: '2026-03-01T02:00:00.000Z',
        published_at: '2026-03-01T10:00:00Z',
      });
    });

    it('order lists by all their digits, whatever their offset', async () => {
      const { body } = await rest('/v2/pcm/catalog/products');
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['many', 'few']);
    });
  });

  it('nodes of one moment stand in the order of their ids by code point, on both faces', async () => {
    const inOrder = [inPlaneZero, beyondPlaneZero];
    const { data } = await ask(
      `{ catalogNodes(filter: { id: { in: ${JSON.stringify(inOrder.toReversed())} } }) { nodes { resourceId } } }`,
    );
    expect(data.catalogNodes.nodes.map(({ resourceId }: { resourceId: string }) => resourceId)).toEqual(inOrder);
    const { body } = await rest(`/v2/pcm/catalog/nodes?filter=${encodeURIComponent(`in(id,${inOrder.join()})`)}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(inOrder);
  });

  it('an empty filter is none', async () => {
    for (const path of ['products', 'products/many/relationships/children', 'nodes']) {
      const [empty, absent] = [await rest(`/v2/pcm/catalog/${path}?filter=`), await rest(`/v2/pcm/catalog/${path}`)];
      expect([empty.status, empty.body.data], path).toEqual([absent.status, absent.body.data]);
    }
  });
});
