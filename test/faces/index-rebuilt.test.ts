/** While a release's index is being rebuilt, its lists are refused on both faces, and everything else is answered. */
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../support/engines.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { useOpened } from '../support/use-opened.ts';

const id = demoIds.products.manyChildrenParent;
const sentence = expect.stringMatching(/^The lists of the release \d+ are being rebuilt\. Try again\.$/);

describeEachEngine('while an index is being rebuilt', (open) => {
  const gateway = useOpened(() => openRestGateway(open));

  const setLease = (lease: string | null) =>
    sql`update release set format = 1, index_manifest = null, index_lease = ${lease}`.execute(gateway.engine.writer);

  it('lists are UNAVAILABLE on both faces, and are answered as soon as it is there', async () => {
    // Another process is at work on it.
    await setLease('2999-01-01T00:00:00.000Z another');
    onTestFinished(async () => void (await setLease(null)));

    const both = `query ($id: ID!) { product(id: $id) { name } childProducts(productId: $id) { totalCount } }`;
    const { status, data, errors, shown } = await gateway.ask(both, { id });
    expect(status, shown).toBe(200);
    expect(data).toMatchObject({ product: { name: expect.any(String) }, childProducts: null });
    expect(errors).toMatchObject([
      { message: sentence, path: ['childProducts'], extensions: { code: 'UNAVAILABLE', status: 503 } },
    ]);
    const all = await gateway.ask('{ products(first: 1) { totalCount } }');
    expect(all.errors, all.shown).toMatchObject([{ message: sentence, extensions: { code: 'UNAVAILABLE' } }]);

    const list = await gateway.rest('GET', '/v2/catalog/products');
    expect(list.status).toBe(503);
    expect(list.headers.get('retry-after')).toBe('1');
    expect(list.body).toEqual({ errors: [{ title: 'Service Unavailable', status: '503', detail: sentence }] });
    expect((await gateway.rest('GET', `/v2/catalog/products/${id}`)).status).toBe(200);

    await setLease(null);
    await expect.poll(async () => (await gateway.ask(both, { id })).data.childProducts).toEqual({ totalCount: 120 });
    expect((await gateway.rest('GET', '/v2/catalog/products')).status).toBe(200);
  });

  it('what a product shows is never shown where it is not what was written', async () => {
    const query = `{ childProducts(productId: "${demoIds.products.showcaseParent}", first: 50) { nodes { name sku } } }`;
    await sql`update release_ordinal set slots = replace(slots, 'Jacket', 'Jackpot')`.execute(gateway.engine.writer);
    const damaged = await gateway.ask(query);
    expect(damaged.errors, damaged.shown).toMatchObject([{ message: sentence, extensions: { code: 'UNAVAILABLE' } }]);
    await expect.poll(async () => (await gateway.ask(query)).data.childProducts?.nodes).toHaveLength(34);
    const { shown } = await gateway.ask(query);
    expect(shown).toContain('Storm Shell Jacket');
    expect(shown).not.toContain('Jackpot');
  });
});
