/** Shapes of requests that take much time for what they declare: of the demo store, as large as wanted. */
import { demoIds } from '../src/demo/demo-ids.ts';
import { everything, times } from '../test/support/costly-queries.ts';

export interface Shape {
  /** The largest size that is tried. */
  readonly max: number;
  /** `parent`: the product with the most children. `round`: nothing that was read or answered before may help. */
  request(
    size: number,
    parent: string,
    round: number,
  ): { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> };
}

const { bundle, showcaseParent } = demoIds.products;
const currencies = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'SEK', 'NOK', 'DKK'];
const values = (count: number, round: number) => Array.from({ length: count }, (_, index) => `value-${round}-${index}`);

export const shapes: Readonly<Record<string, Shape>> = {
  'values of one filter': {
    max: 100_000,
    request: (size, _parent, round) => ({
      query: 'query($v: [String!]!) { products(first: 1, filter: { sku: { in: $v } }) { nodes { id } } }',
      variables: { v: values(size, round) },
    }),
  },
  'values of a filter of 100 pages': {
    max: 20_000,
    request: (size, parent, round) => ({
      query: `query($v: [String!]!) { ${times(100, (i) => `p${i}: childProducts(productId: "${parent}", first: ${1 + (i % 3)}, filter: { sku: { in: $v } }) { nodes { id } }`)} }`,
      variables: { v: values(size, round) },
    }),
  },
  'values of conditions of a page': {
    max: 20_000,
    request: (size, _parent, round) => ({
      query: `query($v: [String!]!, $i: [ID!]!) { products(first: 1, filter: { id: { in: $i } ${['sku', 'mpn', 'name', 'slug', 'upcEan', 'tags', 'productTypes'].map((name) => `${name}: { in: $v }`).join(' ')} }) { nodes { id } } }`,
      variables: { v: values(size, round), i: values(size, round) },
    }),
  },
  'ids of nodes': {
    max: 100_000,
    request: (size, _parent, round) => ({
      query: 'query($v: [ID!]!) { catalogNodes(filter: { id: { in: $v } }) { nodes { id } } }',
      variables: { v: values(size, round) },
    }),
  },
  'availability of options': {
    max: 200,
    request: (size, parent, round) => ({
      query: `{ product(id: "${parent}") { r${round}: name ${times(size, (i) => `a${i}: optionAvailability { optionId isAvailable reason }`)} } }`,
    }),
  },
  'availability, of children': {
    max: 100,
    request: (size, parent, round) => ({
      query: `{ childProducts(productId: "${parent}", first: ${size}) { nodes { r${round}: name parent { optionAvailability { optionId isAvailable reason } } } } }`,
    }),
  },
  'variants of a selection': {
    max: 200,
    request: (size, parent, round) => ({
      query: `{ product(id: "${parent}") { r${round}: name ${times(size, (i) => `a${i}: variant(selectedOptions: []) { id }`)} } }`,
    }),
  },
  matrices: {
    max: 200,
    request: (size, parent, round) => ({
      query: `{ r${round}: limits { cost } ${times(size, (i) => `p${i}: product(id: "${parent}") { variationMatrix(first: 100) { nodes { optionIds productId } } }`)} }`,
    }),
  },
  'products of matrices': {
    max: 200,
    request: (size, parent, round) => ({
      query: `{ r${round}: limits { cost } ${times(size, (i) => `p${i}: product(id: "${parent}") { variationMatrix(first: 100) { nodes { product { name } } } }`)} }`,
    }),
  },
  'parents of matrices': {
    max: 200,
    request: (size, _parent, round) => ({
      query: `{ r${round}: limits { cost } ${times(size, (i) => `p${i}: product(id: "${showcaseParent}") { variationMatrix(first: 100) { nodes { product { parent { variationMatrix(first: 100) { nodes { productId } } } } } } }`)} }`,
    }),
  },
  'parents of children': {
    max: 100,
    request: (size, parent, round) => ({
      query: `{ r${round}: limits { cost } ${times(size, (i) => `p${i}: childProducts(productId: "${parent}", first: ${100 - i}) { nodes { parent { parent { id } id name sku } } }`)} }`,
    }),
  },
  breadcrumbs: {
    max: 200,
    request: (size, _parent, round) => ({
      query: `{ products(first: 100) { nodes { r${round}: name ${times(size, (i) => `b${i}: breadcrumbs { node { name } path { name } } n${i}: breadcrumbNodes { name }`)} } } }`,
    }),
  },
  'price tables': {
    max: 200,
    request: (size, _parent, round) => ({
      query: `{ products(first: 100) { nodes { r${round}: name ${times(size, (i) => `t${i}: tiers { name prices { money { amount formatted } } } p${i}: prices { money { amount formatted } }`)} } } }`,
    }),
  },
  'prices of now': {
    max: 200,
    request: (size, _parent, round) => ({
      query: `{ products(first: 100) { nodes { r${round}: name ${times(size, (i) => `p${i}: priceFor(currency: "EUR", quantity: "${i + 1}") { money { amount formatted } }`)} } } }`,
    }),
  },
  'price ranges': {
    max: 200,
    request: (size, _parent, round) => ({
      query: `{ products(first: 100) { nodes { r${round}: name ${times(size, (i) => `p${i}: priceRange(currency: "${currencies[i % currencies.length]}") { min { money { amount formatted } } }`)} } } }`,
    }),
  },
  'pages of everything': {
    max: 200,
    request: (size, parent, round) => ({
      query: `{ r${round}: limits { cost } ${times(size, (i) => `p${i}: childProducts(productId: "${parent}", first: ${25 + (i % 2)}) { nodes { ${everything} } }`)} }`,
    }),
  },
  'pages of ids': {
    max: 200,
    request: (size, _parent, round) => ({
      query: `{ ${times(size, (i) => `p${i}: products(first: ${100 - (i % 50)}, filter: { productTypes: { in: ["standard", "child", "parent", "x${round}-${i}"] } }) { nodes { id } }`)} }`,
    }),
  },
  'pages with their cursors': {
    max: 200,
    request: (size, parent, round) => ({
      query: `{ r${round}: limits { cost } ${times(size, (i) => `p${i}: childProducts(productId: "${parent}", first: ${100 - i}) { edges { cursor } pageInfo { endCursor } }`)} }`,
    }),
  },
  'names again and again': {
    max: 199,
    request: (size, _parent, round) => ({
      query: `{ products(first: 100) { nodes { r${round}: name ${times(size, (i) => `n${i}: name`)} } } }`,
    }),
  },
  'long texts again and again': {
    max: 199,
    request: (size, _parent, round) => ({
      query: `{ products(first: 100) { nodes { r${round}: name ${times(size, (i) => `n${i}: description`)} } } }`,
    }),
  },
  'global ids': {
    max: 199,
    request: (size, _parent, round) => ({
      query: `{ products(first: 100) { nodes { r${round}: name ${times(size, (i) => `n${i}: id`)} } } }`,
    }),
  },
  bundles: {
    max: 200,
    request: (size, _parent, round) => ({
      query: `{ r${round}: limits { cost } ${times(size, (i) => `b${i}: product(id: "${bundle}") { ${everything} components { key options { product { ${everything} } } } }`)} }`,
    }),
  },
  'errors of a page': {
    max: 100,
    request: (size, parent, round) => ({
      query: `{ childProducts(productId: "${parent}", first: ${size}) { nodes { r${round}: name ${times(19, (i) => `e${i}: childProducts(first: 1) { totalCount }`)} } } }`,
    }),
  },
  'violations of a page': {
    max: 100,
    request: (size, parent, round) => ({
      query: `query($v: [ID!]!) { childProducts(productId: "${parent}", first: ${size}) { nodes { r${round}: name parent { optionAvailability(selectedOptions: $v) { optionId } } } } }`,
      variables: { v: values(60, round) },
    }),
  },
  'fields of custom APIs': {
    max: 200,
    request: (size, _parent, round) => ({
      query: `{ r${round}: limits { cost } ${times(size, (i) => `c${i}: customApi(id: "${demoIds.customApi}") { fields(first: 30) { nodes { name slug description fieldType customApi { fields(first: 30) { nodes { name slug } } } } } }`)} }`,
    }),
  },
  'patterns of custom fields': {
    max: 10,
    request: (size, _parent, round) => ({
      query: `mutation { ${times(size, (i) => `c${i}: createCustomField(input: { customApiId: "${demoIds.customApi}", validateOnly: true, name: "x${round}", slug: "x${i}", fieldType: STRING, validation: { string: { regex: "(?:abcdefghi){1000}${i}" } } }) { customField { id } }`)} }`,
    }),
  },
  introspection: {
    max: 200,
    request: (size, _parent, round) => ({
      query: `{ r${round}: limits { cost } ${times(size, (i) => `s${i}: __schema { types { name description fields { name description args { name description type { name } } type { name ofType { name ofType { name } } } } inputFields { name description } enumValues { name description } } }`)} }`,
    }),
  },
};
