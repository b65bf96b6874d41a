/** Every operation of both faces, as it is asked of a gateway before a platform. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoIds } from '../../../../src/demo/demo-ids.ts';
import type { GatewayBefore } from '../../../support/gateway-before.ts';
import { goldenVariables } from '../../graphql/golden-variables.ts';

const { showcaseParent, standard } = demoIds.products;
const { clothing, jackets } = demoIds.nodes;
const { offering, plan, partnerAccount: account, customApi } = demoIds;
const key = demoIds.applicationKeys.storefront;
const golden = (name: string) =>
  readFileSync(join(import.meta.dirname, `../../graphql/golden/${name}.graphql`), 'utf8');
const globalId = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64url');

const subscription = {
  offeringId: offering,
  planId: plan,
  accountId: account,
  currency: 'EUR',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
};
const page = 'totalCount pageInfo { hasNextPage endCursor } nodes';

const queries: Readonly<Record<string, readonly [query: string, variables?: object]>> = {
  ...Object.fromEntries(Object.entries(goldenVariables).map(([name, variables]) => [name, [golden(name), variables]])),
  products: [
    `{ products(last: 5) { ${page} { id name mainImage { url width } images { url } nodes { name } prices { money { formatted } } } pageCursors { totalPages } context { catalog { id name } release { id publishedAt productCount } language } } }`,
  ],
  'products as slots': [`{ products(first: 5) { ${page} { id name sku tags prices { money { amount } } } } }`],
  'product by slug': [
    '{ productBy(by: { sku: "ALPINE-KETTLE" }) { id name builtChildren { nodes { productId product { name } } } } }',
  ],
  categories: [
    `{ catalogRoots { ${page} { name slug children { ${page} { name products(first: 3) { ${page} { name } } } } } } nodeBySlug(slug: "clothing") { name parent { name } } }`,
  ],
  offerings: [
    `{ offerings { ${page} { id name externalProductRefs plans { ${page} { name billingInterval billingFrequency prices { money { amount } } } } } } }`,
  ],
  keys: [
    `{ applicationKeys { ${page} { id name lastUsedAt } } customApis { ${page} { name fields { ${page} { slug validation { string { regex } } } } } } }`,
  ],
  'a release': [`{ node(id: "${globalId('BillingOffering', offering)}") { id ... on BillingOffering { name } } }`],
  createSubscription: [
    'mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) { subscription { id status offering { name } plan { name } state { action } } } }',
    { input: subscription },
  ],
  updateApplicationKey: [
    'mutation ($input: UpdateApplicationKeyInput!) { updateApplicationKey(input: $input) { applicationKey { id name } } }',
    { input: { id: key, name: 'Renamed' } },
  ],
  createCustomField: [
    'mutation ($input: CreateCustomFieldInput!) { createCustomField(input: $input) { customField { id slug customApi { name } } } }',
    { input: { customApiId: customApi, name: 'A', slug: 'fuzzed', fieldType: 'FLOAT' } },
  ],
  createCustomApi: [
    'mutation ($input: CreateCustomApiInput!) { createCustomApi(input: $input) { customApi { id slug } } }',
    { input: { name: 'A', slug: 'a', apiType: 'fuzzed_ext' } },
  ],
};

const catalog = '/v2/pcm/catalog';
const apis = '/v2/settings/extensions/custom-apis';
const reads = [
  ...[
    catalog,
    `${catalog}/products?include=main_images,files`,
    `${catalog}/products/${standard}`,
    `${catalog}/products/${showcaseParent}/relationships/children`,
  ],
  ...[
    `${catalog}/nodes`,
    `${catalog}/nodes?filter=in(id,${clothing},${jackets})`,
    `${catalog}/nodes/${jackets}`,
    `${catalog}/nodes/${clothing}/relationships/children`,
    `${catalog}/nodes/${jackets}/relationships/products`,
  ],
  ...[
    `${catalog}/hierarchies`,
    `${catalog}/hierarchies/${clothing}/children`,
    `${catalog}/hierarchies/${clothing}/products`,
  ],
  ...[
    '/v2/subscriptions/offerings',
    `/v2/subscriptions/offerings/${offering}`,
    `/v2/subscriptions/offerings/${offering}/plans`,
  ],
  ...[
    '/v2/application-keys',
    `/v2/application-keys/${key}`,
    apis,
    `${apis}/${customApi}`,
    `${apis}/${customApi}/fields`,
  ],
];

const writes: Readonly<Record<string, readonly [method: string, path: string, data: object]>> = {
  'POST subscription': [
    'POST',
    '/v2/subscriptions/subscriptions',
    {
      account_id: account,
      offering_id: offering,
      plan_id: plan,
      currency: 'EUR',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    },
  ],
  'PUT key': ['PUT', `/v2/application-keys/${key}`, { type: 'application_key', name: 'Renamed' }],
  'POST field': ['POST', `${apis}/${customApi}/fields`, { name: 'A', slug: 'fuzzed_too', field_type: 'float' }],
  'POST api': ['POST', apis, { name: 'A', slug: 'a', api_type: 'fuzzed_too_ext' }],
};

export interface Outcome {
  /** Whether a client is told of a fault of ours. */
  readonly isInternal: boolean;
  readonly text: string;
}

/** By name; each asks once. */
export function operationsOf(gateway: GatewayBefore): ReadonlyMap<string, () => Promise<Outcome>> {
  const graphql =
    ([query, variables]: readonly [string, object?]) =>
    async () => {
      const { errors, body } = await gateway.ask(query, variables);
      return { isInternal: errors.some(({ extensions }) => extensions.code === 'INTERNAL'), text: body };
    };
  const rest = (method: string, path: string, data?: object) => async () => {
    const { status, text } = await gateway.rest(method, path, data && { body: { data } });
    return { isInternal: status === 500, text };
  };
  return new Map([
    ...Object.entries(queries).map(([name, query]) => [name, graphql(query)] as const),
    ...reads.map((path) => [`GET ${path}`, rest('GET', path)] as const),
    ...Object.entries(writes).map(([name, [method, path, data]]) => [name, rest(method, path, data)] as const),
  ]);
}
