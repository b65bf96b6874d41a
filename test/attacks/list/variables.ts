/** Variables that are large, deep, or nothing that is expected. */
import { cursorsOf } from '../../../src/domain/paging/cursor.ts';
import type { RequestAttack } from '../attack.ts';
import { anyToken, times, toAttacks } from './graphql-attack.ts';

const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, 1]));
const chinese = (count: number) =>
  Array.from({ length: count }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919) % 20_000))).join('');
const filtered = 'query($f: ProductFilter) { products(first: 1, filter: $f) { totalCount } }';
const refused = /^(200|400) ([A-Z_]+(×\d+)?( LIMIT_EXCEEDED \w+)?|LIMIT_EXCEEDED cost)$/;

export const variables: readonly RequestAttack[] = [
  ...toAttacks({
    row: 7,
    name: '80,000 unknown members in one variable',
    ways: anyToken,
    expected: refused,
    request: () => ({ query: filtered, variables: { f: members(80_000) } }),
  }),
  ...toAttacks({
    row: 7,
    name: '20,000 unknown members in a variable of eight mutations',
    expected: refused,
    request: () => ({
      query: `mutation($v: CreateSubscriptionInput!) { ${times(8, (i) => `m${i}: createSubscription(input: $v) { subscription { status } }`)} }`,
      variables: { v: members(20_000) },
    }),
  }),
  ...toAttacks({
    row: 7,
    name: '4,000 unknown members in one variable',
    ways: ['GET'],
    expected: refused,
    request: () => ({ query: filtered, variables: { f: members(2500) } }),
  }),
  ...toAttacks({
    row: 7,
    name: '80,000 unknown members within a filter',
    expected: refused,
    request: () => ({ query: filtered, variables: { f: { sku: members(80_000) } } }),
  }),
  ...toAttacks({
    row: 7,
    name: '60,000 objects where texts are expected',
    expected: refused,
    request: () => ({
      query: filtered,
      variables: { f: { sku: { in: Array.from({ length: 60_000 }, () => ({ a: 1 })) } } },
    }),
  }),
  ...toAttacks({
    row: 7,
    name: '110 variables, each wrong',
    expected: refused,
    request: () => ({
      query: `query(${times(110, (i) => `$v${i}: [String!]!`)}) { ${times(110, (i) => `a${i}: products(first: 1, filter: { sku: { in: $v${i} } }) { totalCount }`)} }`,
      variables: Object.fromEntries(Array.from({ length: 110 }, (_, i) => [`v${i}`, new Array(1700).fill(7)])),
    }),
  }),
  ...toAttacks({
    row: 7,
    name: 'a text of 900 kB where a number is expected',
    expected: refused,
    request: () => ({
      query: 'query($n: Int) { products(first: $n) { totalCount } }',
      variables: { n: 'x'.repeat(900_000) },
    }),
  }),
  ...toAttacks({
    row: 7,
    name: '80,000 variables that nobody declared',
    expected: /^200$|^400 /,
    request: () => ({ query: '{ limits { cost } }', variables: members(80_000) }),
  }),
  ...toAttacks({
    row: 32,
    name: '20 nodes by an id with 170,000 marks of a context',
    expected: /^200 NOT_FOUND×20$/,
    request: () => ({
      query: `query($id: ID!) { ${times(20, (i) => `n${i}: node(id: $id) { id }`)} }`,
      variables: { id: Buffer.from(`Product?${'c=a&'.repeat(170_000)}c=a:a`).toString('base64url') },
    }),
  }),
  ...toAttacks({
    row: 33,
    name: 'a search for 300,000 Chinese characters, after a cursor',
    ways: anyToken,
    expected: /^200 VALIDATION_FAILED$/,
    request: () => ({
      query: 'query($s: String, $c: String) { products(search: $s, after: $c) { totalCount } }',
      variables: { s: chinese(300_000), c: cursorsOf('', { list: '', context: '' })('1') },
    }),
  }),
  ...toAttacks({
    row: 34,
    name: '80 price ranges in a currency of 150,000 lone surrogates',
    expected: /^200$/,
    request: () => ({
      query: `query($c: CurrencyCode!) { ${times(4, (i) => `a${i}: products(first: 20, filter: { productTypes: { eq: "parent" } }) { nodes { priceRange(currency: $c) { __typename } } }`)} }`,
      variables: { c: '\ud800'.repeat(150_000) },
    }),
  }),
  ...toAttacks({
    row: 34,
    name: '30 lists whose search and cursors are 150,000 lone surrogates each',
    expected: /^200 VALIDATION_FAILED×30$/,
    request: () => ({
      query: `query($v: String) { ${times(30, (i) => `a${i}: products(search: $v, after: $v, before: $v) { totalCount }`)} }`,
      variables: { v: '\ud800'.repeat(150_000) },
    }),
  }),
  {
    row: null,
    name: 'a body of nothing but [',
    expected: /^400 /,
    send: (gateway) => postBody(gateway, '['.repeat(1_000_000)),
  },
  {
    row: null,
    name: 'variables of 490,000 levels',
    expected: /^400 BAD_REQUEST$/,
    send: (gateway) =>
      postBody(
        gateway,
        `{"query":"query($a: [String!]!) { products(filter: { sku: { in: $a } }) { totalCount } }","variables":{"a":${'['.repeat(490_000)}${']'.repeat(490_000)}}}`,
      ),
  },
  {
    row: null,
    name: 'extensions of 490,000 levels',
    expected: /^400 BAD_REQUEST$/,
    send: (gateway) =>
      postBody(gateway, `{"query":"{ __typename }","extensions":{"a":${'['.repeat(490_000)}${']'.repeat(490_000)}}}`),
  },
  {
    row: null,
    name: 'a body beyond the limit',
    expected: /^413 /,
    send: (gateway) => postBody(gateway, 'x'.repeat(1_000_001)),
  },
  {
    row: null,
    name: 'bytes that are no text',
    expected: /^400 /,
    send: (gateway) => postBody(gateway, crypto.getRandomValues(new Uint8Array(60_000))),
  },
];

async function postBody(
  { fetch }: Parameters<RequestAttack['send']>[0],
  body: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const { summary } = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  return summary;
}
