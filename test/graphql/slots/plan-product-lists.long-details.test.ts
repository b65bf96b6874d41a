/** A page whose details are long is written in turns, as graphql-js executes it: others are answered in between. */
import { expect, it } from 'vitest';
import { describeShown } from '../../support/shown-products.ts';
import { productRecord } from '../../support/small-catalog.ts';

const attributes = Object.fromEntries(Array.from({ length: 300 }, (_, number) => [`attribute-${number}`, number]));
const products = Array.from({ length: 100 }, (_, number) =>
  productRecord({ id: `product-${number}`, attributes: { extensions: { template: attributes } } }),
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
});
