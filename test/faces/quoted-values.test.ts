/** What a client sent comes back in no more than 100 characters at a stretch, and of a secret in none. */
import { type GraphQLArgument, type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { routes } from '../../src/rest/routes.ts';
import { startApp } from '../support/running-app.ts';
import { useOpened } from '../support/use-opened.ts';

const mark = (letter: string, length: number) =>
  Array.from({ length: length / 5 }, (_, index) => `${letter}${String(index).padStart(4, '0')}`).join('');
/** No two places of it are alike, so that any part of it is known again, in whatever case it is written. */
const long = mark('q', 10_000);
const secret = mark('z', 10_000);
const tooLong = /[q\d]{101,}/i;
const anySecret = /z\d{4}z\d{4}/i;

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const json = { 'Content-Type': 'application/json' };
const graphql = (query: string, variables: object = {}): Sent => ({
  path: '/graphql',
  method: 'POST',
  headers: json,
  body: { query, variables },
});

/** An input in which one member after the other is the long value, at each level. */
function inputsOf(type: GraphQLInputType): unknown[] {
  const expected = getNullableType(type);
  if (isListType(expected)) return [long, ...inputsOf(expected.ofType).map((item) => [item])];
  if (!isInputObjectType(expected)) return [long, [long], { [long]: long }];
  const members = Object.values(expected.getFields());
  return [
    long,
    { [long]: 1 },
    Object.fromEntries(members.map(({ name }) => [name, long])),
    ...members.flatMap(({ name, type: inner }) => inputsOf(inner).map((value) => ({ [name]: value }))),
  ];
}

/** By variables of the argument's own type, and of another one; and as it is written in a document. */
function requestsOf(
  operation: string,
  field: string,
  args: readonly GraphQLArgument[],
  argument: GraphQLArgument,
): Sent[] {
  const others = args.filter((other) => other !== argument && String(other.type).endsWith('!'));
  const given = others.map(({ name, type }) => `${name}: ${String(type).startsWith('[') ? '["x"]' : '"x"'}`).join(' ');
  const selection = `(${given} ${argument.name}: $v) { __typename }`;
  const inVariables = inputsOf(argument.type).map((v) =>
    graphql(`${operation}($v: ${argument.type}) { ${field}${selection} }`, { v }),
  );
  const written = [
    `"${long}"`,
    `["${long}"]`,
    long,
    `{ ${long}: "${long}" }`,
    `"""${long}"""`,
    `{ a: ${'1'.repeat(10_000)} }`,
  ];
  return [
    ...inVariables,
    graphql(`${operation}($v: ${long}) { ${field}${selection} }`, { v: long }),
    ...written.map((v) => graphql(`${operation} { ${field}${selection.replace('$v', v)} }`)),
  ];
}

const byGraphQL: [name: string, sent: Sent[]][] = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
  Object.values(root?.getFields() ?? {}).flatMap(({ name, args }) =>
    args.map((argument): [string, Sent[]] => [
      `${name}(${argument.name})`,
      requestsOf(root?.name === 'Mutation' ? 'mutation' : 'query', name, args, argument),
    ]),
  ),
);

const { showcaseParent } = demoIds.products;
const inProduct = (selection: string) =>
  graphql(`query($v: ID!, $s: String!) { product(id: "${showcaseParent}") { ${selection} } }`, { v: long, s: long });
const elsewhere: [name: string, sent: Sent[]][] = [
  [
    'fields with arguments',
    [
      inProduct('variant(selectedOptions: [$v]) { id } extension(template: $s) { template }'),
      inProduct(
        `optionAvailability(selectedOptions: ["${long}", $v]) { optionId } extension(template: "${long}") { template }`,
      ),
      inProduct(`price(currency: "${long}") { __typename }`),
      inProduct(`priceFor(currency: EUR, quantity: "${long}") { __typename }`),
      inProduct('childProducts(after: $s) { __typename }'),
      inProduct('childProducts(filter: { sku: { eq: $s } id: { in: [$v] } } before: $s) { totalCount }'),
    ],
  ],
  [
    'names in a document',
    [
      graphql(`{ ${long} }`),
      graphql(`query ${long} { product(id: 1, ${long}: 2) { ${long} ...${long} } }`),
      graphql(`{ limits @${long}(${long}: $${long}) { cost } } fragment ${long} on ${long} { ${long} }`),
      graphql(`query A($${long}: ${long} = ${long}) { limits { cost } } query B { limits { cost } }`),
      graphql(`{ limits { cost } } ${long}`),
      graphql(`{ limits { cost } } "${long}`),
      {
        ...graphql('{ limits { cost } }'),
        body: { query: 'query A { limits { cost } } query B { limits { cost } }', operationName: long },
      },
      {
        ...graphql('{ limits { cost } }'),
        body: { query: '{ limits { cost } }', [long]: long, variables: long, extensions: long },
      },
      { ...graphql('{ limits { cost } }'), body: long },
      { ...graphql('{ limits { cost } }'), body: { query: { [long]: long } } },
      { path: `/graphql?query=${long}` },
      { path: `/graphql?query={limits{cost}}&variables=${long}&operationName=${long}&${long}=${long}` },
      graphql(
        `mutation { createCustomApi(input: { name: "x", slug: "x", apiType: "x_ext" }) @idempotent(key: "${long}") { isReplayed } }`,
      ),
    ],
  ],
];

const subscription = { accountId: 'x', offeringId: 'x', planId: 'x', currency: 'EUR', name: 'x', email: 'x' };

const ids = /:\w+/g;
const byRest: [name: string, sent: Sent[]][] = routes.map((route) => {
  const path = (value: string) => `/v2${route.path.replace(ids, value)}`;
  const members = Object.keys(route.request?.()?.properties ?? {});
  const bodies = [
    long,
    { [long]: long },
    { data: long },
    { data: { [long]: long } },
    { data: Object.fromEntries(members.map((name) => [name, long])) },
    ...members.flatMap((name) => [
      { data: { [name]: long } },
      { data: { [name]: { [long]: long } } },
      { data: { [name]: [long] } },
    ]),
    {
      data: {
        type: 'custom_field',
        field_type: 'string',
        validation: { string: { regex: `(${long.slice(0, 900)}`, [long]: 1 } },
      },
    },
    { data: { payment_authority: { type: long, customer_id: long, card_id: long, [long]: long } } },
  ];
  const { method } = route;
  if (route.request) {
    return [
      route.operationId,
      [
        ...bodies.map((body) => ({ path: path(demoIds.customApi), method, headers: json, body })),
        { path: path(long), method, headers: json, body: { data: {} } },
        { path: path(demoIds.customApi), method, headers: { 'Content-Type': long.slice(0, 5000) }, body: {} },
        { path: path(demoIds.customApi), method, headers: json, body: `{"data":{"${long}":1,"${long}":2}}` },
      ],
    ];
  }
  const queries = ['page[limit]', 'page[offset]', 'filter', long].map((name) => `${name}=${long}`);
  const filters = [
    `eq(${long},x)`,
    `eq(sku,${long})`,
    `in(sku,${long})`,
    `${long}(sku,x)`,
    `eq(sku,x)${long}`,
    `eq(sku,"${long}`,
    `eq(id,${long})`,
  ];
  return [
    route.operationId,
    [
      { path: path(long), method },
      ...[...queries, ...filters.map((filter) => `filter=${filter}`), `${long}=1&${long}=2`, 'filter=%ff'].map(
        (query) => ({
          path: `${path(showcaseParent)}?${query}`,
          method,
        }),
      ),
    ],
  ];
});

const headerNames = [
  'EP-Channel',
  'EP-Context-Tag',
  'Accept-Language',
  'Idempotency-Key',
  'Accept',
  'Content-Type',
  'Content-Encoding',
  'Origin',
  'X-Request-Id',
  'If-None-Match',
  'traceparent',
  'Access-Control-Request-Method',
];
const byHeaders: [name: string, sent: Sent[]][] = headerNames.map((name) => {
  const headers = { ...json, [name]: long };
  const body = { query: 'mutation { createCustomApi(input: { name: "x", slug: "x", apiType: "x" }) { isReplayed } }' };
  return [
    `the header ${name}`,
    [
      { path: '/graphql', method: 'POST', headers, body },
      { path: '/graphql?query={products{totalCount}}', headers },
      { path: '/v2/pcm/catalog/products', headers },
      { path: '/v2/settings/extensions/custom-apis', method: 'POST', headers, body: { data: {} } },
      { path: `/${long}`, headers },
      { path: '/graphql', method: 'OPTIONS', headers },
    ],
  ];
});

describe('what is refused', () => {
  const app = useOpened(() => startApp({ RATE_LIMIT_FAILED_LOGINS: '0' }));
  let token: string;
  beforeAll(async () => {
    token = (await app.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date()))?.accessToken ?? '';
  });

  async function answerTo({ path, method = 'GET', headers = {}, body }: Sent): Promise<string> {
    const response = await fetch(`${app.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    expect(response.status, `${path.slice(0, 80)} ${JSON.stringify(body)?.slice(0, 200)}`).toBeLessThan(500);
    const text = await response.text();
    const head = [...response.headers].map((pair) => pair.join(': ')).join('\n');
    // The links of a page repeat its query: that is what they are for.
    return `${head}\n\n${response.ok ? text.replace(/"(self|first|last|prev|next)":"[^"]*"/g, '') : text}`;
  }

  const credentials: [name: string, sent: Sent][] = [
    ['a bearer token', { path: '/v2/settings/extensions/custom-apis', headers: { Authorization: `Bearer ${secret}` } }],
    [
      'a token of another kind',
      { path: '/graphql?query={limits{cost}}', headers: { Authorization: `${secret} ${secret}` } },
    ],
    ['a cookie', { path: '/v2/pcm/catalog/products?page[limit]=x', headers: { Cookie: secret } }],
    ...['client_id', 'client_secret', 'grant_type', secret].map((name): [string, Sent] => [
      `${name.slice(0, 20)} of a token's request`,
      {
        path: '/oauth/access_token',
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: String(
          new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: 'x',
            client_secret: secret,
            [name]: secret,
          }),
        ),
      },
    ]),
    ...['email', 'name', 'externalRef'].slice(0, 1).map((name): [string, Sent] => [
      `the ${name} of a subscription`,
      graphql('mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { isReplayed } }', {
        input: { ...subscription, [name]: secret },
      }),
    ]),
    [
      'payment data',
      graphql('mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { isReplayed } }', {
        input: {
          ...subscription,
          paymentAuthority: { type: secret, customerId: secret, cardId: secret },
        },
      }),
    ],
    [
      'payment data over REST',
      {
        path: '/v2/subscriptions/subscriptions',
        method: 'POST',
        headers: json,
        body: { data: { email: secret, payment_authority: { type: secret, customer_id: secret, card_id: secret } } },
      },
    ],
    [
      'an idempotency key',
      {
        path: '/v2/settings/extensions/custom-apis',
        method: 'POST',
        headers: { ...json, 'Idempotency-Key': secret },
        body: { data: {} },
      },
    ],
    [
      'a literal in a document',
      graphql(
        `mutation { createSubscription(input: { email: "${secret}", paymentAuthority: { type: "${secret}" cardId: ["${secret}"] } }) { isReplayed } }`,
      ),
    ],
  ];
  it.each(credentials)('%s is not quoted at all', async (_name, sent) => {
    expect(anySecret.exec(await answerTo(sent))).toBeNull();
  });

  it.each([...byGraphQL, ...elsewhere, ...byRest, ...byHeaders])('%s is quoted shortly', async (_name, requests) => {
    for (const sent of requests) {
      const answer = await answerTo(sent);
      const found = tooLong.exec(answer);
      const around = found && answer.slice(Math.max(0, found.index - 300), found.index + 150);
      expect(
        around,
        `${sent.method ?? 'GET'} ${sent.path.slice(0, 200)} ${JSON.stringify(sent.body)?.slice(0, 300)}`,
      ).toBeNull();
    }
  });
});
