/** What products hold much of, requested again and again. */
import type { RequestAttack } from '../attack.ts';
import { wideKinds } from '../wide-products.ts';
import { times, toAttacks } from './graphql-attack.ts';

type Tag = keyof typeof wideKinds;
const refused = /^(200|400) LIMIT_EXCEEDED (cost|answerBytes)$/;
const stores = ['wide'] as const;

/** All products of a kind, or as many. */
const pageOf = (tag: Tag, fields: string, count: number = wideKinds[tag].count) =>
  `{ products(first: ${count}, filter: { tags: { in: ["${tag}"] } }) { nodes { ${fields} } } }`;
const attribute = (index: number, key: string) =>
  `a${index}: extension(template: "products(wide)") { attribute(key: "${key}") { value } }`;

const requests: readonly { row: number; name: string; query: string; expected?: RegExp }[] = [
  {
    row: 44,
    name: '30 times the breadcrumb nodes of 100 products with 1,900 ids each',
    query: pageOf(
      'trails',
      times(30, (i) => `b${i}: breadcrumbNodes { id }`),
    ),
  },
  {
    row: 44,
    name: '190 times the breadcrumb nodes of one product with 1,900 ids',
    query: `{ product(id: "trails-0") { ${times(190, (i) => `b${i}: breadcrumbNodes { id }`)} } }`,
  },
  {
    row: 45,
    name: '150 quantities of 8 products with 12,000 tiers each',
    query: pageOf(
      'tiers',
      times(150, (i) => `f${i}: priceFor(currency: "EUR", quantity: "${i + 1}") { includesTax }`),
    ),
  },
  {
    row: 45,
    name: '20 currencies of 60 products with 17,000 prices each',
    query: pageOf(
      'prices',
      times(20, (i) => `p${i}: price(currency: "Z${String.fromCharCode(65 + i)}Z") { includesTax }`),
    ),
  },
  {
    row: 45,
    name: '190 quantities of 20 products with 17,000 prices each',
    query: pageOf(
      'prices',
      times(190, (i) => `f${i}: priceFor(currency: "ZZZ", quantity: "${i + 1}") { includesTax }`),
      20,
    ),
  },
  {
    row: 45,
    name: '190 of 60,000 attributes of 6 products each',
    query: pageOf(
      'attributes',
      times(190, (i) => attribute(i, `n${59_999 - i}`)),
    ),
  },
  {
    row: 46,
    name: '190 times an attribute with a name of 900,000 characters',
    query: pageOf(
      'names',
      times(190, (i) => attribute(i, 'one')),
    ),
  },
  { row: 47, name: 'the ids of 100 products with a megabyte of text each', query: pageOf('texts', 'id') },
  {
    row: 48,
    name: '190 times the custom inputs of 8 products with 10,000 each',
    query: pageOf(
      'inputs',
      times(190, (i) => `c${i}: customInputs { key name isRequired validationRules { maxLength } }`),
    ),
  },
  {
    row: 48,
    name: '190 times the files of 2 products with 60,000 each',
    query: pageOf(
      'files',
      times(190, (i) => `f${i}: files { resourceId }`),
      2,
    ),
  },
];

export const wideProducts: readonly RequestAttack[] = [
  ...requests.flatMap(({ query, ...attack }) =>
    toAttacks({ expected: refused, stores, ...attack, request: () => ({ query }) }),
  ),
  {
    row: 47,
    name: 'a page of REST of 100 products with a megabyte of text each',
    stores,
    expected: /^400$/,
    send: async ({ fetch }) => {
      const page = await fetch('/v2/pcm/catalog/products?filter=eq(tags,texts)&page[limit]=100');
      return page.summary;
    },
  },
  {
    row: 49,
    name: 'a page of REST of 8 products with 60,000 files each, which it shall include',
    stores,
    expected: /^400$/,
    send: async ({ fetch }) => {
      const page = await fetch('/v2/pcm/catalog/products?filter=eq(tags,files)&page[limit]=8&include=files');
      return page.summary;
    },
  },
];
