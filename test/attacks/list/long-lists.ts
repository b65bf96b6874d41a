/** Lists of values, used again and again: by alias, by variable, by GET, by REST. */
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { formatPartId } from '../../../src/graphql/schema/global-id.ts';
import type { RequestAttack } from '../attack.ts';
import { anyToken, times, toAttacks } from './graphql-attack.ts';

const empty = (count: number) => new Array<string>(count).fill('');
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
const refused = /^(200|400) (VALIDATION_FAILED|LIMIT_EXCEEDED cost)$/;

/** So many pages that share one list of values. */
const pagesWithSku = (aliases: number) =>
  `query($v: [String!]!) { ${times(aliases, (i) => `a${i}: products(first: 1, filter: { sku: { in: $v } }) { nodes { id } }`)} }`;

export const longLists: readonly RequestAttack[] = [
  ...toAttacks({
    row: 1,
    name: '40 pages that share 250,000 empty values',
    ways: anyToken,
    expected: refused,
    request: () => ({ query: pagesWithSku(40), variables: { v: empty(250_000) } }),
  }),
  ...toAttacks({
    row: 1,
    name: '140 pages that share 30,000 empty values',
    expected: refused,
    request: () => ({ query: pagesWithSku(140), variables: { v: empty(30_000) } }),
  }),
  ...toAttacks({
    row: 1,
    name: 'one page of 300,000 empty values',
    expected: refused,
    request: () => ({ query: pagesWithSku(1), variables: { v: empty(300_000) } }),
  }),
  ...toAttacks({
    row: 1,
    name: '140 pages that share 4,500 empty values',
    ways: ['GET'],
    expected: refused,
    request: () => ({ query: pagesWithSku(140), variables: { v: empty(4500) } }),
  }),
  ...toAttacks({
    row: 1,
    name: 'every list of a filter, 40,000 empty values each',
    expected: refused,
    request: () => ({
      query: `query($v: [String!]!, $i: [ID!]!) { products(filter: { id: { in: $i } ${times(5, (i) => `${['sku', 'mpn', 'name', 'slug', 'upcEan'][i]}: { in: $v }`)} tags: { in: $v } productTypes: { in: $v } }) { totalCount } }`,
      variables: { v: empty(40_000), i: empty(40_000) },
    }),
  }),
  ...toAttacks({
    row: 1,
    name: 'options selected of a matrix: 250,000 empty ones, 20 times',
    expected: refused,
    request: ({ store }) => ({
      query: `query($v: [ID!]!) { product(id: "${store.parent}") { ${times(10, (i) => `v${i}: variant(selectedOptions: $v) { id } o${i}: optionAvailability(selectedOptions: $v) { optionId }`)} } }`,
      variables: { v: empty(250_000) },
    }),
  }),
  ...toAttacks({
    row: 1,
    name: 'options selected of a matrix: 20,000 unknown ones, once',
    expected: refused,
    request: ({ store }) => ({
      query: `query($v: [ID!]!) { product(id: "${store.parent}") { variant(selectedOptions: $v) { id } } }`,
      variables: { v: numbered(20_000) },
    }),
  }),
  ...toAttacks({
    row: 35,
    name: 'options selected of a matrix: 9,000 global ids, 20 times',
    // A large matrix costs too much so often.
    expected: /^(200 VALIDATION_FAILED×20|400 LIMIT_EXCEEDED cost)$/,
    request: ({ store }) => ({
      query: `query($v: [ID!]!) { product(id: "${store.parent}") { ${times(20, (i) => `o${i}: optionAvailability(selectedOptions: $v) { optionId }`)} } }`,
      variables: {
        v: numbered(9000).map((id) => formatPartId('ProductVariationOption', '?c=%41&l=de&t=%41', ['a', 'b', id])),
      },
    }),
  }),
  ...toAttacks({
    row: 36,
    name: '15 lists with facets whose filter names 1,500 options that are quotes',
    expected: /^(200|400 LIMIT_EXCEEDED cost)$/,
    request: () => ({
      query: `query($v: [[ID!]!]) { ${times(15, (i) => `a${i}: products(first: 1, search: "ja", filter: { options: $v, price: { currency: "EUR", max: "${9_999_999 + i}" } }) { totalCount pageInfo { endCursor } facets { tags { count } productTypes { count } options { name } prices(currency: "EUR") { __typename } } }`)} }`,
      variables: {
        v: times(20, String)
          .split(' ')
          .map((list) => numbered(75).map((id) => '"'.repeat(240) + list + id)),
      },
    }),
  }),
  ...toAttacks({
    row: 1,
    name: '250,000 empty ids of nodes',
    expected: refused,
    request: () => ({
      query: 'query($v: [ID!]!) { catalogNodes(filter: { id: { in: $v } }) { nodes { id } } }',
      variables: { v: empty(250_000) },
    }),
  }),
  ...toAttacks({
    row: 1,
    name: '250,000 empty global ids',
    expected: refused,
    request: () => ({ query: 'query($v: [ID!]!) { nodes(ids: $v) { id } }', variables: { v: empty(250_000) } }),
  }),
  {
    row: 1,
    name: 'a filter of 8,000 empty values over REST',
    expected: /^400$/,
    send: ({ fetch }) =>
      fetch(`/v2/pcm/catalog/products?filter=in(sku${',""'.repeat(8000)})`).then(({ summary }) => summary),
  },
  {
    row: 1,
    name: 'a filter of 9,000 values over REST',
    expected: /^(200|400)$/,
    send: ({ fetch }) =>
      fetch(`/v2/pcm/catalog/products?filter=in(sku,${numbered(9000).join(',')})`).then(({ summary }) => summary),
  },
  {
    row: 28,
    name: "85,000 members that a custom field's validation must not have, over REST",
    expected: /^400$/,
    send: ({ fetch, tokens }) => {
      const string = Object.fromEntries(numbered(85_000).map((name) => [name, 1]));
      const data = { type: 'custom_field', name: 'a', slug: 'a', field_type: 'string', validation: { string } };
      const headers = { Authorization: `Bearer ${tokens.client_credentials}`, 'Content-Type': 'application/json' };
      const path = `/v2/settings/extensions/custom-apis/${demoIds.customApi}/fields`;
      const sent = fetch(path, { method: 'POST', headers, body: JSON.stringify({ data }) });
      return sent.then(({ summary }) => summary);
    },
  },
  ...toAttacks({
    row: 8,
    name: '120 pages that share 80,000 values',
    ways: anyToken,
    expected: /^400 LIMIT_EXCEEDED cost$/,
    request: () => ({ query: pagesWithSku(120), variables: { v: numbered(80_000) } }),
  }),
  ...toAttacks({
    row: 8,
    name: 'one page of 80,000 values',
    expected: /^(200|400 LIMIT_EXCEEDED cost)$/,
    request: () => ({ query: pagesWithSku(1), variables: { v: numbered(80_000) } }),
  }),
  ...toAttacks({
    row: 8,
    name: '50 pages of children that share 2,000 values',
    expected: /^(200|400 LIMIT_EXCEEDED cost)$/,
    request: ({ store }) => ({
      query: `query($v: [String!]!) { ${times(50, (i) => `a${i}: childProducts(productId: "${store.parent}", first: ${i + 1}, filter: { tags: { in: $v } }) { totalCount nodes { id } }`)} }`,
      variables: { v: numbered(2000) },
    }),
  }),
  ...toAttacks({
    row: null,
    name: '25,000 ids of nodes that there are not',
    expected: /^(200|400 LIMIT_EXCEEDED cost)$/,
    request: () => ({
      query: 'query($a: [ID!]!) { catalogNodes(filter: { id: { in: $a } }) { nodes { id } } }',
      variables: { a: Array.from({ length: 25_000 }, () => crypto.randomUUID()) },
    }),
  }),
];
