/** Of several things that take a call each, one that the platform does not answer takes none of the others with it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { openEmbedded } from '../../support/engines.ts';
import { type GatewayBefore, openGatewayBefore } from '../../support/gateway-before.ts';

const { showcaseParent, manyChildrenParent } = demoIds.products;
const { storefront } = demoIds.applicationKeys;

/** What the call that gets no answer has in its path. */
let failing: readonly string[] = [];
let gateway: GatewayBefore;
beforeAll(async () => {
  gateway = await openGatewayBefore(openEmbedded, {
    distort: (answer, { path }) => {
      const isFailing = failing.length > 0 && failing.every((part) => decodeURIComponent(path).includes(part));
      // No 5xx: it would be sent again, and the breaker would count it.
      return isFailing ? { status: 200, text: '<html>' } : answer;
    },
  });
});
afterAll(() => gateway.drop());

interface Listed {
  readonly resourceId: string;
}

async function idsOf(list: string): Promise<string[]> {
  failing = [];
  const { data } = await gateway.ask(`{ ${list}(first: 3) { nodes { resourceId } } }`);
  const nodes: readonly Listed[] = data[list].nodes;
  return nodes.map(({ resourceId }) => resourceId);
}

/** What fails of an answer by its path, and what is there of it all the same. */
async function askFailing(query: string, parts: readonly string[]) {
  failing = parts;
  const { data, errors } = await gateway.ask(query);
  return {
    data,
    failed: errors.map(({ path, extensions }) => [path?.join('.'), extensions?.code]),
  };
}

it('a record by its id', async () => {
  const [first = ''] = (await idsOf('applicationKeys')).filter((id) => id !== storefront);
  const query = `{ a: applicationKey(id: "${first}") { resourceId } b: applicationKey(id: "${storefront}") { resourceId } }`;
  expect(await askFailing(query, [storefront])).toEqual({
    data: { a: { resourceId: first }, b: null },
    failed: [['b', 'UNAVAILABLE']],
  });
});

it.each([
  ['offerings', 'plans', 'plans'],
  ['customApis', 'fields', 'fields'],
  ['catalogRoots', 'children', 'children'],
  ['catalogRoots', 'products', 'products'],
])('of the %s the list %s', async (list, member, segment) => {
  const [, second = ''] = await idsOf(list);
  const answer = await askFailing(`{ ${list}(first: 3) { nodes { ${member}(first: 1) { nodes { name } } } } }`, [
    second,
    segment,
  ]);
  expect(answer.failed).toEqual([[`${list}.nodes.1.${member}`, 'UNAVAILABLE']]);
  const nodes: readonly unknown[] = answer.data[list].nodes;
  expect(nodes.map((node) => Object(node)[member] === null)).toEqual(nodes.map((_, index) => index === 1));
});

it('children, prices and numbered pages of parents', async () => {
  const parts = [showcaseParent, 'children'];
  const ofBoth = (name: string, rest: string) =>
    `{ a: ${name}: "${manyChildrenParent}") { ${rest} } b: ${name}: "${showcaseParent}") { ${rest} } }`;
  expect(await askFailing(ofBoth('childProducts(first: 1, productId', 'totalCount'), parts)).toEqual({
    data: { a: { totalCount: 120 }, b: null },
    failed: [['b', 'UNAVAILABLE']],
  });
  const prices = await askFailing(ofBoth('product(id', 'priceRange(currency: "EUR") { min { includesTax } }'), parts);
  expect(prices).toEqual({
    data: { a: { priceRange: { min: { includesTax: true } } }, b: { priceRange: null } },
    failed: [['b.priceRange', 'UNAVAILABLE']],
  });
});

it('a product by its slug', async () => {
  const query = '{ products(first: 2) { nodes { slug } } }';
  failing = [];
  const [first, second] = (await gateway.ask(query)).data.products.nodes;
  const byBoth = `{ a: productBy(by: { slug: "${first.slug}" }) { slug } b: productBy(by: { slug: "${second.slug}" }) { slug } }`;
  expect(await askFailing(byBoth, [second.slug])).toEqual({
    data: { a: first, b: null },
    failed: [['b', 'UNAVAILABLE']],
  });
});
