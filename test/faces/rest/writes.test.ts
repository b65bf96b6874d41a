import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openRestGateway } from '../../support/rest-gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const unknownId = '00000000-0000-4000-8000-000000000000';

const subscriptions = '/v2/subscriptions/subscriptions';
const fields = `/v2/settings/extensions/custom-apis/${demoIds.customApi}/fields`;
const keyPath = `/v2/application-keys/${demoIds.applicationKeys.storefront}`;

const subscription = {
  external_ref: 'order-7',
  account_id: demoIds.partnerAccount,
  offering_id: demoIds.offering,
  plan_id: demoIds.plan,
  currency: 'EUR',
  payment_authority: { type: 'vendor_net', customer_id: 'cus_CANARY', card_id: 'card_CANARY' },
  name: 'Reinhold',
  email: 'canary@example.com',
};

const details = ({ body }: { body: { errors: { detail: string }[] } }) => body.errors.map(({ detail }) => detail);

describeEachEngine('writes over REST', (open) => {
  const gateway = useOpened(() => openRestGateway(open));

  describe('a new subscription', () => {
    it('is answered by 201, as the contract has it, and can be read', async () => {
      const data = { ...subscription, meta: { status: 'inactive' }, foo: 1 };
      const created = await gateway.rest('POST', `${subscriptions}?filter=eq(x`, { body: { data } });
      expect(created.status).toBe(201);
      expect(created.body).toEqual({
        data: {
          id: uuid,
          type: 'subscription',
          attributes: {
            external_ref: 'order-7',
            account_id: demoIds.partnerAccount,
            offering: {
              id: demoIds.offering,
              type: 'subscription_offering',
              attributes: {
                external_ref: expect.any(String),
                name: expect.any(String),
                description: expect.any(String),
                relationships: { plans: { data: expect.any(Array) }, products: { data: expect.any(Array) } },
                meta: {
                  external_product_refs: expect.any(Array),
                  owner: 'store',
                  timestamps: { created_at: moment, updated_at: moment },
                },
              },
            },
            plan_id: demoIds.plan,
            currency: 'EUR',
            meta: { owner: 'store', timestamps: { created_at: moment, updated_at: moment }, status: 'active' },
          },
        },
      });
      expect(created.text).not.toMatch(/canary/i);
      const { data: read } = created.body;
      expect((await gateway.rest('GET', `${subscriptions}/${read.id.toUpperCase()}`)).body).toEqual({ data: read });
    });

    it('has every fault told, in the order of the fields, with the names of this face', async () => {
      const data = { payment_authority: { type: 'visa' }, name: 'ab', email: 7, offering_id: 'x', currency: null };
      const answer = await gateway.rest('POST', subscriptions, { body: { data } });
      expect(answer.status).toBe(400);
      expect(details(answer)).toEqual([
        "The field 'account_id' is required.",
        "The field 'offering_id' must be a UUID, but is 'x'.",
        "The field 'plan_id' is required.",
        "The field 'currency' is required.",
        "The field 'payment_authority.type' must be 'vendor_payments_processor' or 'vendor_net'.",
        "The field 'payment_authority.customer_id' is required.",
        "The field 'payment_authority.card_id' is required.",
        "The field 'name' has 2 characters, but 3 to 1024 are expected.",
        "The field 'email' must be a string, but is a number.",
      ]);
      expect(answer.body.errors[0]).toEqual({ title: 'Bad Request', status: '400', detail: expect.any(String) });
    });

    it.each([
      ['offering', { offering_id: unknownId }, /^No offering found/],
      ['plan', { plan_id: unknownId }, /^No plan found/],
      ['plan of the offering', { plan_id: demoIds.planOfAnotherOffering }, /^No plan found/],
    ])('of an unknown %s is 404', async (_, change, detail) => {
      const answer = await gateway.rest('POST', subscriptions, { body: { data: { ...subscription, ...change } } });
      expect(answer.body).toEqual({
        errors: [{ title: 'Not Found', status: '404', detail: expect.stringMatching(detail) }],
      });
      expect(answer.status).toBe(404);
    });
  });

  describe('an application key', () => {
    it('is renamed, and answered with its address', async () => {
      const body = { data: { type: 'application_key', name: 'Läufer', id: 'ignored' } };
      const answer = await gateway.rest('PUT', keyPath, { body });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        data: {
          id: demoIds.applicationKeys.storefront,
          type: 'application_key',
          name: 'Läufer',
          client_id: expect.any(String),
          reserved_rate_limit: 0,
          meta: { timestamps: { last_used_at: null, created_at: moment, updated_at: moment } },
        },
        links: { self: `https://shop.example${keyPath}` },
      });
      expect((await gateway.rest('GET', keyPath)).body).toEqual(answer.body);
    });

    it.each([
      [{ name: 'x' }, ["The field 'type' is required."]],
      [{ type: 'key', name: '' }, ["The field 'type' must be 'application_key'.", expect.stringContaining("'name'")]],
      [{ type: 'application_key' }, ["The field 'name' is required."]],
      [{ type: 'application_key', name: 'a\u0000' }, ["The field 'name' must not contain the NUL character."]],
      [{ type: 'application_key', name: '\ud800' }, ["The field 'name' must not contain a lone surrogate."]],
    ])('is not renamed by %j', async (data, expected) => {
      const before = await gateway.countRows();
      const answer = await gateway.rest('PUT', keyPath, { body: { data } });
      expect(answer.status).toBe(400);
      expect(details(answer)).toEqual(expected);
      expect(await gateway.countRows()).toEqual(before);
    });

    it('whose id is none has it told as a parameter, beside the faults of the body', async () => {
      const { status, body } = await gateway.rest('PUT', '/v2/application-keys/x', { body: { data: { name: '' } } });
      expect([status, body.errors.map(({ detail }: { detail: string }) => detail)]).toEqual([
        400,
        [
          "The field 'type' is required.",
          "The parameter 'id' must be a UUID, but is 'x'.",
          expect.stringContaining("The field 'name' "),
        ],
      ]);
    });

    it('that is unknown is 404', async () => {
      const body = { data: { type: 'application_key', name: 'x' } };
      const answer = await gateway.rest('PUT', `/v2/application-keys/${unknownId}`, { body });
      expect(answer.status).toBe(404);
      expect(details(answer)).toEqual([`No application key with the id '${unknownId}' was found.`]);
    });
  });

  describe('a new custom field', () => {
    it('is answered by 201, what was not given as null', async () => {
      const validation = { string: { min_length: 1, regex: '^a+$', max_length: null } };
      const data = { type: 'custom_field', name: 'Hut', slug: 'hut_title', field_type: 'string', validation };
      const answer = await gateway.rest('POST', fields, { body: { data } });
      expect(answer.status).toBe(201);
      const { id } = answer.body.data;
      expect(answer.body).toEqual({
        data: {
          id: uuid,
          type: 'custom_field',
          name: 'Hut',
          description: '',
          slug: 'hut_title',
          field_type: 'string',
          validation: { string: { min_length: 1, max_length: null, regex: '^a+$', allow_null_values: true } },
          links: { self: `/settings/extensions/custom-apis/${demoIds.customApi}/fields/${id}` },
          meta: { timestamps: { created_at: moment, updated_at: moment } },
        },
      });
      expect((await gateway.rest('GET', `${fields}/${id}`)).body).toEqual(answer.body);
    });

    it('without a validation has no limits', async () => {
      for (const [field_type, rules] of [
        ['integer', { min_value: null, max_value: null, allow_null_values: true }],
        ['boolean', { allow_null_values: true }],
        ['float', { min_value: null, max_value: null, allow_null_values: true }],
      ] as const) {
        const data = { name: 'n', slug: `no-limits-${field_type}`, field_type };
        const answer = await gateway.rest('POST', fields, { body: { data } });
        expect(answer.body.data.validation).toEqual({ [field_type]: rules });
      }
    });

    it('may hold null under any name in its validation: that says nothing', async () => {
      const validation = { date: null, integer: null, string: { max_length: 9, min_value: null } };
      const data = { name: 'n', slug: 'said-nothing', field_type: 'string', validation };
      const answer = await gateway.rest('POST', fields, { body: { data } });
      expect(answer.status).toBe(201);
      expect(answer.body.data.validation).toMatchObject({ string: { max_length: 9 } });
    });

    it('with a slug that is taken is a conflict', async () => {
      const data = { name: 'n', slug: demoIds.takenFieldSlug, field_type: 'integer' };
      const answer = await gateway.rest('POST', fields, { body: { data } });
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        errors: [{ title: 'Conflict', status: '409', detail: 'custom_field with the given slug already exists' }],
      });
    });

    it.each([
      [{ slug: 'a', field_type: 'integer' }, ["The field 'name' is required."]],
      [
        {
          type: 'field',
          name: 'n',
          slug: 'weight',
          field_type: 'integer',
          validation: { integer: { min_value: 1.5 } },
        },
        [
          "The field 'type' must be 'custom_field'.",
          "The field 'slug' must not be 'weight', which is reserved.",
          "The field 'validation.integer.min_value' must be a whole number, but is 1.5.",
        ],
      ],
      [
        { name: 'n', slug: 's', field_type: 'string', validation: { string: { min_length: 2, max_length: 1 } } },
        ["The field 'validation.string.min_length' must not exceed the maximum, but 2 is more than 1."],
      ],
      [
        { name: 'n', slug: 's', field_type: 'string', validation: { integer: {} } },
        [expect.stringContaining("The field 'validation.integer' does not fit")],
      ],
      [{ name: 'n', slug: 's', field_type: 'string', validation: [] }, [expect.stringContaining("'validation'")]],
      ...[{ date: {} }, { String: { min_length: 1 } }, { __proto__x: 1 }].map((validation): [object, unknown[]] => [
        { name: 'n', slug: 's', field_type: 'string', validation },
        [
          `The field 'validation' must not hold '${Object.keys(validation)[0]}': its members are string, integer, boolean, float.`,
        ],
      ]),
      ...['max_len', 'maxLength', 'min_value'].map((member): [object, unknown[]] => [
        { name: 'n', slug: 's', field_type: 'string', validation: { string: { [member]: 5 } } },
        [
          `The field 'validation.string' must not hold '${member}': its members are min_length, max_length, regex, allow_null_values.`,
        ],
      ]),
    ])('is refused with every fault: %j', async (data, expected) => {
      const answer = await gateway.rest('POST', fields, { body: { data } });
      expect(answer.status).toBe(400);
      expect(details(answer)).toEqual(expected);
    });

    it('of an unknown custom API is 404, of an id that is none 400', async () => {
      const body = { data: { name: 'n', slug: 's', field_type: 'integer' } };
      const path = (id: string) => `/v2/settings/extensions/custom-apis/${id}/fields`;
      const unknown = await gateway.rest('POST', path(unknownId), { body });
      expect([unknown.status, ...details(unknown)]).toEqual([
        404,
        `No custom API with the id '${unknownId}' was found.`,
      ]);
      const faulty = await gateway.rest('POST', path('x'), { body });
      expect([faulty.status, faulty.text]).toEqual([
        400,
        expect.stringContaining("The parameter 'customApiId' must be"),
      ]);
    });
  });

  describe('lists', () => {
    it.each([
      ['/application-keys', 'application_key'],
      ['/settings/extensions/custom-apis', 'custom_api'],
      [`/settings/extensions/custom-apis/${demoIds.customApi}/fields`, 'custom_field'],
    ])('are paged: %s', async (path, type) => {
      const all = (await gateway.rest('GET', `/v2${path}`)).body;
      expect(new Set(all.data.map((one: { type: string }) => one.type))).toEqual(new Set([type]));
      expect(all.meta.results.total).toBe(all.data.length);
      expect(all.links.self).toBe(`/v2${path}`);
      const collected: unknown[] = [];
      let next: string | null = `/v2${path}?page[limit]=1`;
      while (next) {
        const page: { data: unknown[]; links: { next: string | null } } = (await gateway.rest('GET', next)).body;
        collected.push(...page.data);
        next = page.links.next;
      }
      expect(collected).toEqual(all.data);
      const beyond = await gateway.rest('GET', `/v2${path}?page[offset]=1000`);
      expect(beyond.body.data).toEqual([]);
      expect(beyond.body.meta.results.total).toBe(all.data.length);
    });

    it('of an unknown custom API are 404', async () => {
      expect((await gateway.rest('GET', `/v2/settings/extensions/custom-apis/${unknownId}/fields`)).status).toBe(404);
    });

    it('know a field under its own API only', async () => {
      const { data } = (await gateway.rest('GET', fields)).body;
      const apis = (await gateway.rest('GET', '/v2/settings/extensions/custom-apis')).body.data;
      const others = apis.map(({ id }: { id: string }) => id).filter((id: string) => id !== demoIds.customApi);
      expect(others).not.toEqual([]);
      for (const api of [...others, unknownId]) {
        const other = `/v2/settings/extensions/custom-apis/${api}/fields/${data[0].id}`;
        expect((await gateway.rest('GET', other)).status).toBe(404);
      }
    });
  });

  it('needs a token that proved its secret, before anything is read', async () => {
    for (const [method, path] of [
      ['POST', subscriptions],
      ['GET', `${subscriptions}/${unknownId}`],
      ['PUT', keyPath],
      ['GET', keyPath],
      ['GET', '/v2/application-keys'],
      ['POST', fields],
      ['GET', fields],
      ['GET', '/v2/settings/extensions/custom-apis'],
    ] as const) {
      const body = method === 'GET' ? {} : { body: '{' };
      const nobody = await gateway.rest(method, path, { as: 'nobody', ...body });
      expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      const shopper = await gateway.rest(method, path, { as: 'shopper', ...body });
      expect(shopper.status).toBe(403);
      expect(shopper.body.errors[0].title).toBe('Forbidden');
      const forged = await gateway.rest(method, path, { headers: { Authorization: 'bearer forged' }, ...body });
      expect([forged.status, forged.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    }
  });

  it('reports no bug', () => expect(gateway.bugs).toEqual([]));
});
