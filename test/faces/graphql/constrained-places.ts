/** How a value gets to each place that has published rules, in a request that is right but for it, and writes nothing. */
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { formatGlobalId } from '../../../src/graphql/schema/global-id.ts';
import { subscriptionInput as subscription } from '../../support/subscription-input.ts';
import { applicationKey, customApi, customField } from './bad-input-rows.ts';

export interface Asked {
  readonly query: string;
  readonly variables: object;
  /** Of the violation. */
  readonly path: readonly (string | number)[];
}

type Place = (name: string, value: unknown) => Asked;

const pageVariables =
  '$filter: ProductFilter, $search: String, $first: Int, $after: String, $last: Int, $before: String';
const pageArguments = 'filter: $filter, search: $search, first: $first, after: $after, last: $last, before: $before';
const products = `query(${pageVariables}) { products(${pageArguments}) { nodes { id } } }`;
const ofParent = `query($productId: ID!, ${pageVariables}) {
  childProducts(productId: $productId, ${pageArguments}) { nodes { id } } }`;
const ofProduct = `query($id: ID!, ${pageVariables}) { product(id: $id) { childProducts(${pageArguments}) { nodes { id } } } }`;
const parent = demoIds.products.showcaseParent;

const argument =
  (query: string, others: object = {}): Place =>
  (name, value) => ({ query, variables: { ...others, [name]: value }, path: [name] });

/** A list in pages, at the root or within what `owner` opens with two braces. */
const pages = (owner: string, field: string): Place =>
  argument(`query($first: Int, $after: String, $last: Int, $before: String) {
    ${owner} ${owner && '{'} ${field}(first: $first, after: $after, last: $last, before: $before) { totalCount } ${owner && '} }'} }`);

const byId = (field: string) => argument(`query($id: ID!) { ${field}(id: $id) { id } }`);

const filter =
  (attribute: string): Place =>
  (operator, value) => ({
    query: products,
    variables: { filter: { [attribute]: { [operator]: value } } },
    path: ['filter', attribute, operator],
  });

function mutation(name: string, input: object, at: readonly string[] = []): Place {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation($input: ${type}!) { ${name}(input: $input) { isReplayed } }`;
  return (field, value) => ({
    query,
    variables: { input: { ...merge(input, at, { [field]: value }), validateOnly: true } },
    path: ['input', ...at, field],
  });
}

function merge(into: object, [step, ...rest]: readonly string[], member: object): object {
  if (step === undefined) return { ...into, ...member };
  const inner = (into as Record<string, object>)[step] ?? {};
  return { ...into, [step]: merge(inner, rest, member) };
}

const paying = { ...subscription, paymentAuthority: { type: 'VENDOR_NET', customerId: 'c', cardId: 'c' } };
const newField = { ...customField, slug: 'never-written' };

const node = `node(id: "${formatGlobalId('CatalogNode', demoIds.nodes.clothing)}")`;

export const places: Readonly<Record<string, Place>> = {
  '@idempotent': (name, value) => ({
    query: `mutation($value: String!, $input: UpdateApplicationKeyInput!) {
      updateApplicationKey(input: $input) @idempotent(${name}: $value) { isReplayed } }`,
    variables: { value, input: { ...applicationKey, validateOnly: true } },
    path: ['@idempotent', name],
  }),
  ContextInput: (name, value) => ({
    query: 'query($context: ContextInput) { products(first: 1, context: $context) { nodes { id } } }',
    variables: { context: { [name]: value } },
    path: ['context', name],
  }),
  'BillingPlan.prices': (name, value) => ({
    query: `query($id: ID!, $value: String) { node(id: $id) { ... on BillingPlan { prices(${name}: $value) { includesTax } } } }`,
    variables: { id: formatGlobalId('BillingPlan', demoIds.plan), value },
    path: [name],
  }),
  'Query.product': byId('product'),
  'Query.applicationKey': byId('applicationKey'),
  'Query.customApi': byId('customApi'),
  'Query.subscription': byId('subscription'),
  'Query.nodes': argument('query($ids: [ID!]!) { nodes(ids: $ids) { id } }'),
  'Query.catalogNodes': pages('', 'catalogNodes'),
  'Query.catalogRoots': pages('', 'catalogRoots'),
  'Query.nodeBySlug': argument('query($slug: String!) { nodeBySlug(slug: $slug) { id } }'),
  'CatalogNode.children': pages(`${node} { ... on CatalogNode`, 'children'),
  'CatalogNode.products': argument(
    `query(${pageVariables}) { ${node} { ... on CatalogNode { products(${pageArguments}) { totalCount } } } }`,
  ),
  'Query.applicationKeys': pages('', 'applicationKeys'),
  'Query.customApis': pages('', 'customApis'),
  'Query.offerings': pages('', 'offerings'),
  'CustomApi.fields': pages(
    `node(id: "${formatGlobalId('CustomApi', demoIds.customApi)}") { ... on CustomApi`,
    'fields',
  ),
  'BillingOffering.plans': pages(
    `node(id: "${formatGlobalId('BillingOffering', demoIds.offering)}") { ... on BillingOffering`,
    'plans',
  ),
  'Product.variationMatrix': pages(`product(id: "${parent}") { ... on Product`, 'variationMatrix'),
  'Product.builtChildren': pages(`product(id: "${parent}") { ... on Product`, 'builtChildren'),
  'Query.products': argument(products),
  'Query.childProducts': argument(ofParent, { productId: parent }),
  'Product.childProducts': argument(ofProduct, { id: parent }),
  'Product.priceFor': argument(
    'query($id: ID!, $quantity: BigInt!) { product(id: $id) { priceFor(currency: "EUR", quantity: $quantity) { money { amount } } } }',
    { id: parent },
  ),
  ProductLookup: (name, value) => ({
    query: 'query($by: ProductLookup!) { productBy(by: $by) { id } }',
    variables: { by: { [name]: value } },
    path: ['by', name],
  }),
  IdFilter: filter('id'),
  TextFilter: filter('sku'),
  ListFilter: filter('tags'),
  CreateSubscriptionInput: mutation('createSubscription', subscription),
  PaymentAuthorityInput: mutation('createSubscription', paying, ['paymentAuthority']),
  UpdateApplicationKeyInput: mutation('updateApplicationKey', applicationKey),
  CreateCustomApiInput: mutation('createCustomApi', customApi),
  CreateCustomFieldInput: mutation('createCustomField', newField),
  StringFieldValidationInput: mutation('createCustomField', { ...newField, fieldType: 'STRING', validation: {} }, [
    'validation',
    'string',
  ]),
  IntegerFieldValidationInput: mutation('createCustomField', { ...newField, fieldType: 'INTEGER', validation: {} }, [
    'validation',
    'integer',
  ]),
};

const uuid = '00000000-0000-4000-8000-00000000abcd';

/** A value of each format, and one that is none. */
export const formats: Readonly<Record<string, { readonly inside: readonly string[]; readonly outside: string }>> = {
  uuid: { inside: [uuid, uuid.toUpperCase()], outside: formatGlobalId('Product', uuid) },
  'uuid-or-global-id': { inside: [uuid], outside: formatGlobalId('Product', uuid) },
  email: { inside: ['a@b'], outside: 'abc' },
  re2: { inside: ['(?i)x\\pL'], outside: '(?=a)' },
};

/** Of those that take `uuid-or-global-id`: whose global id. */
export const globalIds: Readonly<Record<string, string>> = {
  'Query.applicationKey(id:)': formatGlobalId('ApplicationKey', uuid),
  'Query.customApi(id:)': formatGlobalId('CustomApi', uuid),
  'Query.subscription(id:)': formatGlobalId('BillingSubscription', uuid),
  'CreateSubscriptionInput.offeringId': formatGlobalId('BillingOffering', uuid),
  'CreateSubscriptionInput.planId': formatGlobalId('BillingPlan', uuid),
  'UpdateApplicationKeyInput.id': formatGlobalId('ApplicationKey', uuid),
  'CreateCustomFieldInput.customApiId': formatGlobalId('CustomApi', uuid),
};

/** A text of that length that breaks no other rule of its place. */
export function textOfLength(length: number, coordinate: string): string {
  if (/\.apiType$/.test(coordinate)) return `${'a'.repeat(length)}_ext`.slice(-length);
  if (coordinate === 'CreateSubscriptionInput.email') return `${'a'.repeat(length)}@b`.slice(-length);
  // What is ASCII by its pattern, or may be nothing else; everywhere else a character of two UTF-16 units.
  if (/language/i.test(coordinate)) return `en${'-abcdefgh'.repeat(10)}`.slice(0, length);
  return (/slug|@idempotent|ContextInput/.test(coordinate) ? 'a' : '😀').repeat(length);
}

/** Within the bounds of length, wherever the pattern stands. */
export const patterns: Readonly<Record<string, { readonly inside: readonly string[]; readonly outside: string }>> = {
  '^[A-Z]{3}$': { inside: ['EUR'], outside: 'eur' },
  '^[a-z0-9_-]*$': { inside: ['a-0_z'], outside: 'a b' },
  '^[a-z0-9_]*_ext$': { inside: ['_ext', 'a_0_ext'], outside: 'a b_ext' },
  '^[\\x20-\\x7e]*$': { inside: [' ~a'], outside: 'a\u007f' },
  '^([!-~]([ -~]*[!-~])?)?$': { inside: ['', 'a b', '~'], outside: ' a' },
  '^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$': { inside: ['', 'de', 'DE-de'], outside: 'de, en' },
  '^[A-Za-z0-9._-]+(\\/[A-Za-z0-9._-]+){0,9}$': { inside: ['a', 'A.b/c_d-0'], outside: 'a b' },
  '^[^\\x00-\\x1f\\x7f-\\x9f]*$': { inside: ['a\u00a0~'], outside: 'abc\u0085' },
};

/** What may be refused although it keeps every rule that is published: these have nothing that a directive could say. */
export const rulesBeyond: Readonly<Record<string, string>> = {
  after: 'cursor',
  before: 'cursor',
  currency: 'enum',
  slug: 'reserved',
};
