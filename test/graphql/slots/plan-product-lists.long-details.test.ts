/** A page whose details are long is written in turns, as graphql-js executes it: others are answered in between. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publish } from '../../../src/importer/publish.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type Gateway, openGateway } from '../../support/gateway.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';
import { watchRuns } from '../../support/watch-runs.ts';

const attributes = Object.fromEntries(Array.from({ length: 300 }, (_, number) => [`attribute-${number}`, number]));
const products = Array.from({ length: 100 }, (_, number) =>
  productRecord({ id: `product-${number}`, attributes: { extensions: { template: attributes } } }),
);

const ofNodes = '{ products(first: 100) { nodes { sku extensions { attributes { key value } } } } }';
const ofEdges = `{ products(first: 100) { edges { cursor node { id extensions { template attributes { value } } } } }
  others: products(last: 100) { nodes { extensions { attributes { key } } } } }`;

describeEachEngine('a page of long details', (open) => {
  let gateway: Gateway;
  let watched: ReturnType<typeof watchRuns>;
  beforeAll(async () => {
    watched = watchRuns();
    gateway = await openGateway(open, 'tables');
    await publish(smallCatalog('shop', products), { releases: gateway.stores.releases, now: new Date() });
    gateway.forget();
  });
  afterAll(async () => {
    watched.end();
    await gateway.drop();
  });

  it.each([ofNodes, ofEdges])('%s', async (query) => {
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
