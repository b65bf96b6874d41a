/** Whatever is wrong with the input of a write, both faces find the same faults: each once, at the same place. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { snakeCased } from '../../src/rest/errors.ts';
import { describeEachEngine } from '../support/engines.ts';
import { openRestGateway, type RestAnswer } from '../support/rest-gateway.ts';
import { runs } from '../support/runs.ts';
import { useOpened } from '../support/use-opened.ts';

const numRuns = runs(30, 300);
const takenApiType = 'mountain_huts_ext';
const unknownId = '00000000-0000-4000-8000-000000000000';

/** What no text may be. */
const noText: fc.Arbitrary<unknown> = fc.constantFrom(7, 1.5, true, {}, { name: 'x' }, ['x', 1]);
/** What no object may be. Members that nobody knows are left to GraphQL: REST ignores them. */
const noObject: fc.Arbitrary<unknown> = fc.constantFrom(7, true, 'x', ['x', 1]);
const absent = Symbol('absent');
type Members = Readonly<Record<string, unknown>>;

/** Right more often than not, so that faults come in all combinations. */
function member(...right: unknown[]) {
  return (...wrong: unknown[]) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...right) },
      { weight: 2, arbitrary: fc.constantFrom(absent, null) },
      { weight: 1, arbitrary: noText },
      ...(wrong.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...wrong) }] : []),
    );
}

function record(members: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Members> {
  return fc
    .record(members)
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== absent)));
}

const badText = ['a\u0000b', '\ud800'];
const badId = ['', 'x', `{${unknownId}}`];
const id = (known: string, ...others: string[]) => member(known, known.toUpperCase())(...badId, unknownId, ...others);

const subscription = record({
  externalRef: member('erp-1', absent)('x'.repeat(2049), ...badText),
  accountId: member(demoIds.partnerAccount)(...badId),
  offeringId: id(demoIds.offering),
  planId: id(demoIds.plan, demoIds.planOfAnotherOffering),
  currency: member('EUR', 'USD')('eur', 'ZZZ', 'EURO', ''),
  paymentAuthority: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(absent, null, {}) },
    { weight: 1, arbitrary: noObject },
    {
      weight: 2,
      arbitrary: record({
        type: member('VENDOR_NET')('cash', ''),
        customerId: member('c')('', 'x'.repeat(1025)),
        cardId: member('c')('', ...badText),
      }),
    },
  ),
  name: member('Ann', '😀😀😀')('😀😀', '', 'x'.repeat(1025), 'line\nbreak', ...badText),
  email: member('ann@example.com')('ann', '@', 'a@b\n', 'x'.repeat(1025), ''),
});

const limits = (low: string, high: string, ...values: unknown[]) =>
  record({
    [low]: member(absent, 1)(...values),
    [high]: member(absent, 2)(0, ...values),
    allowNullValues: member(absent, true)(),
  });
const wholeNumbers = limits('minValue', 'maxValue', -1, 2 ** 53, 1.5, '1');
const rules = {
  string: fc
    .tuple(
      limits('minLength', 'maxLength', -1, 65_536, 2 ** 31, '1'),
      record({ regex: member(absent, '^a')('(', '(?=a)') }),
    )
    .map(([bounds, regex]) => ({ ...bounds, ...regex })),
  integer: wholeNumbers,
  float: limits('minValue', 'maxValue', '1'),
  boolean: record({ allowNullValues: member(absent, true)() }),
};
/** GraphQL's `@oneOf` wants a member, and none that is null: over REST none is no limit. */
const validation = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(absent, null) },
  { weight: 1, arbitrary: noObject },
  { weight: 4, arbitrary: fc.oneof(...Object.entries(rules).map(([type, made]) => fc.record({ [type]: made }))) },
  { weight: 2, arbitrary: fc.record(rules, { requiredKeys: ['string'] }) },
);

const customField = record({
  customApiId: fc.constantFrom(demoIds.customApi, demoIds.customApi, unknownId, 'x'),
  name: member('Beds')('', 'x'.repeat(256), 'line\nbreak', ...badText),
  description: member(absent, '', 'Where to sleep')('x'.repeat(256), ...badText),
  slug: member('fresh')(demoIds.takenFieldSlug, 'weight', '', 'Ä', 'x'.repeat(64)),
  fieldType: member('STRING', 'INTEGER', 'BOOLEAN', 'FLOAT')('DATE', ''),
  validation,
});

const customApi = record({
  name: member('Huts')('', 'x'.repeat(256), 'line\nbreak', ...badText),
  slug: member('huts')('weight', '', 'Ä', 'x'.repeat(64)),
  apiType: member('fresh_ext')(takenApiType, '', 'x', 'X_ext', `${'x'.repeat(252)}_ext`),
  description: member(absent, '', 'Where to sleep')('x'.repeat(256), ...badText),
});

const applicationKey = record({
  id: fc.constantFrom(demoIds.applicationKeys.admin, demoIds.applicationKeys.admin, unknownId, 'x'),
  name: member('Key')('', 'x'.repeat(256), 'line\nbreak', ...badText),
});

interface Write {
  readonly mutation: string;
  readonly inputs: fc.Arbitrary<Members>;
  readonly request: (input: Members) => readonly [method: string, path: string, data: Members];
}

const writes: Write[] = [
  {
    mutation: 'createSubscription',
    inputs: subscription,
    request: (input) => ['POST', '/subscriptions/subscriptions', input],
  },
  {
    mutation: 'createCustomField',
    inputs: customField,
    request: ({ customApiId, ...data }) => ['POST', `/settings/extensions/custom-apis/${customApiId}/fields`, data],
  },
  {
    mutation: 'createCustomApi',
    inputs: customApi,
    request: (input) => ['POST', '/settings/extensions/custom-apis', input],
  },
  {
    mutation: 'updateApplicationKey',
    inputs: applicationKey,
    request: ({ id, ...data }) => ['PUT', `/application-keys/${id}`, { type: 'application_key', ...data }],
  },
];

/** The contract's names, and its enums in lower case. */
function onTheWire(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const isEnum = (name: string, member: unknown) => ['fieldType', 'type'].includes(name) && typeof member === 'string';
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      snakeCased([name]),
      isEnum(name, member) ? String(member).toLowerCase() : onTheWire(member),
    ]),
  );
}

describeEachEngine('faults at random', (open) => {
  const gateway = useOpened(() => openRestGateway(open));

  async function overGraphQL(mutation: string, input: Members) {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
    const query = `mutation($i: ${type}!) { ${mutation}(input: $i) { __typename } }`;
    const { errors, shown } = await gateway.ask(query, { i: { ...input, validateOnly: true } });
    expect(errors.length, shown).toBeLessThanOrEqual(1);
    const { status = null, violations = [] } = errors[0]?.extensions ?? {};
    const faults = violations.map(({ path: [root, ...inner], rule, message }) => {
      expect(root, shown).toBe('input');
      if (isSentence(rule)) return message;
      // The parameter of the path, which the contract names so.
      return inner.join('.') === 'customApiId' ? 'customApiId' : snakeCased(inner);
    });
    return { status, faults: faults.sort(), shown };
  }

  async function overRest(write: Write, input: Members) {
    const [method, path, data] = write.request(input);
    const answer: RestAnswer = await gateway.rest(method, `/v2${path}`, { body: { data: onTheWire(data) } });
    const errors: { status: string; detail: string }[] = answer.body.errors ?? [];
    const faults = errors.map(({ detail }) => /^The \w+ '([\w.]+)' /.exec(detail)?.[1] ?? detail);
    return { status: answer.status < 300 ? null : answer.status, faults: faults.sort(), text: answer.text };
  }

  const isSentence = (rule: string) => rule === 'reference' || rule === 'conflict';

  let made = 0;
  /** A name that no earlier run has taken. */
  const withFreshNames = (input: Members): Members => {
    made += 1;
    return {
      ...input,
      ...(input.slug === 'fresh' && { slug: `fresh-${made}` }),
      ...(input.apiType === 'fresh_ext' && { apiType: `fresh_${made}_ext` }),
    };
  };

  it.each(writes)('$mutation', async (write) => {
    await fc.assert(
      fc.asyncProperty(write.inputs, async (drawn) => {
        const input = withFreshNames(drawn);
        const { shown, ...inGraphQL } = await overGraphQL(write.mutation, input);
        const { text, ...inRest } = await overRest(write, input);
        expect(inGraphQL, `${shown}\n${text}`).toEqual(inRest);
        expect(new Set(inRest.faults).size, text).toBe(inRest.faults.length);
      }),
      { numRuns },
    );
  });
});
