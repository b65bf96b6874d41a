/** A page whose details are long is written in turns, as graphql-js executes it: others are answered in between. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeShown } from '../../support/shown-products.ts';
import { productRecord } from '../../support/small-catalog.ts';

const attributes = Object.fromEntries(Array.from({ length: 300 }, (_, number) => [`attribute-${number}`, number]));
const products = Array.from({ length: 100 }, (_, number) =>
  productRecord({
    id: `product-${number}`,
    attributes: { extensions: { template: attributes } },
    relationships: { parent: { data: number % 2 ? { id: 'product-0', type: 'product' } : null } },
  }),
);

const ofNodes = '{ products(first: 100) { nodes { sku extensions { attributes { key value } } } } }';
const ofEdges = `{ products(first: 100) { edges { cursor node { id extensions { template attributes { value } } } } }
  others: products(last: 100) { nodes { extensions { attributes { key } } } } }`;

describeShown('a page of long details', products, (opened) => {
  it.each([ofNodes, ofEdges])('%s', async (query) => {
    const { gateway, watched } = opened();
    const asked = { channel: 'shop' };
    const expected = await gateway.with({ writesQueries: false }).ask(query, {}, asked);
    expect(expected.errors, expected.shown).toEqual([]);
    const before = await watched.count();
    let turns = 0;
    let isDone = false;
    const watch = () => {
      turns += 1;
      if (!isDone) setImmediate(watch);
    };
    setImmediate(watch);
    const answer = await gateway.ask(query, {}, asked);
    isDone = true;
    expect(answer.body.replace(/request-\d+/, '')).toBe(expected.body.replace(/request-\d+/, ''));
    expect((await watched.count()).written).toBe(before.written + 1);
    // In one go it takes one turn, or two with a list more: PostgreSQL takes turns of its own.
    expect(turns).toBeGreaterThan(2);
  });

  it('is refused where it costs too much, though what it leads to comes late', async () => {
    const { gateway } = opened();
    const query = '{ products(first: 100) { nodes { sku parent { id } extensions { attributes { key value } } } } }';
    const asked = { channel: 'shop' };
    const { cost } = (await gateway.ask(query, {}, asked)).extensions as {
      cost: Record<'requested' | 'actual', number>;
    };
    expect(cost.actual).toBeGreaterThan(cost.requested + 1000);
    const { products: ofProducts } = gateway.services;
    const late: typeof ofProducts.getMany = async (...given) => {
      await sleep(100);
      return ofProducts.getMany(...given);
    };
    const services = { ...gateway.services, products: { ...ofProducts, getMany: late } };
    const limits = { ...gateway.limits, cost: cost.requested };
    const answer = await gateway.with({ services, limits }).ask(query, {}, asked);
    expect(answer.errors.map(({ extensions }) => extensions.code)).toContain('LIMIT_EXCEEDED');
  });
});
