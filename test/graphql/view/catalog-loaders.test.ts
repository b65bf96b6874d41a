import { expect, it, onTestFinished, vi } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { openEmbedded } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';

const { manyChildrenParent } = demoIds.products;
const lone = '\ud800'.repeat(100_000);

it.each([
  ['search', 'String', `childProducts(productId: "${manyChildrenParent}", search: $v) { totalCount }`],
  ['cursor of products', 'String', 'products(after: $v, before: $v) { totalCount }'],
  ['cursor of nodes', 'String', 'catalogRoots(first: 1) { nodes { children(after: $v) { totalCount } } }'],
  ['cursor of plans', 'String', 'offerings(first: 1) { nodes { plans(after: $v) { totalCount } } }'],
  ['currency of a sort', 'CurrencyCode', 'products(currency: $v, sort: PRICE_ASC) { totalCount }'],
  ['currency of a filter', 'CurrencyCode!', 'products(filter: { price: { currency: $v } }) { totalCount }'],
  [
    'currency of a range',
    'CurrencyCode!',
    `product(id: "${manyChildrenParent}") { priceRange(currency: $v) { __typename } }`,
  ],
])('nothing is made of a %s that is too long', async (_title, type, field) => {
  const gateway = await openGateway(openEmbedded);
  onTestFinished(() => gateway.drop());
  const stringify = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => stringify.mockRestore());
  await gateway.ask(`query($v: ${type}) { a: ${field} b: ${field} }`, { v: lone });
  // Keys are lists in JSON.
  const keys = stringify.mock.results.map(({ value }) => String(value)).filter((text) => text.startsWith('['));
  expect(keys.filter(({ length }) => length > 50_000)).toEqual([]);
});
