/** What the OpenAPI document says about a request is what the rules say: both are given the same inputs. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { authorizeServices } from '../../src/domain/access.ts';
import { createApplicationKeyService } from '../../src/domain/application-key/application-key-service.ts';
import { createCustomFieldService } from '../../src/domain/custom-field/custom-field-service.ts';
import { DomainError } from '../../src/domain/errors.ts';
import { withIdempotency } from '../../src/domain/idempotency/with-idempotency.ts';
import { createWriteOnce } from '../../src/domain/idempotency/write-once.ts';
import { createSubscriptionService } from '../../src/domain/subscription/subscription-service.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { createResponseCache } from '../../src/response-cache/response-cache.ts';
import { createRestApp } from '../../src/rest/rest-app.ts';
import { routes } from '../../src/rest/routes.ts';
import { fetchFromRest } from '../support/fetch-from.ts';
import { writingContext } from '../support/request-contexts.ts';

const id = '00000000-0000-4000-8000-000000000000';

/** Nothing is ever found, so that what passes the rules is 404. */
const nothing = new Proxy(
  {},
  {
    get: (_, method) => async () => (String(method).startsWith('getMany') ? new Map() : null),
  },
);
const empty = new Proxy(
  {},
  {
    get: (_, method) => async () => {
      if (method === 'insertApi') throw new DomainError('NOT_FOUND', 'There is no store to write to.');
      return new Map();
    },
  },
);
const written = {
  subscriptions: createSubscriptionService({ stores: { subscriptions: nothing as never }, newId: () => id }),
  applicationKeys: createApplicationKeyService({ applicationKeys: nothing as never }),
  customFields: createCustomFieldService({ stores: { customFields: empty as never }, newId: () => id }),
};
const services = authorizeServices(
  {
    catalog: {} as never,
    products: {} as never,
    files: {} as never,
    releases: {} as never,
    ...withIdempotency(
      written,
      createWriteOnce({ services: written, createServices: () => written, stores: {} as never, cleansUp: true }),
    ),
  },
  'open',
);
const app = createRestApp({
  services,
  readRequestContext: async () => writingContext(),
  limits: defaultLimits,
  responseCache: createResponseCache(services.catalog, 0),
  httpCacheSeconds: 0,
  baseUrl: 'https://shop.example',
  reportBug: (error) => expect.unreachable(String(error)),
});

const ajv = new Ajv2020({ strict: false });
ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/);

const subscription = {
  account_id: id,
  offering_id: id,
  plan_id: id,
  currency: 'EUR',
  name: 'Reinhold',
  email: 'a@b.example',
};
const authority = { type: 'vendor_net', customer_id: 'c', card_id: 'c' };
const key = { type: 'application_key', name: 'x' };
const api = { name: 'n', slug: 's', api_type: 's_ext' };
const field = { name: 'n', slug: 's', field_type: 'string' };

const without = (data: object, name: string) =>
  Object.fromEntries(Object.entries(data).filter(([one]) => one !== name));
const rulesOf = (type: string, rules: unknown) => ({ ...field, field_type: type, validation: { [type]: rules } });

const inputs: Readonly<Record<string, readonly unknown[]>> = {
  createSubscription: [
    subscription,
    ...Object.keys(subscription).map((name) => without(subscription, name)),
    ...Object.keys(subscription).map((name) => ({ ...subscription, [name]: 7 })),
    { ...subscription, foo: 1, meta: {} },
    { ...subscription, external_ref: null, payment_authority: null },
    { ...subscription, external_ref: 'a'.repeat(2048) },
    { ...subscription, external_ref: 'a'.repeat(2049) },
    { ...subscription, name: 'ab' },
    { ...subscription, name: '😀'.repeat(1024) },
    { ...subscription, name: '😀'.repeat(1025) },
    { ...subscription, account_id: id.toUpperCase() },
    { ...subscription, account_id: `{${id}}` },
    { ...subscription, currency: 'eur' },
    { ...subscription, currency: 'EURO' },
    { ...subscription, email: 'a' },
    { ...subscription, email: `${'a'.repeat(1020)}@b.de` },
    { ...subscription, payment_authority: authority },
    { ...subscription, payment_authority: {} },
    { ...subscription, payment_authority: [] },
    { ...subscription, payment_authority: { ...authority, type: 'VENDOR_NET' } },
    { ...subscription, payment_authority: { ...authority, card_id: '' } },
    { ...subscription, payment_authority: { ...authority, card_id: 'c'.repeat(1025) } },
  ],
  updateApplicationKey: [
    key,
    without(key, 'type'),
    without(key, 'name'),
    { ...key, type: 'key' },
    { ...key, type: null },
    { ...key, name: '' },
    { ...key, name: null },
    { ...key, name: 'x'.repeat(255) },
    { ...key, name: 'x'.repeat(256) },
    { ...key, id: 7 },
  ],
  createCustomApi: [
    api,
    ...Object.keys(api).map((name) => without(api, name)),
    { ...api, type: 'custom_api' },
    { ...api, type: 'api' },
    { ...api, type: null },
    { ...api, description: null },
    { ...api, description: 'd'.repeat(256) },
    { ...api, name: 'a\nb' },
    { ...api, slug: 'A' },
    { ...api, api_type: 's' },
    { ...api, api_type: `${'a'.repeat(251)}_ext` },
    { ...api, api_type: `${'a'.repeat(252)}_ext` },
  ],
  createCustomField: [
    field,
    ...Object.keys(field).map((name) => without(field, name)),
    { ...field, type: 'custom_field' },
    { ...field, type: 'field' },
    { ...field, type: null },
    { ...field, description: null },
    { ...field, description: 'd'.repeat(256) },
    { ...field, slug: 'A' },
    { ...field, slug: 's'.repeat(63) },
    { ...field, slug: 's'.repeat(64) },
    { ...field, field_type: 'date' },
    { ...field, validation: null },
    { ...field, validation: {} },
    { ...field, validation: [] },
    { ...field, validation: { string: null } },
    { ...field, validation: { string: {}, date: {} } },
    rulesOf('string', { min_length: 0, max_length: 65_535, regex: null, allow_null_values: null }),
    rulesOf('string', { min_length: -1 }),
    rulesOf('string', { max_length: 65_536 }),
    rulesOf('string', { min_length: '1' }),
    rulesOf('string', { min_length: 1.5 }),
    rulesOf('string', { regex: 'a'.repeat(1025) }),
    rulesOf('string', 7),
    rulesOf('string', { minimum_length: 1 }),
    rulesOf('integer', { min_value: -(2 ** 53) + 1, max_value: 2 ** 53 - 1 }),
    rulesOf('integer', { min_value: 2 ** 53 }),
    rulesOf('integer', { min_value: 0.5 }),
    rulesOf('boolean', { allow_null_values: false }),
    rulesOf('boolean', { allow_null_values: 'no' }),
    rulesOf('float', { min_value: 0.5 }),
    rulesOf('float', { min_value: '0.5' }),
  ],
};

describe.each(routes.filter(({ request }) => request))('$operationId', ({ operationId, method, path, request }) => {
  const validate = ajv.compile(request?.() ?? {});
  it.each((inputs[operationId] ?? []).map((data) => [JSON.stringify(data).slice(0, 200), data]))(
    'is described and checked alike: %s',
    async (_, data) => {
      const response = await fetchFromRest(app)(`/v2${path.replace(/:\w+/g, id)}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ data }),
      });
      expect([400, 404]).toContain(response.status);
      expect(validate(data), JSON.stringify(validate.errors)).toBe(response.status === 404);
    },
  );
});

it('every operation with a body has its inputs', () => {
  const ids = routes.flatMap(({ request, operationId }) => (request ? [operationId] : []));
  expect(Object.keys(inputs).sort()).toEqual(ids.sort());
});
