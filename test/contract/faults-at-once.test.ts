/**
 * A faulty input is answered with every fault at once, whatever finds it: a member that is missing or of the wrong type, a rule, a
 * reference, a conflict. One violation for each, rooted at the argument; the same set over REST.
 */
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../support/engines.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { useOpened } from '../support/use-opened.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const { offering, plan, planOfAnotherOffering, partnerAccount, customApi, takenFieldSlug } = demoIds;
const keyId = demoIds.applicationKeys.admin;

interface Row {
  readonly title: string;
  readonly mutation: 'createSubscription' | 'updateApplicationKey' | 'createCustomField';
  /** In GraphQL's names. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly code: string;
  /** Path without its root, and rule. */
  readonly faults: readonly (readonly [path: string, rule: string])[];
}

const rows: Row[] = [
  {
    title: 'nothing at all',
    mutation: 'createSubscription',
    input: {},
    code: 'VALIDATION_FAILED',
    faults: ['accountId', 'offeringId', 'planId', 'currency', 'name', 'email'].map((name) => [name, 'required']),
  },
  {
    title: 'a missing member, nulls, a wrong type, a broken rule and an unknown offering',
    mutation: 'createSubscription',
    input: { accountId: null, offeringId: unknownId, planId: plan, currency: 'eur', name: 5, email: null },
    code: 'VALIDATION_FAILED',
    faults: [
      ['accountId', 'required'],
      ['offeringId', 'reference'],
      ['currency', 'pattern'],
      ['name', 'type'],
      ['email', 'required'],
    ],
  },
  {
    title: 'a plan of another offering, and a short name',
    mutation: 'createSubscription',
    input: {
      accountId: partnerAccount,
      offeringId: offering,
      planId: planOfAnotherOffering,
      currency: 'EUR',
      name: 'x',
      email: 'a@b',
    },
    code: 'VALIDATION_FAILED',
    faults: [
      ['planId', 'reference'],
      ['name', 'minLength'],
    ],
  },
  {
    title: 'an unknown offering alone',
    mutation: 'createSubscription',
    input: {
      accountId: partnerAccount,
      offeringId: unknownId,
      planId: plan,
      currency: 'EUR',
      name: 'Ann',
      email: 'a@b',
    },
    code: 'NOT_FOUND',
    faults: [['offeringId', 'reference']],
  },
  {
    title: 'half a payment authority',
    mutation: 'createSubscription',
    input: {
      accountId: partnerAccount,
      offeringId: offering,
      planId: plan,
      currency: 'EUR',
      name: 'Ann',
      email: 'a@b',
      paymentAuthority: { customerId: '' },
    },
    code: 'VALIDATION_FAILED',
    faults: [
      ['paymentAuthority.type', 'required'],
      ['paymentAuthority.customerId', 'minLength'],
      ['paymentAuthority.cardId', 'required'],
    ],
  },
  {
    title: 'an unknown key without a name',
    mutation: 'updateApplicationKey',
    input: { id: unknownId },
    code: 'VALIDATION_FAILED',
    faults: [
      ['id', 'reference'],
      ['name', 'required'],
    ],
  },
  {
    title: 'an unknown key',
    mutation: 'updateApplicationKey',
    input: { id: unknownId, name: 'x' },
    code: 'NOT_FOUND',
    faults: [['id', 'reference']],
  },
  {
    title: 'a key with a name of a wrong type',
    mutation: 'updateApplicationKey',
    input: { id: keyId, name: ['x'] },
    code: 'VALIDATION_FAILED',
    faults: [['name', 'type']],
  },
  {
    title: 'a slug that is taken, a missing name and a rule that is broken',
    mutation: 'createCustomField',
    input: {
      customApiId: customApi,
      slug: takenFieldSlug,
      fieldType: 'INTEGER',
      validation: { integer: { minValue: 2, maxValue: 1 } },
    },
    code: 'VALIDATION_FAILED',
    faults: [
      ['name', 'required'],
      ['slug', 'conflict'],
      ['validation.integer.minValue', 'range'],
    ],
  },
  {
    title: 'a slug that is taken',
    mutation: 'createCustomField',
    input: { customApiId: customApi, name: 'x', slug: takenFieldSlug, fieldType: 'INTEGER' },
    code: 'CONFLICT',
    faults: [['slug', 'conflict']],
  },
  {
    title: 'an unknown custom API, a reserved slug and a field type of a wrong type',
    mutation: 'createCustomField',
    input: { customApiId: unknownId, name: 'x', slug: 'weight', fieldType: 'DATE' },
    code: 'VALIDATION_FAILED',
    faults: [
      ['customApiId', 'reference'],
      ['slug', 'reserved'],
      ['fieldType', 'enum'],
    ],
  },
];

const status = { VALIDATION_FAILED: '400', NOT_FOUND: '404', CONFLICT: '409' } as Readonly<Record<string, string>>;
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function inSnakeCase(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), inSnakeCase(member)]));
}

describeEachEngine('faults at once', (open) => {
  const gateway = useOpened(() => openRestGateway(open));

  const askGraphQL = ({ mutation, input }: Pick<Row, 'mutation' | 'input'>, options = {}) => {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
    return gateway.ask(`mutation($i: ${type}!) { ${mutation}(input: $i) { __typename } }`, { i: input }, options);
  };

  async function askRest({ mutation, input }: Row) {
    const { id, customApiId, fieldType, ...rest } = input;
    const others = fieldType === undefined ? rest : { ...rest, fieldType: String(fieldType).toLowerCase() };
    if (mutation === 'updateApplicationKey') {
      const data = { type: 'application_key', ...others };
      return gateway.rest('PUT', `/v2/application-keys/${id}`, { body: { data } });
    }
    const path =
      mutation === 'createSubscription'
        ? '/v2/subscriptions/subscriptions'
        : `/v2/settings/extensions/custom-apis/${customApiId}/fields`;
    return gateway.rest('POST', path, { body: { data: inSnakeCase(others) } });
  }

  describe.each(rows)('$mutation: $title', (row) => {
    it('GraphQL names each fault once, from the argument on', async () => {
      const before = await gateway.countRows();
      const { errors, shown } = await askGraphQL(row);
      expect(errors.length, shown).toBe(1);
      expect(errors[0]?.extensions.code, shown).toBe(row.code);
      const found = errors[0]?.extensions.violations?.map(({ path, rule }) => [path.join('.'), rule]);
      expect(found, shown).toEqual(row.faults.map(([path, rule]) => [`input.${path}`, rule]));
      expect(await gateway.countRows()).toEqual(before);
    });

    it('REST has an error for each, in the same order', async () => {
      const { body, text } = await askRest(row);
      const { errors } = await askGraphQL(row);
      expect(
        body.errors.map((error: { status: string }) => error.status),
        text,
      ).toEqual(row.faults.map(() => status[row.code]));
      for (const [index, [path, rule]] of row.faults.entries()) {
        const { detail } = body.errors[index];
        const sentence = errors[0]?.extensions.violations?.[index]?.message;
        if (rule === 'reference' || rule === 'conflict') expect(detail, text).toBe(sentence);
        else expect(detail, text).toContain(`'${path.split('.').map(snake).join('.')}'`);
      }
    });
  });

  it('a variable within the input is named by its place in it', async () => {
    const { errors, shown } = await gateway.ask(
      'mutation($n: String!, $k: ID!) { updateApplicationKey(input: { id: $k, name: $n }) { __typename } }',
      { n: 5 },
    );
    expect(
      errors[0]?.extensions.violations?.map(({ path, rule }) => [path, rule]),
      shown,
    ).toEqual([
      [['input', 'id'], 'required'],
      [['input', 'name'], 'type'],
    ]);
  });

  it("a query's variable is named by its argument", async () => {
    const { errors, shown } = await gateway.ask(
      'query($size: Int, $x: ID!) { childProducts(productId: $x, first: $size) { totalCount } }',
      { size: 'x' },
    );
    expect(
      errors[0]?.extensions.violations?.map(({ path, rule }) => [path, rule]),
      shown,
    ).toEqual([
      [['first'], 'type'],
      [['productId'], 'required'],
    ]);
  });

  it('an unknown member is told beside what the rules say', async () => {
    const { errors, shown } = await askGraphQL({
      mutation: 'updateApplicationKey',
      input: { id: keyId, name: '', nickname: 'x' },
    });
    expect(
      errors[0]?.extensions.violations?.map(({ path, rule }) => [path.join('.'), rule]),
      shown,
    ).toEqual([
      ['input.name', 'minLength'],
      ['input.nickname', 'type'],
    ]);
  });

  it('who may not write learns of types, which the schema tells anyway, and of nothing that is stored', async () => {
    for (const as of ['nobody', 'shopper']) {
      const { errors, shown } = await askGraphQL(
        { mutation: 'updateApplicationKey', input: { id: unknownId } },
        { as },
      );
      expect(errors[0]?.extensions.violations, shown).toEqual([
        { path: ['input', 'name'], rule: 'required', message: "The field 'input.name' is required." },
      ]);
    }
  });

  it.each([
    ['product(id: "nothing") { id }', ['id']],
    ['childProducts(productId: "nothing") { totalCount }', ['productId']],
    [`applicationKey(id: "${unknownId}") { id }`, ['id']],
    [`customApi(id: "${unknownId}") { id }`, ['id']],
    [`subscription(id: "${unknownId}") { id }`, ['id']],
  ])('NOT_FOUND names its argument: %s', async (field, path) => {
    const { errors, shown } = await gateway.ask(`{ ${field} }`);
    expect(errors[0]?.extensions, shown).toMatchObject({
      code: 'NOT_FOUND',
      violations: [{ path, rule: 'reference', message: errors[0]?.message }],
    });
  });
});
