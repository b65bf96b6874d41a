/** Documents that are long, deep, or wrong in many places. */
import type { RequestAttack } from '../attack.ts';
import { anyToken, times, toAttacks } from './graphql-attack.ts';

const megabyte = 1_000_000;
const random = () => Math.random().toString(36).slice(2);
const tooLong = /^400 LIMIT_EXCEEDED documentBytes$/;
const tooMany = /^400 LIMIT_EXCEEDED \w+$/;

/** Beyond a document's length, before it: what comes later must not be looked for line by line. */
const linesBefore = (count: number, query: string) => `${'\n'.repeat(count)}${query}`;
const notFound = (count: number) => `{ ${times(count, (i) => `a${i}: product(id: "none") { id }`)} }`;
/** As many field errors as products times fields. */
const faultyQuantities = (products: number, fields: number) =>
  `{ products(first: ${products}) { nodes { ${times(fields, (i) => `q${i}: priceFor(currency: "EUR", quantity: 0) { money { amount } }`)} } } }`;
const unknownFields = (count: number) => `{ ${times(count, (i) => `unknown${i}`)} }`;

export const longDocuments: readonly RequestAttack[] = [
  ...toAttacks({
    row: 2,
    name: '490,000 line breaks before 100 field errors',
    ways: anyToken,
    expected: tooLong,
    request: () => ({ query: linesBefore(490_000, notFound(100)) }),
  }),
  ...toAttacks({
    row: 2,
    name: '490,000 line breaks before 400 field errors',
    expected: tooLong,
    request: () => ({ query: linesBefore(490_000, faultyQuantities(100, 4)) }),
  }),
  ...toAttacks({
    row: 2,
    name: '122 kB with 1,600 field errors',
    expected: tooLong,
    request: () => ({ query: linesBefore(121_000, faultyQuantities(100, 16)) }),
  }),
  ...toAttacks({
    row: 2,
    name: '64,000 line breaks before 1,600 field errors',
    expected: /^[24]00 VALIDATION_FAILED×\d+ LIMIT_EXCEEDED errors$/,
    request: () => ({ query: linesBefore(64_000, faultyQuantities(100, 16)) }),
  }),
  ...toAttacks({
    row: 2,
    name: '55,000 line breaks before 180 field errors',
    expected: /^[24]00 NOT_FOUND×\d+ LIMIT_EXCEEDED errors$/,
    request: () => ({ query: linesBefore(55_000, notFound(180)) }),
  }),
  ...toAttacks({
    row: 2,
    name: '490,000 line breaks before 200 unknown fields',
    expected: tooLong,
    request: () => ({ query: linesBefore(490_000, unknownFields(200)) }),
  }),
  ...toAttacks({
    row: 2,
    name: '32,000 line breaks before 2,500 unknown fields',
    expected: /^400 [A-Z_]+×\d+/,
    request: () => ({ query: linesBefore(32_000, unknownFields(2500)) }),
  }),
  ...toAttacks({
    row: 2,
    name: '50,000 line breaks before 200 unknown fields',
    ways: ['nobody', 'GET'],
    expected: /^400 [A-Z_]+×\d+/,
    request: () => ({ query: linesBefore(17_000, unknownFields(200)) }),
  }),
  ...toAttacks({
    row: null,
    name: 'a comment of a megabyte',
    expected: tooLong,
    request: () => ({ query: `{ __typename } # ${random()}${'x'.repeat(megabyte - 1000)}` }),
  }),
  ...toAttacks({
    row: null,
    name: 'a string of a megabyte',
    expected: tooLong,
    request: () => ({ query: `{ product(id: "${random()}${'x'.repeat(megabyte - 1000)}") { id } }` }),
  }),
  ...toAttacks({
    row: null,
    name: 'a document of 4,000 tokens, faulty in each',
    expected: /^400 /,
    request: () => ({ query: `{ limits { ${`cost ${random()} `.repeat(1900)} } }` }),
  }),
  ...toAttacks({
    row: null,
    name: 'a good document of 4,000 tokens',
    expected: /^200$/,
    request: () => ({
      query: `query A${random()} { products(filter: { sku: { in: [${times(3900, (at) => `"${at}"`)}] } }) { totalCount } }`,
    }),
  }),
  ...toAttacks({
    row: null,
    name: '5,000 levels',
    expected: tooMany,
    request: () => ({ query: `{ product(id: "x") ${'{ parent '.repeat(5000)}{ id }${'}'.repeat(5000)} }` }),
  }),
  ...toAttacks({
    row: null,
    name: 'a list of 1,900 levels',
    expected: /^400 /,
    request: () => ({ query: `{ nodes(ids: ${'['.repeat(1900)}${']'.repeat(1900)}) { id } }` }),
  }),
  ...toAttacks({
    row: null,
    name: '2^1000 fragments',
    expected: tooMany,
    request: () => ({
      query: `{ ...F0 } ${times(300, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F300 on Query { limits { cost } }`,
    }),
  }),
  ...toAttacks({
    row: null,
    name: 'a name of 60,000 characters, unknown',
    expected: /^400 /,
    request: () => ({ query: `{ ${'n'.repeat(60_000)} }` }),
  }),
];
