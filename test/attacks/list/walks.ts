/** What walks more rows than a page shows. */
import { request } from 'node:http';
import type { RequestAttack } from '../attack.ts';
import { type AttackedGateway, toTarget } from '../attacked-gateway.ts';
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
    row: 25,
    name: '199 nodes by slugs of ten levels',
    expected: /^400 NOT_FOUND×100 LIMIT_EXCEEDED errors$/,
    request: () => ({
      query: `{ ${times(199, (i) => `n${i}: nodeBySlug(slug: "${[...'abcdefghij'].map((slug) => `${slug}${i}`).join('/')}") { id }`)} }`,
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
  ...toAttacks({
    row: 21,
    name: '70 facets of options, each of another price',
    expected: answeredOrRefused,
    request: () => ({
      query: `{ ${times(70, (i) => `p${i}: products(first: 1, filter: { price: { currency: "EUR", min: "${i}" } }) { facets { options { options { count } } } }`)} }`,
    }),
  }),
  ...toAttacks({
    row: 21,
    name: '70 numbered pages of a sorted list, each of another price',
    expected: answeredOrRefused,
    request: () => ({
      query: `{ ${times(70, (i) => `p${i}: products(first: 1, sort: NAME_ASC, filter: { price: { currency: "EUR", min: "${i}" } }) { pageCursors { last { cursor } } }`)} }`,
    }),
  }),
  {
    row: 29,
    name: 'facets of 80 lists that name the same options',
    expected: answeredOrRefused,
    async send({ post }) {
      const { text } = await post({ query: '{ products(first: 1) { facets { options { options { optionId } } } } }' });
      const [own = ''] = [...text.matchAll(/"optionId":"([^"]+)"/g)].map(([, id]) => id);
      const options = Array.from({ length: 80 }, (_, i) => [own, `x${i}`]);
      const query = `query ($options: [[ID!]!]) {
        products(first: 1, filter: { options: $options, price: { currency: "EUR", min: "1" } }) { facets { options { options { count } } } }
      }`;
      return (await post({ query, variables: { options } })).summary;
    },
  },
  {
    row: 21,
    name: 'a filtered total over all products, 20 times at once, and once from another address',
    stores: ['large'],
    expected: /^(200|503)( ×\d+)?(, (200|503)( ×\d+)?)*; the other: 200$/,
    async send(gateway) {
      const attacker = Array.from({ length: 20 }, (_, index) => requestTotal(gateway, `x${index}`, '127.0.0.1'));
      const other = await requestTotal(gateway, 'other', '127.0.0.2');
      const statuses = Map.groupBy(await Promise.all(attacker), (status) => status);
      return `${[...statuses].map(([status, { length }]) => `${status} ×${length}`).join(', ')}; the other: ${other}`;
    },
  },
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

/** From one of the addresses that are all this machine's. Returns the status. */
function requestTotal({ port }: AttackedGateway, value: string, localAddress: string): Promise<number> {
  const query = `{ products(first: 1, filter: { productTypes: { in: ["child", "${value}"] } }) { totalCount } }`;
  return new Promise((resolve, reject) => {
    const headers = { Accept: 'application/graphql-response+json' };
    const sent = request({ port, host: '127.0.0.1', localAddress, path: toTarget({ query }), headers, agent: false });
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
    sent.end();
  });
}
