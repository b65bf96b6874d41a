/** Every argument of every mutation, with every way to get it wrong: its code, path and sentence, and nothing written. */
import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { subscriptionInput as subscription } from '../../support/subscription-input.ts';
import { useOpened } from '../../support/use-opened.ts';
import {
  applicationKey,
  applicationKeyRows,
  type BadInput,
  customApi,
  customApiRows,
  customField,
  customFieldRows,
  subscriptionRows,
} from './bad-input-rows.ts';

const createSubscription = `mutation($input: CreateSubscriptionInput!) {
  createSubscription(input: $input) { subscription { id } } }`;
const updateApplicationKey = `mutation($input: UpdateApplicationKeyInput!) {
  updateApplicationKey(input: $input) { applicationKey { name } } }`;
const createCustomApi = `mutation($input: CreateCustomApiInput!) {
  createCustomApi(input: $input) { customApi { resourceId slug apiType description } } }`;
const createCustomField = `mutation($input: CreateCustomFieldInput!) {
  createCustomField(input: $input) { customField { slug validation {
    string { minLength maxLength regex allowNullValues } integer { minValue maxValue } float { minValue maxValue }
  } } } }`;

describeEachEngine('bad input of mutations', (open) => {
  const gateway = useOpened(() => openGateway(open));

  async function expectRefusal(mutation: string, { variables, code, path, rule, message }: BadInput) {
    const before = await gateway.countRows();
    const { data, errors, shown } = await gateway.ask(mutation, variables);
    expect(Object.values(data ?? { none: null }), shown).toEqual([null]);
    expect(errors.length, shown).toBe(1);
    const [error] = errors;
    expect(error?.extensions.code, shown).toBe(code);
    expect(error?.extensions.requestId, shown).toMatch(/^request-/);
    if (path) {
      expect(error?.extensions.violations, shown).toEqual([
        { path, rule, message: typeof message === 'string' ? message : expect.stringMatching(message) },
      ]);
    }
    if (typeof message === 'string') expect(error?.message, shown).toBe(message);
    else expect(error?.message, shown).toMatch(message);
    expect(await gateway.countRows(), shown).toEqual(before);
    expect(gateway.bugs, shown).toEqual([]);
  }

  describe('createSubscription', () => {
    it.each(subscriptionRows.map((row) => [row.title, row] as const))('%s', (_title, row) =>
      expectRefusal(createSubscription, row),
    );

    it.each([
      [
        'the longest and the shortest',
        { ...subscription, name: '😀'.repeat(1024), email: 'a@b', externalRef: 'x'.repeat(2048) },
      ],
      [
        'ids in upper case',
        { ...subscription, accountId: subscription.accountId.toUpperCase(), planId: subscription.planId.toUpperCase() },
      ],
      ['null for what is optional', { ...subscription, externalRef: null, paymentAuthority: null }],
      ['bidirectional controls in a name', { ...subscription, name: 'ab\u202Ec' }],
    ])('takes %s', async (_title, input) => {
      const { errors, shown } = await gateway.ask(createSubscription, { input });
      expect(errors, shown).toEqual([]);
    });

    it('reports every fault at once, in the order of the fields', async () => {
      const input = {
        email: 'x',
        name: '',
        currency: 'x',
        planId: 'x',
        offeringId: 'x',
        accountId: 'x',
        externalRef: 'a\0',
      };
      const { errors, shown } = await gateway.ask(createSubscription, { input });
      const paths = errors[0]?.extensions.violations?.map(({ path }) => path.join('.'));
      expect(paths, shown).toEqual(
        ['externalRef', 'accountId', 'offeringId', 'planId', 'currency', 'name', 'email'].map(
          (name) => `input.${name}`,
        ),
      );
    });

    it('never quotes an e-mail address, a customer or a card', async () => {
      const secret = 'canary-secret';
      const input = {
        ...subscription,
        email: `${secret}@@`,
        paymentAuthority: { type: 'VENDOR_NET', customerId: `${secret}\0`, cardId: `${secret}\0` },
      };
      const answers = [
        await gateway.ask(createSubscription, { input }),
        await gateway.ask(createSubscription, {
          input: { ...input, paymentAuthority: { ...input.paymentAuthority, cardId: { secret } } },
        }),
        await gateway.ask(createSubscription, { input: { ...input, email: [secret] } }),
      ];
      for (const { errors } of answers) {
        expect(errors.length).toBe(1);
        expect(JSON.stringify(errors)).not.toContain(secret);
      }
    });
  });

  describe('updateApplicationKey', () => {
    it.each(applicationKeyRows.map((row) => [row.title, row] as const))('%s', (_title, row) =>
      expectRefusal(updateApplicationKey, row),
    );

    it('takes 255 characters', async () => {
      const input = { ...applicationKey, name: '😀'.repeat(255) };
      const { data, shown } = await gateway.ask(updateApplicationKey, { input });
      expect(data?.updateApplicationKey.applicationKey.name, shown).toBe(input.name);
    });
  });

  describe('createCustomField', () => {
    it.each(customFieldRows.map((row) => [row.title, row] as const))('%s', (_title, row) =>
      expectRefusal(createCustomField, row),
    );

    it('takes the longest slug, name and description, and -0, 1.0 and 1e3 as whole numbers', async () => {
      const input = {
        ...customField,
        name: 'x'.repeat(255),
        description: 'x'.repeat(255),
        slug: 'x'.repeat(63),
        validation: { string: { minLength: -0, maxLength: 1e3, regex: '^(a+)+$' } },
      };
      const { data, shown } = await gateway.ask(createCustomField, { input });
      expect(data?.createCustomField.customField.validation, shown).toEqual({
        string: { minLength: 0, maxLength: 1000, regex: '^(a+)+$', allowNullValues: true },
        integer: null,
        float: null,
      });
    });
  });

  describe('createCustomApi', () => {
    it.each(customApiRows.map((row) => [row.title, row] as const))('%s', (_title, row) =>
      expectRefusal(createCustomApi, row),
    );

    it.each([
      ['a member', '$name: String! = "Huts", $slug: String!', '{ name: $name, slug: $slug, apiType: "huts_ext" }'],
      [
        'the whole input',
        '$input: CreateCustomApiInput! = { name: "Huts", slug: "huts", apiType: "huts_ext" }, $slug: Boolean!',
        '$input) @skip(if: $slug',
      ],
    ])(
      'misses nothing where the document has a default for %s, and another variable is wrong',
      async (_, variables, input) => {
        const query = `mutation(${variables}) { createCustomApi(input: ${input}) { isReplayed } }`;
        const { errors, shown } = await gateway.ask(query, { slug: 5 });
        expect(errors[0]?.extensions.violations, shown).toEqual([expect.objectContaining({ rule: 'type' })]);
      },
    );

    it('takes the longest API type, once, and only validates where that is all that is wanted', async () => {
      const input = { ...customApi, apiType: `${'x'.repeat(251)}_ext` };
      const before = await gateway.stores.customFields.listApis(writingContext(), { limit: 100, offset: 0 });
      const validated = await gateway.ask(createCustomApi, { input: { ...input, validateOnly: true } });
      expect([validated.errors, validated.data], validated.shown).toEqual([
        [],
        { createCustomApi: { customApi: null } },
      ]);
      expect(await gateway.stores.customFields.listApis(writingContext(), { limit: 100, offset: 0 })).toEqual(before);
      const made = await gateway.ask(createCustomApi, { input }, { idempotencyKey: 'api' });
      expect(made.data?.createCustomApi.customApi, made.shown).toMatchObject({ slug: 'passes', description: '' });
      const again = await gateway.ask(createCustomApi, { input }, { idempotencyKey: 'api' });
      expect(again.data, again.shown).toEqual(made.data);
      const other = await gateway.ask(createCustomApi, { input });
      expect(other.errors[0]?.extensions.code, other.shown).toBe('CONFLICT');
    });
  });

  describe('who may write', () => {
    it.each([
      ['createSubscription', createSubscription, subscription],
      ['updateApplicationKey', updateApplicationKey, applicationKey],
      ['createCustomField', createCustomField, { ...customField, slug: 'never-written' }],
      ['createCustomApi', createCustomApi, { ...customApi, apiType: 'never_written_ext' }],
    ])('%s needs a token of a client that proved its secret', async (_name, mutation, input) => {
      const before = await gateway.countRows();
      const nobody = await gateway.ask(mutation, { input }, { as: 'nobody' });
      expect(nobody.errors[0]?.extensions, nobody.shown).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
      const shopper = await gateway.ask(mutation, { input }, { as: 'shopper' });
      expect(shopper.errors[0]?.extensions, shopper.shown).toMatchObject({ code: 'FORBIDDEN', status: 403 });
      expect(await gateway.countRows()).toEqual(before);
    });
  });
});
