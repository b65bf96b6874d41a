import { deepStrictEqual, match, ok } from 'node:assert/strict';
import type { Statement, Topic } from '../statement.ts';
import { expectError, expectRefusal, type Json, memberAt, type World } from '../world.ts';
import { changed, guarded, mutate, refuses, send, takes, type WriteKind } from './writes.ts';

const card = { type: 'vendor_payments_processor', customerId: 'cus_1', cardId: 'card_1' };
const kind: WriteKind = {
  mutation: 'createSubscription',
  method: 'POST',
  path: () => '/v2/subscriptions/subscriptions',
  inPath: [],
  base: ({ ids }) => ({
    externalRef: 'crm-1',
    accountId: ids.account,
    offeringId: ids.offering,
    planId: ids.plan,
    currency: 'EUR',
    paymentAuthority: card,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
  }),
};
const unknownId = '00000000-0000-4000-8000-000000000000';
const text = (length: number) => '😀'.repeat(length);

const uuidFaults: [string, unknown][] = [
  ['not a UUID', 'x'],
  ['a UUID in braces', `{${unknownId}}`],
  ['a UUID that is cut', unknownId.slice(1)],
  ['a number', { a: 1 }],
];

const requests: Statement[] = [
  ...['accountId', 'offeringId', 'planId', 'currency', 'name', 'email'].map((name) =>
    refuses(kind, `A subscription needs \`${name}\`.`, name, undefined),
  ),
  ...['accountId', 'offeringId', 'planId', 'currency', 'name', 'email'].map((name) =>
    refuses(kind, `A subscription's \`${name}\` must not be null.`, name, null),
  ),
  ...['externalRef', 'paymentAuthority'].map((name) =>
    takes(kind, `A subscription may have no \`${name}\`.`, name, undefined),
  ),
  ...['externalRef', 'paymentAuthority'].map((name) =>
    takes(kind, `A subscription's \`${name}\` may be null.`, name, null),
  ),
  ...['accountId', 'offeringId', 'planId'].flatMap((name) =>
    uuidFaults.map(([title, value]) =>
      refuses(kind, `A subscription's \`${name}\` must not be ${title}.`, name, value),
    ),
  ),
  ...['offeringId', 'planId'].map((name) =>
    takes(kind, `A subscription's \`${name}\` may be in upper case.`, name, (world: World) =>
      kind.base(world)[name].toUpperCase(),
    ),
  ),
  takes(kind, 'An external reference has up to 2048 characters.', 'externalRef', text(2048)),
  refuses(kind, 'An external reference has no more than 2048 characters.', 'externalRef', text(2049)),
  refuses(kind, 'An external reference must not hold NUL.', 'externalRef', 'a\0b'),
  refuses(kind, 'An external reference must not hold a lone surrogate.', 'externalRef', 'a\ud800'),
  takes(kind, 'A name has at least 3 characters.', 'name', 'Ann'),
  takes(kind, 'A name has up to 1024 characters, counted as code points.', 'name', text(1024)),
  refuses(kind, 'A name of 2 characters is too short.', 'name', 'Al'),
  refuses(kind, 'A name of 1025 characters is too long.', 'name', text(1025)),
  refuses(kind, 'A name must not be empty.', 'name', ''),
  refuses(kind, 'A name must not hold control characters.', 'name', 'Ann\u0007e'),
  refuses(kind, 'A name must be text.', 'name', 5),
  takes(kind, 'An e-mail address has at least 3 characters.', 'email', 'a@b'),
  refuses(kind, 'An e-mail address of 2 characters is too short.', 'email', 'a@'),
  refuses(kind, 'An e-mail address of 1025 characters is too long.', 'email', `${'a'.repeat(1020)}@b.co`),
  ...['a@b@c', 'a b@c', '@xx', 'xx@', 'plain'].map((value) =>
    refuses(kind, `An e-mail address must have its form: not \`${value}\`.`, 'email', value),
  ),
  ...['eur', 'EURO', 'E', '', 'ZZZ', 'BTC', 'XXX'].map((value) =>
    refuses(kind, `A currency is an ISO 4217 code in use, in upper case: not \`${value}\`.`, 'currency', value),
  ),
  ...['USD', 'JPY', 'GBP'].map((value) => takes(kind, `A currency may be \`${value}\`.`, 'currency', value)),
  ...['vendor_payments_processor', 'vendor_net'].map((value) =>
    takes(kind, `The payment gateway may be \`${value}\`.`, 'paymentAuthority.type', value),
  ),
  ...['VENDOR NET', 'stripe', ''].map((value) =>
    refuses(kind, `The payment gateway must not be \`${value}\`.`, 'paymentAuthority.type', value),
  ),
  ...['type', 'customerId', 'cardId'].flatMap((name) => [
    refuses(kind, `A payment authority needs \`${name}\`.`, `paymentAuthority.${name}`, undefined),
    refuses(kind, `A payment authority's \`${name}\` must not be null.`, `paymentAuthority.${name}`, null),
  ]),
  ...['customerId', 'cardId'].flatMap((name) => [
    takes(kind, `A payment authority's \`${name}\` has up to 1024 characters.`, `paymentAuthority.${name}`, text(1024)),
    refuses(
      kind,
      `A payment authority's \`${name}\` has no more than 1024 characters.`,
      `paymentAuthority.${name}`,
      text(1025),
    ),
  ]),
  refuses(kind, 'A payment authority is an object.', 'paymentAuthority', 'card'),
];

const references: Statement[] = [
  ['offeringId', 'An unknown offering is 404.', /^No offering found/],
  ['planId', 'An unknown plan is 404.', /^No plan found/],
].map(
  ([name, says, detail]): Statement => ({
    says: String(says),
    rest: async (world) =>
      expectRefusal(
        await send(world, kind, changed(kind.base(world), String(name), unknownId)),
        404,
        'Not Found',
        detail as RegExp,
      ),
    graphql: async (world) =>
      expectError(
        await mutate(world, kind, changed(kind.base(world), String(name), unknownId)),
        'NOT_FOUND',
        404,
        detail as RegExp,
      ),
  }),
);

const fields = `subscription { resourceId externalRef accountId planId currency owner status createdAt updatedAt canceledAt pausedAt
  resumedAt endDate state { action } offering { resourceId externalRef name description externalProductRefs owner createdAt updatedAt } }`;

function created(world: World): Promise<Json> {
  return world.once('subscription over rest', async () => {
    const { status, body, text: shown } = await send(world, kind, kind.base(world));
    deepStrictEqual(status, 201, shown);
    return body.data;
  });
}

function createdInGraph(world: World): Promise<Json> {
  return world.once('subscription in graphql', async () => {
    const { data, shown } = await mutate(world, kind, kind.base(world), fields);
    ok(data, shown);
    return data.createSubscription.subscription;
  });
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const uuid = /^[0-9a-f-]{36}$/;
const is = (value: (world: World) => Json) => (found: Json, world: World) => deepStrictEqual(found, value(world));
const fits = (pattern: RegExp) => (found: Json) => match(found, pattern);
const offeringOf = (path: string) => is((world) => memberAt(world.offerings.get(world.ids.offering), path));
const atAttributes = 'attributes.offering.attributes';

const members: [
  string,
  string,
  string | null,
  (found: Json, world: World) => void,
  ((found: Json, world: World) => void)?,
][] = [
  ['an identifier', 'id', 'resourceId', fits(uuid)],
  ['the type `subscription`', 'type', null, is(() => 'subscription')],
  ['its external reference', 'attributes.external_ref', 'externalRef', is(() => 'crm-1')],
  ['its account', 'attributes.account_id', 'accountId', is(({ ids }) => ids.account)],
  ['its plan', 'attributes.plan_id', 'planId', is(({ ids }) => ids.plan)],
  ['its currency', 'attributes.currency', 'currency', is(() => 'EUR')],
  ['the owner `store`', 'attributes.meta.owner', 'owner', is(() => 'store'), is(() => 'STORE')],
  ['the status `active` when it is new', 'attributes.meta.status', 'status', is(() => 'active'), is(() => 'ACTIVE')],
  [
    'the moment of its creation, in UTC with milliseconds',
    'attributes.meta.timestamps.created_at',
    'createdAt',
    fits(moment),
  ],
  ['the moment of its last update', 'attributes.meta.timestamps.updated_at', 'updatedAt', fits(moment)],
  ...(['canceled_at', 'paused_at', 'resumed_at', 'end_date'] as const).map(
    (name): [string, string, string, (found: Json) => void, (found: Json) => void] => [
      `no \`${name}\` when it is new`,
      `attributes.meta.timestamps.${name}`,
      name.replace(/_(\w)/, (_, letter) => letter.toUpperCase()),
      (found) => deepStrictEqual(found, undefined),
      (found) => deepStrictEqual(found, null),
    ],
  ),
  [
    'no state when it is new',
    'attributes.meta.state',
    'state',
    (found) => deepStrictEqual(found, undefined),
    (found) => deepStrictEqual(found, null),
  ],
  ["its offering's identifier", 'attributes.offering.id', 'offering.resourceId', is(({ ids }) => ids.offering)],
  ["its offering's type `subscription_offering`", 'attributes.offering.type', null, is(() => 'subscription_offering')],
  ["its offering's name", `${atAttributes}.name`, 'offering.name', offeringOf('attributes.name')],
  [
    "its offering's description",
    `${atAttributes}.description`,
    'offering.description',
    offeringOf('attributes.description'),
  ],
  [
    "its offering's external reference",
    `${atAttributes}.external_ref`,
    'offering.externalRef',
    offeringOf('attributes.external_ref'),
  ],
  [
    "its offering's references to products",
    `${atAttributes}.meta.external_product_refs`,
    'offering.externalProductRefs',
    offeringOf('attributes.meta.external_product_refs'),
  ],
  [
    "its offering's owner",
    `${atAttributes}.meta.owner`,
    'offering.owner',
    offeringOf('attributes.meta.owner'),
    (found, world) =>
      deepStrictEqual(found.toLowerCase(), world.offerings.get(world.ids.offering).attributes.meta.owner),
  ],
  [
    'when its offering was created',
    `${atAttributes}.meta.timestamps.created_at`,
    'offering.createdAt',
    offeringOf('attributes.meta.timestamps.created_at'),
  ],
  [
    'when its offering was updated',
    `${atAttributes}.meta.timestamps.updated_at`,
    'offering.updatedAt',
    offeringOf('attributes.meta.timestamps.updated_at'),
  ],
];

const resource: Statement[] = members.map(([says, path, field, check, checkGraph = check]) => ({
  says: `A subscription has ${says} (\`${path}\`).`,
  rest: async (world) => check(memberAt(await created(world), path), world),
  ...(field !== null && {
    graphql: async (world: World) => checkGraph(memberAt(await createdInGraph(world), field), world),
  }),
}));

export const subscriptions: Topic = {
  title: 'Subscriptions',
  statements: [
    ...requests,
    ...references,
    {
      says: 'A plan of another offering is 404.',
      rest: async (world) =>
        expectRefusal(
          await send(world, kind, changed(kind.base(world), 'planId', world.ids.otherPlan)),
          404,
          'Not Found',
          /^No plan found/,
        ),
      graphql: async (world) =>
        expectError(
          await mutate(world, kind, changed(kind.base(world), 'planId', world.ids.otherPlan)),
          'NOT_FOUND',
          404,
          /^No plan found/,
        ),
    },
    ...resource,
    {
      says: 'A subscription is created by 201, and read again as it was answered.',
      async rest(world) {
        const subscription = await created(world);
        const { status, body } = await world.rest('GET', `${kind.path(world, {})}/${subscription.id}`);
        deepStrictEqual([status, body.data], [200, subscription]);
      },
      async graphql(world) {
        const { resourceId, createdAt } = await createdInGraph(world);
        const { data } = await world.ask(`{ subscription(id: "${resourceId}") { createdAt } }`);
        deepStrictEqual(data.subscription, { createdAt });
      },
    },
    {
      says: 'A payment authority is write-only: no answer holds it.',
      rest: async (world) => ok(!/cus_1|card_1|payment_authority/.test(JSON.stringify(await created(world)))),
      graphql: async (world) => ok(!/cus_1|card_1/.test(JSON.stringify(await createdInGraph(world)))),
    },
    {
      says: 'An unknown subscription is 404.',
      rest: async (world) =>
        expectRefusal(await world.rest('GET', `${kind.path(world, {})}/${unknownId}`), 404, 'Not Found'),
      graphql: async (world) =>
        expectError(await world.ask(`{ subscription(id: "${unknownId}") { id } }`), 'NOT_FOUND', 404),
    },
    {
      says: 'The parameter `filter` of a creation is taken and ignored.',
      async rest(world) {
        const { offering_id: _, ...data } = {} as Json;
        const { status } = await world.rest('POST', `${kind.path(world, {})}?filter=anything`, { body: { data } });
        deepStrictEqual(status, 400, 'the empty data is refused, not the filter');
      },
    },
    {
      says: 'Several faults are one error each, in the order of the fields.',
      async rest(world) {
        const { body } = await send(world, kind, {
          ...kind.base(world),
          externalRef: text(2049),
          name: 'x',
          currency: 'x',
        });
        deepStrictEqual(
          body.errors.map(({ detail }: Json) => /'(\w+)'/.exec(detail)?.[1]),
          ['external_ref', 'currency', 'name'],
        );
      },
      async graphql(world) {
        const { errors } = await mutate(world, kind, {
          ...kind.base(world),
          externalRef: text(2049),
          name: 'x',
          currency: 'x',
        });
        deepStrictEqual(
          errors[0]?.extensions.violations?.map(({ path }) => path[1]),
          ['externalRef', 'currency', 'name'],
        );
      },
    },
    ...guarded(kind),
  ],
};
