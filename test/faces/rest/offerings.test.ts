/** Offerings, plans and the shopper's release over REST, held against the graph: both are answered by the same services. */
import { expect, it } from 'vitest';
import type { ShownPlanResource } from '../../../src/contract/plan.ts';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openRestGateway } from '../../support/rest-gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const path = '/v2/subscriptions/offerings';

interface Named {
  readonly id: string;
  readonly attributes: { readonly name: string };
}

describeEachEngine('offerings over REST', (open) => {
  const gateway = useOpened(() => openRestGateway(open));

  const get = (at: string) => gateway.rest('GET', at, { as: 'nobody' });
  const namesIn = ({ body }: Awaited<ReturnType<typeof get>>) =>
    body.data.map(({ id, attributes }: Named) => ({ resourceId: id, name: attributes.name }));

  it('are those of the graph, in its order, in pages', async () => {
    const { data } = await gateway.ask('{ offerings(first: 100) { nodes { resourceId name } } }');
    const all = data.offerings.nodes;
    expect(all.length).toBeGreaterThan(1);
    expect(namesIn(await get(`${path}?page[limit]=100`))).toEqual(all);
    const second = await get(`${path}?page[limit]=1&page[offset]=1`);
    expect(namesIn(second)).toEqual(all.slice(1, 2));
    expect(second.body.meta.results.total).toBe(all.length);
    expect((await get(`${path}/${all[0].resourceId}`)).body.data.attributes.name).toBe(all[0].name);
  });

  it('list their plans, with what each bill costs', async () => {
    const query = `query ($id: ID!) { node(id: $id) { ... on BillingOffering { plans(first: 100) { nodes {
      resourceId name billingInterval billingFrequency prices { money { currency amount } includesTax } } } } } }`;
    const id = Buffer.from(`BillingOffering:${demoIds.offering}`).toString('base64url');
    const { data, shown } = await gateway.ask(query, { id });
    const plans = data.node.plans.nodes;
    expect(plans.length, shown).toBeGreaterThan(1);
    const { body } = await get(`${path}/${demoIds.offering}/plans`);
    expect(
      body.data.map(({ id: resourceId, attributes }: { id: string; attributes: ShownPlanResource['attributes'] }) => ({
        resourceId,
        name: attributes.name,
        billingInterval: String(attributes.billing_interval_type).toUpperCase(),
        billingFrequency: String(attributes.billing_frequency),
        prices: Object.entries(attributes.price ?? {}).map(([currency, { amount, includes_tax }]) => ({
          money: { currency, amount: String(amount) },
          includesTax: includes_tax,
        })),
      })),
    ).toEqual(plans);
  });

  it.each([
    [`${path}/00000000-0000-4000-8000-000000000000`, 404],
    [`${path}/00000000-0000-4000-8000-000000000000/plans`, 404],
    [`${path}/none`, 400],
    [`${path}?page[limit]=0`, 400],
  ])('%s is %i', async (at, status) => {
    expect((await get(at)).status).toBe(status);
  });

  it.each(['', 'mobile'])('the release of channel "%s" is the one that the graph answers from', async (channel) => {
    const query =
      'query ($channel: String) { products(first: 1, context: { channel: $channel }) { context { catalog { resourceId name } release { resourceId productCount } language } } }';
    const { data } = await gateway.ask(query, { channel });
    const { catalog, release, language } = data.products.context;
    const { body } = await gateway.rest('GET', '/v2/pcm/catalog', { headers: { 'EP-Channel': channel } });
    expect(body.data).toMatchObject({
      id: release.resourceId,
      type: 'catalog-release',
      attributes: { catalog_id: catalog.resourceId, name: catalog.name },
      meta: { total_products: release.productCount, language },
    });
  });
});
