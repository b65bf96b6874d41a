import { deepStrictEqual, match, ok } from 'node:assert/strict';
import type { Statement, Topic } from '../statement.ts';
import { catalogPath, expectRefusal, type Json, type World } from '../world.ts';

const total = (world: World, headers: Record<string, string>, as: 'nobody' | 'admin' = 'nobody') =>
  world.gateway.rest('GET', `${catalogPath}/products?page[limit]=1`, { as, headers });
const catalogs = (world: World, options: object) =>
  world.gateway.ask(
    '{ products(first: 1) { totalCount context { catalog { resourceId } rule { name } } } }',
    {},
    { as: 'nobody', ...options },
  );

const errorPaths: [string, number, string, (world: World) => Promise<Json>][] = [
  ['an unknown path', 404, 'Not Found', (world) => world.rest('GET', '/v2/nothing')],
  ['an unknown product', 404, 'Not Found', (world) => world.rest('GET', `${catalogPath}/products/nothing`)],
  [
    'an unknown custom API',
    404,
    'Not Found',
    (world) => world.rest('GET', '/v2/settings/extensions/custom-apis/00000000-0000-4000-8000-000000000000'),
  ],
  ['a method that is not known', 405, 'Method Not Allowed', (world) => world.rest('DELETE', `${catalogPath}/products`)],
  [
    'a body that is no JSON',
    400,
    'Bad Request',
    (world) => world.rest('POST', '/v2/subscriptions/subscriptions', { body: '{' }),
  ],
  [
    'a body that is a list',
    400,
    'Bad Request',
    (world) => world.rest('POST', '/v2/subscriptions/subscriptions', { body: '[]' }),
  ],
  [
    'a member named twice',
    400,
    'Bad Request',
    (world) => world.rest('POST', '/v2/subscriptions/subscriptions', { body: '{"data":{"name":"a","name":"b"}}' }),
  ],
  [
    'a body of another type',
    415,
    'Unsupported Media Type',
    (world) =>
      world.rest('POST', '/v2/subscriptions/subscriptions', { body: '{}', headers: { 'Content-Type': 'text/plain' } }),
  ],
  [
    'a body that is too large',
    413,
    'Payload Too Large',
    (world) => world.rest('POST', '/v2/subscriptions/subscriptions', { body: `"${'x'.repeat(1_000_001)}"` }),
  ],
  [
    'a token that is not valid',
    401,
    'Unauthorized',
    (world) => world.rest('GET', `${catalogPath}/products`, { as: 'nobody', headers: { Authorization: 'Bearer x' } }),
  ],
  [
    'a path that is no percent-encoded UTF-8',
    400,
    'Bad Request',
    (world) => world.rest('GET', `${catalogPath}/products/%FF`),
  ],
  [
    'a query that is no percent-encoded UTF-8',
    400,
    'Bad Request',
    (world) => world.rest('GET', `${catalogPath}/products?filter=%FF`),
  ],
  [
    'a channel that is too long',
    400,
    'Bad Request',
    (world) => world.rest('GET', `${catalogPath}/products`, { headers: { 'EP-Channel': 'x'.repeat(257) } }),
  ],
];

const errors: Statement[] = errorPaths.map(([says, status, title, ask]) => ({
  says: `The error of ${says} is ${status}, with \`errors\` of title, status as text, and detail.`,
  async rest(world) {
    const answer = await ask(world);
    expectRefusal(answer, status, title);
    deepStrictEqual(Object.keys(answer.body.errors[0]).sort(), ['detail', 'status', 'title']);
    match(answer.headers.get('content-type') ?? '', /^application\/json/);
  },
}));

const aliases = ['/v2/pcm/catalog', '/v2/catalog', '/pcm/catalog', '/catalog'];
const open: [string, string, string][] = [
  ['products', '/products?page[limit]=1', '{ products(first: 1) { totalCount } }'],
  ['nodes', '/nodes?page[limit]=1', '{ catalogNodes(filter: { id: { in: ["x"] } }) { nodes { id } } }'],
];
const closed: [string, string, string][] = [
  ['application keys', '/v2/application-keys', '{ applicationKey(id: "00000000-0000-4000-8000-000000000000") { id } }'],
  [
    'custom APIs',
    '/v2/settings/extensions/custom-apis',
    '{ customApi(id: "00000000-0000-4000-8000-000000000000") { id } }',
  ],
  [
    'subscriptions',
    '/v2/subscriptions/subscriptions/00000000-0000-4000-8000-000000000000',
    '{ subscription(id: "00000000-0000-4000-8000-000000000000") { id } }',
  ],
];

export const contextAndAccess: Topic = {
  title: 'Context and access',
  statements: [
    ...aliases.map(
      (alias): Statement => ({
        says: `The catalog answers under \`${alias}\`.`,
        rest: async (world) =>
          deepStrictEqual((await world.rest('GET', `${alias}/products?page[limit]=1`)).status, 200),
      }),
    ),
    ...open.map(
      ([what, path, query]): Statement => ({
        says: `The catalog's ${what} are read without a token.`,
        rest: async (world) =>
          deepStrictEqual((await world.rest('GET', `${catalogPath}${path}`, { as: 'nobody' })).status, 200),
        graphql: async (world) => deepStrictEqual((await world.ask(query, {}, { as: 'nobody' })).errors, []),
      }),
    ),
    ...closed.flatMap(([what, path, query]): Statement[] => [
      {
        says: `Reading ${what} without a token is 401.`,
        rest: async (world) => expectRefusal(await world.rest('GET', path, { as: 'nobody' }), 401, 'Unauthorized'),
        graphql: async (world) =>
          deepStrictEqual((await world.ask(query, {}, { as: 'nobody' })).errors[0]?.extensions.code, 'UNAUTHENTICATED'),
      },
      {
        says: `Reading ${what} with a token that only reads the catalog is 403.`,
        rest: async (world) => expectRefusal(await world.rest('GET', path, { as: 'shopper' }), 403, 'Forbidden'),
        graphql: async (world) =>
          deepStrictEqual((await world.ask(query, {}, { as: 'shopper' })).errors[0]?.extensions.code, 'FORBIDDEN'),
      },
    ]),
    {
      says: 'The channel chooses the catalog of the rule that fits it.',
      async rest(world) {
        const [own, none] = [
          await total(world, { 'EP-Channel': 'contract' }),
          await total(world, { 'EP-Channel': 'no-such-channel' }),
        ];
        ok(own.body.meta.results.total < none.body.meta.results.total);
      },
      async graphql(world) {
        const { data } = await catalogs(world, { channel: 'contract' });
        deepStrictEqual(
          [data.products.context.catalog.resourceId, data.products.context.rule.name],
          ['contract-catalog', 'Contract'],
        );
      },
    },
    {
      says: 'An empty channel is as good as none.',
      rest: async (world) =>
        deepStrictEqual((await total(world, { 'EP-Channel': '' })).body, (await total(world, {})).body),
      graphql: async (world) =>
        deepStrictEqual((await catalogs(world, { channel: '' })).data, (await catalogs(world, {})).data),
    },
    {
      says: 'The context tag chooses the catalog of the rule that fits it.',
      rest: async (world) => ok((await total(world, { 'EP-Context-Tag': 'vip' })).status === 200),
      graphql: async (world) => ok((await catalogs(world, { tag: 'vip' })).data.products.context.rule !== null),
    },
    {
      says: 'A channel that no rule names has the catalog of those who name none.',
      graphql: async (world) =>
        deepStrictEqual(
          (await catalogs(world, { channel: 'no-such-channel' })).data.products.context.catalog,
          (await catalogs(world, {})).data.products.context.catalog,
        ),
      rest: async (world) =>
        deepStrictEqual((await total(world, { 'EP-Channel': 'no-such-channel' })).body, (await total(world, {})).body),
    },
    {
      says: 'A GET with a JSON content type and no body is answered.',
      rest: async (world) =>
        deepStrictEqual(
          (
            await world.rest('GET', `${catalogPath}/products?page[limit]=1`, {
              headers: { 'Content-Type': 'application/json' },
            })
          ).status,
          200,
        ),
    },
    {
      says: 'The OpenAPI document describes every operation.',
      async rest(world) {
        const { body } = await world.rest('GET', '/v2/openapi.json');
        for (const path of [
          '/subscriptions/subscriptions',
          '/application-keys/{id}',
          '/settings/extensions/custom-apis/{customApiId}/fields',
          '/pcm/catalog/products/{product_id}/relationships/children',
        ]) {
          ok(body.paths[path], path);
        }
      },
    },
  ],
};

export const errorBodies: Topic = { title: 'Errors', statements: errors };
