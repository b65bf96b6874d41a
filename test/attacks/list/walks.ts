/** What walks more rows than a page shows. */
import type { RequestAttack } from '../attack.ts';
import { times, toAttacks } from './graphql-attack.ts';

const answeredOrRefused =
  /^(200|200 (LIMIT_EXCEEDED cost|UNAVAILABLE)(×\d+)?|400 LIMIT_EXCEEDED \w+|503 UNAVAILABLE(×\d+)?)$/;

export const walks: readonly RequestAttack[] = [
  ...toAttacks({
    row: 21,
    name: 'a filtered total over all products',
    ways: ['nobody', 'client_credentials', 'GET'],
    expected: answeredOrRefused,
    request: () => ({
      query: '{ products(first: 1, filter: { productTypes: { in: ["child", "x"] } }) { totalCount } }',
    }),
  }),
  ...toAttacks({
    row: 21,
    name: '20 filtered totals over all products',
    expected: answeredOrRefused,
    request: () => ({
      query: `{ ${times(20, (i) => `p${i}: products(first: 1, filter: { productTypes: { in: ["child", "x${i}"] } }) { totalCount }`)} }`,
    }),
  }),
  ...toAttacks({
    row: 21,
    name: '150 filtered totals over all products',
    expected: answeredOrRefused,
    request: () => ({
      query: `{ ${times(150, (i) => `p${i}: products(first: 1, filter: { tags: { in: ["rain", "x${i}"] } }) { totalCount }`)} }`,
    }),
  }),
  ...toAttacks({
    row: 21,
    name: 'a page of a filter that nothing fits',
    expected: answeredOrRefused,
    request: () => ({
      query:
        '{ products(first: 100, filter: { productTypes: { in: ["child", "parent"] }, tags: { in: ["nowhere", "none"] } }) { nodes { id } } }',
    }),
  }),
  ...toAttacks({
    row: 21,
    name: '100 filtered totals of the children of one parent',
    expected: answeredOrRefused,
    request: ({ store }) => ({
      query: `{ ${times(100, (i) => `p${i}: childProducts(productId: "${store.parent}", first: 1, filter: { productTypes: { in: ["child", "x${i}"] } }) { totalCount }`)} }`,
    }),
  }),
  ...toAttacks({
    row: 21,
    name: '100 numbered pages at the end of the list',
    expected: answeredOrRefused,
    request: () => ({
      query: `{ ${times(100, (i) => `p${i}: products(last: ${1 + i}) { pageCursors { last { page } } totalCount }`)} }`,
    }),
  }),
  ...['', '&filter=in(product_types,child,x)', '&filter=in(tags,rain,x)', '&filter=eq(name,none)'].map(
    (filter): RequestAttack => ({
      row: 21,
      name: `the last page that an offset reaches, over REST${filter && `, ${filter.slice(8)}`}`,
      expected: /^(200|503)$/,
      send: ({ fetch }) =>
        fetch(`/v2/pcm/catalog/products?page[offset]=10000&page[limit]=100${filter}`).then(({ summary }) => summary),
    }),
  ),
];
