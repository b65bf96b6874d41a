import { deepStrictEqual, match, ok } from 'node:assert/strict';
import type { Statement, Topic } from '../statement.ts';
import { expectError, expectRefusal, type Json, memberAt, type World } from '../world.ts';
import { changed, guarded, mutate, refuses, send, takes, type WriteKind } from './writes.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const text = (length: number) => '😀'.repeat(length);
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const renaming: WriteKind = {
  mutation: 'updateApplicationKey',
  method: 'PUT',
  path: (_world, { id }) => `/v2/application-keys/${id}`,
  inPath: ['id'],
  extra: { type: 'application_key' },
  base: ({ ids }) => ({ id: ids.key, name: 'Shop window' }),
};
const keyFields = 'applicationKey { resourceId name clientId reservedRateLimit lastUsedAt createdAt updatedAt }';
const renamed = (world: World) =>
  world.once('renamed', async () => (await send(world, renaming, renaming.base(world))).body);
const renamedInGraph = (world: World) =>
  world.once(
    'renamed in graphql',
    async () =>
      (await mutate(world, renaming, renaming.base(world), keyFields)).data.updateApplicationKey.applicationKey,
  );

const isMoment = (found: Json) => match(found, moment);
const keyMembers: [string, string, string | null, (found: Json, world: World) => void][] = [
  ['an identifier', 'data.id', 'resourceId', (found, { ids }) => deepStrictEqual(found, ids.key)],
  ['the type `application_key`', 'data.type', null, (found) => deepStrictEqual(found, 'application_key')],
  ['its name', 'data.name', 'name', (found) => deepStrictEqual(found, 'Shop window')],
  ['a client identifier', 'data.client_id', 'clientId', (found) => ok(found.length > 0)],
  [
    'a reserved rate limit, a whole number',
    'data.reserved_rate_limit',
    'reservedRateLimit',
    (found) => match(String(found), /^\d+$/),
  ],
  [
    'when it was last used, null until then',
    'data.meta.timestamps.last_used_at',
    'lastUsedAt',
    (found) => deepStrictEqual(found, null),
  ],
  ['when it was created', 'data.meta.timestamps.created_at', 'createdAt', isMoment],
  ['when it was updated', 'data.meta.timestamps.updated_at', 'updatedAt', isMoment],
  ['a link to itself', 'links.self', null, (found, { ids }) => ok(found.endsWith(`/v2/application-keys/${ids.key}`))],
];

export const applicationKeys: Topic = {
  title: 'Application keys',
  statements: [
    ...keyMembers.map(
      ([says, path, field, check]): Statement => ({
        says: `An application key has ${says} (\`${path}\`).`,
        rest: async (world) => check(memberAt(await renamed(world), path), world),
        ...(field !== null && { graphql: async (world: World) => check((await renamedInGraph(world))[field], world) }),
      }),
    ),
    refuses(renaming, 'A new name is required.', 'name', undefined),
    refuses(renaming, 'A new name must not be null.', 'name', null),
    refuses(renaming, 'A new name must not be empty.', 'name', ''),
    refuses(renaming, 'A new name must be text.', 'name', 5),
    takes(renaming, 'A new name has up to 255 characters.', 'name', text(255)),
    refuses(renaming, 'A new name has no more than 255 characters.', 'name', text(256)),
    refuses(renaming, 'A new name must not hold control characters.', 'name', 'a\nb'),
    {
      says: 'A key is renamed by 200, and is read again under its new name.',
      async rest(world) {
        const { status } = await send(world, renaming, { id: world.ids.key, name: 'Read again' });
        const { body } = await world.rest('GET', `/v2/application-keys/${world.ids.key}`);
        deepStrictEqual([status, body.data.name], [200, 'Read again']);
      },
      async graphql(world) {
        await mutate(world, renaming, { id: world.ids.key, name: 'Read again' });
        const { data } = await world.ask(`{ applicationKey(id: "${world.ids.key}") { name } }`);
        deepStrictEqual(data.applicationKey, { name: 'Read again' });
      },
    },
    ...['key', undefined].map(
      (type): Statement => ({
        says:
          type === undefined
            ? 'The `type` of the data is required.'
            : 'The `type` of the data must be `application_key`.',
        rest: async (world) =>
          expectRefusal(
            await world.rest('PUT', `/v2/application-keys/${world.ids.key}`, { body: { data: { name: 'x', type } } }),
            400,
            'Bad Request',
            /'type'/,
          ),
      }),
    ),
    {
      says: 'An unknown key is 404.',
      rest: async (world) =>
        expectRefusal(
          await send(world, renaming, { id: unknownId, name: 'x' }),
          404,
          'Not Found',
          /No application key/,
        ),
      graphql: async (world) =>
        expectError(
          await mutate(world, renaming, { id: unknownId, name: 'x' }),
          'NOT_FOUND',
          404,
          /No application key/,
        ),
    },
    {
      says: 'An identifier that is no UUID is 400.',
      rest: async (world) =>
        expectRefusal(await send(world, renaming, { id: 'x', name: 'x' }), 400, 'Bad Request', /'id'/),
      graphql: async (world) =>
        expectError(await mutate(world, renaming, { id: 'x', name: 'x' }), 'VALIDATION_FAILED', 400, /id/),
    },
    {
      says: 'A secret is never shown.',
      rest: async (world) => ok(!/secret/.test((await world.rest('GET', '/v2/application-keys')).text)),
    },
    ...guarded(renaming),
  ],
};

let slugs = 0;
function nextSlug(): string {
  slugs += 1;
  return `contract-${slugs}`;
}
const fields: WriteKind = {
  mutation: 'createCustomField',
  method: 'POST',
  path: (_world, { customApiId }) => `/v2/settings/extensions/custom-apis/${customApiId}/fields`,
  inPath: ['customApiId'],
  base: ({ ids }) => ({ customApiId: ids.customApi, name: 'Notes', slug: nextSlug(), fieldType: 'string' }),
};
const types = ['string', 'integer', 'boolean', 'float'];
const of = (type: string): WriteKind => ({
  ...fields,
  base: (world) => ({ ...fields.base(world), fieldType: type, validation: { [type]: {} } }),
});
const rulesFields = `customField { resourceId name description slug fieldType createdAt updatedAt validation {
  string { minLength maxLength regex allowNullValues } integer { minValue maxValue allowNullValues }
  boolean { allowNullValues } float { minValue maxValue allowNullValues } } }`;
const made = (world: World) =>
  world.once(
    'field',
    async () => (await send(world, fields, { ...fields.base(world), description: 'What it is' })).body.data,
  );
const madeInGraph = (world: World) =>
  world.once(
    'field in graphql',
    async () =>
      (await mutate(world, fields, { ...fields.base(world), description: 'What it is' }, rulesFields)).data
        .createCustomField.customField,
  );

const fieldMembers: [string, string, string | null, (found: Json, world: World) => void][] = [
  ['an identifier', 'id', 'resourceId', (found) => match(found, /^[0-9a-f-]{36}$/)],
  ['the type `custom_field`', 'type', null, (found) => deepStrictEqual(found, 'custom_field')],
  ['a name', 'name', 'name', (found) => deepStrictEqual(found, 'Notes')],
  ['a description', 'description', 'description', (found) => deepStrictEqual(found, 'What it is')],
  ['a slug', 'slug', 'slug', (found) => match(found, /^contract-\d+$/)],
  ['a field type', 'field_type', 'fieldType', (found) => deepStrictEqual(found.toLowerCase(), 'string')],
  [
    'a link to itself',
    'links.self',
    null,
    (found, { ids }) =>
      match(found, new RegExp(`^/settings/extensions/custom-apis/${ids.customApi}/fields/[0-9a-f-]{36}$`)),
  ],
  ['when it was created', 'meta.timestamps.created_at', 'createdAt', isMoment],
  ['when it was updated', 'meta.timestamps.updated_at', 'updatedAt', isMoment],
];

const defaults: Record<string, Json> = {
  string: { min_length: null, max_length: null, regex: null, allow_null_values: true },
  integer: { min_value: null, max_value: null, allow_null_values: true },
  boolean: { allow_null_values: true },
  float: { min_value: null, max_value: null, allow_null_values: true },
};
const given: Record<string, Json> = {
  string: { min_length: 1, max_length: 9, regex: '^a+$', allow_null_values: false },
  integer: { min_value: -1, max_value: 9_007_199_254_740_991, allow_null_values: false },
  boolean: { allow_null_values: false },
  float: { min_value: -0.5, max_value: 1.5, allow_null_values: false },
};
const camel = (rules: Json): Json =>
  Object.fromEntries(
    Object.entries(rules).map(([name, value]) => [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), value]),
  );

/** What is sent, what comes back. */
function validates(says: string, type: string, sent: Json, answered: Json): Statement {
  const input = (world: World) => ({
    ...fields.base(world),
    fieldType: type,
    ...(sent && { validation: { [type]: camel(sent) } }),
  });
  return {
    says,
    async rest(world) {
      const { body, text: shown } = await send(world, fields, input(world));
      deepStrictEqual(body.data?.validation, { [type]: answered }, shown);
    },
    async graphql(world) {
      const { data, shown } = await mutate(world, fields, input(world), rulesFields);
      deepStrictEqual(data?.createCustomField.customField.validation[type], camel(answered), shown);
    },
  };
}

const reserved =
  'slug type id meta created_at updated_at links relationships attributes attribute dimension dimensions weight weights'.split(
    ' ',
  );

export const customFields: Topic = {
  title: 'Custom fields',
  statements: [
    ...fieldMembers.map(
      ([says, path, field, check]): Statement => ({
        says: `A custom field has ${says} (\`${path}\`).`,
        rest: async (world) => check(memberAt(await made(world), path), world),
        ...(field !== null && { graphql: async (world: World) => check((await madeInGraph(world))[field], world) }),
      }),
    ),
    ...types.map((type) => takes(fields, `A field type may be \`${type}\`.`, 'fieldType', type)),
    ...['date', 'String', ''].map((type) =>
      refuses(fields, `A field type must not be \`${type}\`.`, 'fieldType', type),
    ),
    ...types.map((type) =>
      validates(`A ${type} field without a validation has no limits.`, type, null, defaults[type]),
    ),
    ...types.map((type) => validates(`A ${type} field with empty rules has no limits.`, type, {}, defaults[type])),
    ...types.map((type) =>
      validates(`The rules of a ${type} field come back as they were given.`, type, given[type], given[type]),
    ),
    ...['name', 'slug', 'fieldType'].flatMap((name) => [
      refuses(fields, `A custom field needs \`${name}\`.`, name, undefined),
      refuses(fields, `A custom field's \`${name}\` must not be null.`, name, null),
    ]),
    {
      says: 'The 400 of a missing field says which one is required.',
      rest: async (world) =>
        expectRefusal(
          await send(world, fields, changed(fields.base(world), 'name', undefined)),
          400,
          'Bad Request',
          /^The field 'name' is required\.$/,
        ),
      graphql: async (world) =>
        expectError(
          await mutate(world, fields, changed(fields.base(world), 'name', undefined)),
          'VALIDATION_FAILED',
          400,
          /'input\.name' is required/,
        ),
    },
    takes(fields, "A custom field's name has up to 255 characters.", 'name', text(255)),
    refuses(fields, "A custom field's name has no more than 255 characters.", 'name', text(256)),
    refuses(fields, "A custom field's name must not be empty.", 'name', ''),
    takes(fields, 'A description may be absent.', 'description', undefined),
    takes(fields, 'A description has up to 255 characters.', 'description', text(255)),
    refuses(fields, 'A description has no more than 255 characters.', 'description', text(256)),
    takes(fields, 'A slug has up to 63 characters.', 'slug', (world: World) =>
      `${nextSlug()}-${world.name}`.padEnd(63, 'x'),
    ),
    refuses(fields, 'A slug has no more than 63 characters.', 'slug', 'x'.repeat(64)),
    ...['Notes', 'a b', 'é', 'a.b', ''].map((slug) =>
      refuses(fields, `A slug is of a-z, 0-9, _ and -: not \`${slug}\`.`, 'slug', slug),
    ),
    ...reserved.map((slug) => refuses(fields, `The slug \`${slug}\` is reserved.`, 'slug', slug)),
    {
      says: 'A slug that the custom API has already is 409, in the words of the contract.',
      rest: async (world) =>
        expectRefusal(
          await send(world, fields, { ...fields.base(world), slug: world.ids.takenSlug }),
          409,
          'Conflict',
          /^custom_field with the given slug already exists$/,
        ),
      graphql: async (world) =>
        expectError(
          await mutate(world, fields, { ...fields.base(world), slug: world.ids.takenSlug }),
          'CONFLICT',
          409,
          /^custom_field with the given slug already exists$/,
        ),
    },
    {
      says: 'An unknown custom API is 404.',
      rest: async (world) =>
        expectRefusal(
          await send(world, fields, { ...fields.base(world), customApiId: unknownId }),
          404,
          'Not Found',
          /No custom API/,
        ),
      graphql: async (world) =>
        expectError(
          await mutate(world, fields, { ...fields.base(world), customApiId: unknownId }),
          'NOT_FOUND',
          404,
          /No custom API/,
        ),
    },
    ...[0, 65_535].map((length) =>
      takes(of('string'), `A length of a string field may be ${length}.`, 'validation.string.minLength', length),
    ),
    ...[-1, 65_536, 1.5, '1'].flatMap((length) =>
      ['minLength', 'maxLength'].map((name) =>
        refuses(
          of('string'),
          `\`${name}\` of a string field must not be ${JSON.stringify(length)}.`,
          `validation.string.${name}`,
          length,
        ),
      ),
    ),
    ...['(', '(?=a)', '(a)\\1', '['].map((regex) =>
      refuses(of('string'), `A regular expression is of RE2: not \`${regex}\`.`, 'validation.string.regex', regex),
    ),
    refuses(
      of('string'),
      'A regular expression has no more than 1024 characters.',
      'validation.string.regex',
      'a'.repeat(1025),
    ),
    ...['^(a+)+$', '', null].map((regex) =>
      takes(of('string'), `A regular expression may be ${JSON.stringify(regex)}.`, 'validation.string.regex', regex),
    ),
    ...['minValue', 'maxValue'].flatMap((name) => [
      takes(
        of('integer'),
        `\`${name}\` of an integer field may be 2^53−1.`,
        `validation.integer.${name}`,
        Number.MAX_SAFE_INTEGER,
      ),
      refuses(
        of('integer'),
        `\`${name}\` of an integer field must not be 2^53.`,
        `validation.integer.${name}`,
        2 ** 53,
      ),
      refuses(
        of('integer'),
        `\`${name}\` of an integer field must not be a fraction.`,
        `validation.integer.${name}`,
        0.5,
      ),
      takes(of('integer'), `\`${name}\` of an integer field may be null.`, `validation.integer.${name}`, null),
      takes(of('float'), `\`${name}\` of a float field may be a fraction.`, `validation.float.${name}`, 0.25),
      takes(of('float'), `\`${name}\` of a float field may be null.`, `validation.float.${name}`, null),
      refuses(of('float'), `\`${name}\` of a float field must not be text.`, `validation.float.${name}`, 'x'),
    ]),
    refuses(of('string'), 'A smallest length must not exceed the largest.', 'validation', {
      string: { minLength: 2, maxLength: 1 },
    }),
    refuses(of('integer'), 'A smallest integer must not exceed the largest.', 'validation', {
      integer: { minValue: 2, maxValue: 1 },
    }),
    refuses(of('float'), 'A smallest float must not exceed the largest.', 'validation', {
      float: { minValue: 0.2, maxValue: 0.1 },
    }),
    ...types.map((type) =>
      takes(of(type), `Whether a ${type} field may be null can be said.`, `validation.${type}.allowNullValues`, false),
    ),
    ...types.map((type) =>
      refuses(
        of(type),
        `Whether a ${type} field may be null is true or false.`,
        `validation.${type}.allowNullValues`,
        'no',
      ),
    ),
    refuses(of('string'), 'The key of a validation equals the field type.', 'validation', { integer: {} }),
    refuses(of('string'), 'A validation has no key that is not a type.', 'validation', { date: {} }),
    refuses(of('string'), 'A validation has no rule that is not known.', 'validation.string', { maxLen: 5 }),
    ...guarded(fields),
  ],
};

let apiTypes = 0;
function nextApiType(): string {
  apiTypes += 1;
  return `contract_${apiTypes}_ext`;
}
const apis: WriteKind = {
  mutation: 'createCustomApi',
  method: 'POST',
  path: () => '/v2/settings/extensions/custom-apis',
  inPath: [],
  base: () => ({ name: 'Passes', slug: 'passes', apiType: nextApiType(), description: 'To cross' }),
};
const takenApiTypes = { demo: 'mountain_huts_ext', imported: 'contract_huts_ext' };
const apiFields = 'customApi { resourceId name slug apiType description createdAt updatedAt }';
const madeApi = (world: World) => world.once('api', async () => (await send(world, apis, apis.base(world))).body.data);
const madeApiInGraph = (world: World) =>
  world.once(
    'api in graphql',
    async () => (await mutate(world, apis, apis.base(world), apiFields)).data.createCustomApi.customApi,
  );
const apiMembers: [string, string, string | null, (found: Json) => void][] = [
  ['an identifier', 'id', 'resourceId', (found) => match(found, /^[0-9a-f-]{36}$/)],
  ['the type `custom_api`', 'type', null, (found) => deepStrictEqual(found, 'custom_api')],
  ['a name', 'name', 'name', (found) => deepStrictEqual(found, 'Passes')],
  ['a slug', 'slug', 'slug', (found) => deepStrictEqual(found, 'passes')],
  ['an API type', 'api_type', 'apiType', (found) => match(found, /^contract_\d+_ext$/)],
  ['a description', 'description', 'description', (found) => deepStrictEqual(found, 'To cross')],
  [
    'a link to itself',
    'links.self',
    null,
    (found) => match(found, /^\/settings\/extensions\/custom-apis\/[0-9a-f-]{36}$/),
  ],
  ['when it was created', 'meta.timestamps.created_at', 'createdAt', isMoment],
  ['when it was updated', 'meta.timestamps.updated_at', 'updatedAt', isMoment],
];

export const customApis: Topic = {
  title: 'Custom APIs',
  statements: [
    ...apiMembers.map(
      ([says, path, field, check]): Statement => ({
        says: `A custom API has ${says} (\`${path}\`).`,
        rest: async (world) => check(memberAt(await madeApi(world), path)),
        ...(field !== null && { graphql: async (world: World) => check((await madeApiInGraph(world))[field]) }),
      }),
    ),
    ...['name', 'slug', 'apiType'].map((name) => refuses(apis, `A custom API needs \`${name}\`.`, name, undefined)),
    ...['passes', 'Passes_ext', 'pas-ses_ext', ''].map((apiType) =>
      refuses(apis, `An API type is of a-z, 0-9 and _, and ends in \`_ext\`: not \`${apiType}\`.`, 'apiType', apiType),
    ),
    refuses(apis, 'An API type has no more than 255 characters.', 'apiType', `${'x'.repeat(252)}_ext`),
    takes(apis, 'The description of a custom API may be absent.', 'description', undefined),
    refuses(apis, 'The description of a custom API has no more than 255 characters.', 'description', text(256)),
    {
      says: 'An API type that the store has already is 409, in the words of the contract.',
      rest: async (world) =>
        expectRefusal(
          await send(world, apis, changed(apis.base(world), 'apiType', takenApiTypes[world.name])),
          409,
          'Conflict',
          /^custom_api with the given api_type already exists$/,
        ),
      graphql: async (world) =>
        expectError(
          await mutate(world, apis, changed(apis.base(world), 'apiType', takenApiTypes[world.name])),
          'CONFLICT',
          409,
          /^custom_api with the given api_type already exists$/,
        ),
    },
    {
      says: 'A custom API that was created is read again, and takes fields.',
      async rest(world) {
        const api = await madeApi(world);
        deepStrictEqual((await world.rest('GET', `${apis.path(world, {})}/${api.id}`)).body.data, api);
        deepStrictEqual((await send(world, fields, changed(fields.base(world), 'customApiId', api.id))).status, 201);
      },
      async graphql(world) {
        const { resourceId, apiType } = await madeApiInGraph(world);
        const { data } = await world.ask(`{ customApi(id: "${resourceId}") { apiType } }`);
        deepStrictEqual(data.customApi, { apiType });
      },
    },
    ...guarded(apis),
  ],
};
