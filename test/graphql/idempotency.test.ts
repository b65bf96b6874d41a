import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../support/engines.ts';
import { type AskOptions, type Gateway, openGateway } from '../support/gateway.ts';
import { applicationKey, customField, subscription } from './bad-input-rows.ts';

const selection = {
  createSubscription: 'subscription { id createdAt status offering { name } plan { name } }',
  updateApplicationKey: 'applicationKey { id name updatedAt }',
  createCustomField: 'customField { id slug createdAt validation { string { maxLength regex } } }',
};
type Mutation = keyof typeof selection;
const mutations = Object.keys(selection) as Mutation[];

const typeOf = (mutation: Mutation) => `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`;
const documentOf = (mutation: Mutation, directive = '') =>
  `mutation($input: ${typeOf(mutation)}, $key: String = "") { ${mutation}(input: $input) ${directive} {
    isReplayed ${selection[mutation]} } __typename @skip(if: false) ${directive ? '' : 'again: __typename @include(if: false)'} }`;
void documentOf;

const withHeader = (mutation: Mutation) =>
  `mutation($input: ${typeOf(mutation)}) { answer: ${mutation}(input: $input) { isReplayed ${selection[mutation]} } }`;
const withDirective = (mutation: Mutation) => `mutation($input: ${typeOf(mutation)}, $key: String!) {
  answer: ${mutation}(input: $input) @idempotent(key: $key) { isReplayed ${selection[mutation]} } }`;

/** A valid input that nobody else has. */
function inputOf(mutation: Mutation): Record<string, unknown> {
  if (mutation === 'createSubscription') return { ...subscription, externalRef: randomUUID() };
  if (mutation === 'updateApplicationKey') return { ...applicationKey, name: randomUUID() };
  return { ...customField, slug: randomUUID() };
}

/** The same mutation with another input that is valid, with one that is not, and with one that refers to nothing. */
const changes: Record<Mutation, Record<'other' | 'faulty' | 'dangling', object>> = {
  createSubscription: { other: { name: 'Other' }, faulty: { email: 'x' }, dangling: { planId: randomUUID() } },
  updateApplicationKey: { other: { name: 'Other' }, faulty: { name: '' }, dangling: { id: randomUUID() } },
  createCustomField: { other: { name: 'Other' }, faulty: { slug: '' }, dangling: { customApiId: randomUUID() } },
};

describeEachEngine('idempotency', (open) => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await openGateway(open);
  });
  afterAll(() => gateway.drop());

  type Send = (mutation: Mutation, input: object, key: string, options?: AskOptions) => ReturnType<Gateway['ask']>;
  const ways: [string, Send][] = [
    [
      'the header',
      (mutation, input, key, options = {}) =>
        gateway.ask(withHeader(mutation), { input }, { ...options, idempotencyKey: key }),
    ],
    [
      'the directive',
      (mutation, input, key, options = {}) =>
        gateway.ask(withDirective(mutation), { input, key }, { idempotencyKey: 'of the header', ...options }),
    ],
  ];

  describe.each(ways)('by %s', (_way, send) => {
    describe.each(mutations)('%s', (mutation) => {
      test('is done once, and answered again as it was', async () => {
        const [input, key] = [inputOf(mutation), randomUUID()];
        const first = await send(mutation, input, key);
        expect(first.data.answer.isReplayed, first.shown).toBe(false);
        expect(first.headers.get('Idempotent-Replayed')).toBeNull();
        const before = await gateway.countRows();
        const second = await send(mutation, input, key, { now: new Date(Date.now() + 60_000) });
        expect(second.data.answer, second.shown).toEqual({ ...first.data.answer, isReplayed: true });
        expect(second.headers.get('Idempotent-Replayed')).toBe('true');
        expect(second.extensions).toEqual(first.extensions);
        expect(await gateway.countRows()).toEqual(before);
      });

      test('with another input is UNPROCESSABLE_ENTITY, and writes nothing', async () => {
        const [input, key] = [inputOf(mutation), randomUUID()];
        await send(mutation, input, key);
        const before = await gateway.countRows();
        const { data, errors, shown } = await send(mutation, { ...input, ...changes[mutation].other }, key);
        expect([data.answer, errors[0]?.extensions.code, errors[0]?.extensions.status], shown).toEqual([
          null,
          'UNPROCESSABLE_ENTITY',
          422,
        ]);
        expect(await gateway.countRows()).toEqual(before);
      });

      test.each([
        ['faulty', 'VALIDATION_FAILED'],
        ['dangling', 'NOT_FOUND'],
      ] as const)('that is refused (%s) does not use the key up', async (change, code) => {
        const [input, key] = [inputOf(mutation), randomUUID()];
        const refused = await send(mutation, { ...input, ...changes[mutation][change] }, key);
        expect(refused.errors[0]?.extensions.code, refused.shown).toBe(code);
        expect((await send(mutation, input, key)).data.answer.isReplayed).toBe(false);
      });

      test('of 50 at once one writes, the others repeat it or are a CONFLICT', async () => {
        const [input, key] = [inputOf(mutation), randomUUID()];
        const before = await gateway.countRows();
        const answers = await Promise.all(Array.from({ length: 50 }, () => send(mutation, input, key)));
        const written = answers.filter(({ data }) => data.answer?.isReplayed === false);
        expect(written).toHaveLength(1);
        for (const { data, errors, shown } of answers) {
          if (data.answer) expect(data.answer.isReplayed || data === written[0]?.data, shown).toBe(true);
          else expect([errors[0]?.extensions.code, errors[0]?.extensions.status], shown).toEqual(['CONFLICT', 409]);
        }
        const added = mutation === 'updateApplicationKey' ? 0 : 1;
        const rows = (counts: Record<string, unknown>) => Number(counts.subscriptions) + Number(counts.custom_fields);
        expect(rows(await gateway.countRows())).toBe(rows(before) + added);
        expect((await send(mutation, input, key)).data.answer.isReplayed).toBe(true);
      });

      test('is done again after 24 hours, and not a moment before', async () => {
        const [input, key] = [inputOf(mutation), randomUUID()];
        const now = new Date();
        const later = (ms: number) => send(mutation, input, key, { now: new Date(now.getTime() + ms) });
        await later(0);
        expect((await later(24 * 3_600_000 - 1)).data.answer.isReplayed).toBe(true);
        const { data, errors } = await later(24 * 3_600_000);
        // A slug stays taken.
        if (mutation === 'createCustomField') expect(errors[0]?.extensions.code).toBe('CONFLICT');
        else expect(data.answer.isReplayed).toBe(false);
      });
    });
  });

  test('both ways, and every spelling of an input, mean the same key and input', async () => {
    const [input, key] = [inputOf('createSubscription'), randomUUID()];
    const [[, byHeader], [, byDirective]] = ways as [[string, Send], [string, Send]];
    const first = await byHeader('createSubscription', input, key);
    const spelled = { ...input, paymentAuthority: null, validateOnly: false, planId: demoIds.plan.toUpperCase() };
    expect((await byDirective('createSubscription', spelled, key)).data.answer).toEqual({
      ...first.data.answer,
      isReplayed: true,
    });
  });

  test('a CONFLICT of the effect does not use the key up', async () => {
    const [input, key] = [inputOf('createCustomField'), randomUUID()];
    const ask = (asked: object) => gateway.ask(withDirective('createCustomField'), { input: asked, key });
    const { errors } = await ask({ ...input, slug: demoIds.takenFieldSlug });
    expect(errors[0]?.extensions.code).toBe('CONFLICT');
    expect((await ask(input)).data.answer.isReplayed).toBe(false);
  });

  test('a key belongs to its operation', async () => {
    const key = randomUUID();
    for (const mutation of mutations) {
      const { data, shown } = await gateway.ask(
        withHeader(mutation),
        { input: inputOf(mutation) },
        { idempotencyKey: key },
      );
      expect(data.answer?.isReplayed, shown).toBe(false);
    }
  });

  test('each field of a mutation has its own key, and the response no header', async () => {
    const [input, key] = [inputOf('createSubscription'), randomUUID()];
    const document = `mutation($input: CreateSubscriptionInput!, $key: String!) { ...both }
      fragment both on Mutation {
        a: createSubscription(input: $input) @idempotent(key: $key) { isReplayed subscription { id } }
        b: createSubscription(input: $input) @idempotent(key: $key) { isReplayed subscription { id } }
        c: createSubscription(input: $input) @idempotent(key: "c of ${key}") { isReplayed subscription { id } }
      }`;
    const { data, headers, shown } = await gateway.ask(document, { input, key }, { idempotencyKey: 'of the header' });
    expect([data.a.isReplayed, data.b.isReplayed, data.c.isReplayed], shown).toEqual([false, true, false]);
    expect(data.b.subscription).toEqual(data.a.subscription);
    expect(data.c.subscription).not.toEqual(data.a.subscription);
    expect(headers.get('Idempotent-Replayed')).toBeNull();
  });

  const field = (alias: string, directive = '') =>
    `${alias}: createSubscription(input: $input) ${directive} { isReplayed }`;
  const document = (...fields: string[]) => `mutation($input: CreateSubscriptionInput!) { ${fields.join(' ')} }`;
  const shared =
    "The header 'Idempotency-Key' is for a mutation with one field, but this one has 2: put '@idempotent(key:)' on each.";
  test.each([
    ['a header for two fields', document(field('a'), field('b')), 'k', 'VALIDATION_FAILED', shared],
    [
      'a header beside a key',
      document(field('a', '@idempotent(key: "1")'), field('b')),
      'k',
      'VALIDATION_FAILED',
      shared,
    ],
    [
      'an empty key',
      document(field('a', '@idempotent(key: "")')),
      null,
      'VALIDATION_FAILED',
      "The argument 'a.@idempotent.key' is empty, but 1 to 255 characters are expected.",
    ],
    [
      'a long key',
      document(field('a', `@idempotent(key: "${'x'.repeat(256)}")`)),
      null,
      'VALIDATION_FAILED',
      "The argument 'a.@idempotent.key' has 256 characters, but 1 to 255 are expected.",
    ],
    [
      'a key that no header can carry',
      document(field('a', '@idempotent(key: "canary é")')),
      null,
      'VALIDATION_FAILED',
      "The argument 'a.@idempotent.key' must be printable ASCII.",
    ],
    [
      'two keys for one field',
      document(field('a', '@idempotent(key: "1")'), field('a', '@idempotent(key: "2")')),
      null,
      'VALIDATION_FAILED',
      "The argument 'a.@idempotent.key' has several values.",
    ],
    [
      'a key on a field of a payload',
      document('a: createSubscription(input: $input) { isReplayed @idempotent(key: "1") }'),
      null,
      'GRAPHQL_VALIDATION_FAILED',
      "The directive '@idempotent' belongs on a mutation's root field, and 'isReplayed' is none.",
    ],
    [
      'a key without a value',
      document(field('a', '@idempotent')),
      null,
      'GRAPHQL_VALIDATION_FAILED',
      /"key" of type "String!"/,
    ],
  ] as const)('%s is refused, and nothing is written', async (_title, query, idempotencyKey, code, message) => {
    const before = await gateway.countRows();
    const input = inputOf('createSubscription');
    const { data, errors, shown } = await gateway.ask(query, { input }, { idempotencyKey });
    expect(data, shown).toBeNull();
    expect(errors[0]?.extensions.code, shown).toBe(code);
    expect(errors[0]?.message, shown).toMatch(message);
    expect(await gateway.countRows()).toEqual(before);
  });

  test('a key on a query is refused', async () => {
    const { data, errors } = await gateway.ask('{ limits @idempotent(key: "1") { cost } }');
    expect(data).toBeNull();
    expect(errors[0]?.message).toBe(
      "The directive '@idempotent' belongs on a mutation's root field, and 'limits' is none.",
    );
  });

  test('a header that a query carries means nothing, and one field skipped leaves one', async () => {
    expect((await gateway.ask('{ limits { cost } }', {}, { idempotencyKey: 'k' })).errors).toEqual([]);
    const query = document(field('a'), field('b', '@skip(if: true)'), '__typename');
    const { data } = await gateway.ask(
      query,
      { input: inputOf('createSubscription') },
      { idempotencyKey: randomUUID() },
    );
    expect(data.a.isReplayed).toBe(false);
  });

  test('a key stays between the client and its hash', async () => {
    const key = `canary-${randomUUID()}`;
    const input = { ...inputOf('createSubscription'), name: 'canary name', email: 'canary@example.com' };
    const ask = (asked: object) => gateway.ask(withDirective('createSubscription'), { input: asked, key });
    const answers = [await ask(input), await ask(input), await ask({ ...input, name: 'other' }), await ask({})];
    expect(JSON.stringify(answers.map(({ data, errors }) => [data, errors]))).not.toContain('canary');
    const rows = await gateway.engine.reader.selectFrom('idempotency_key').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('canary');
    expect(gateway.statements.join('\n')).not.toContain('canary');
    expect(gateway.bugs).toEqual([]);
  });
});

describeEachEngine('validateOnly', (open) => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await openGateway(open);
  });
  afterAll(() => gateway.drop());

  describe.each(mutations)('%s', (mutation) => {
    const check = (input: object, options: AskOptions = {}) =>
      gateway.ask(withHeader(mutation), { input: { ...input, validateOnly: true } }, options);

    test('checks a good input, and writes nothing', async () => {
      const before = await gateway.countRows();
      const { data, errors, shown } = await check(inputOf(mutation));
      expect(errors, shown).toEqual([]);
      expect(Object.values(data.answer).toSorted(), shown).toEqual([false, null]);
      expect(await gateway.countRows()).toEqual(before);
    });

    const conflicts = mutation === 'createCustomField' ? [{ slug: demoIds.takenFieldSlug }] : [];
    test.each([changes[mutation].faulty, changes[mutation].dangling, ...conflicts])(
      'finds the errors of the real thing (%j)',
      async (change) => {
        const input = { ...inputOf(mutation), ...change };
        const told = ({ errors }: Awaited<ReturnType<typeof check>>) =>
          errors.map(({ message, extensions: { requestId: _, ...extensions } }) => ({ message, extensions }));
        const checked = await check(input);
        expect(checked.errors).toHaveLength(1);
        expect(told(checked)).toEqual(told(await gateway.ask(withHeader(mutation), { input })));
      },
    );

    test('uses no key up, and takes no notice of one', async () => {
      const [input, idempotencyKey] = [inputOf(mutation), randomUUID()];
      for (const sent of [input, { ...input, ...changes[mutation].other }]) {
        expect((await check(sent, { idempotencyKey })).errors).toEqual([]);
      }
      const { data } = await gateway.ask(withHeader(mutation), { input }, { idempotencyKey });
      expect(data.answer.isReplayed).toBe(false);
    });

    test('needs the same token', async () => {
      expect((await check(inputOf(mutation), { as: 'nobody' })).errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
      expect((await check(inputOf(mutation), { as: 'shopper' })).errors[0]?.extensions.code).toBe('FORBIDDEN');
    });

    test('null is false', async () => {
      const { data } = await gateway.ask(withHeader(mutation), { input: { ...inputOf(mutation), validateOnly: null } });
      expect(Object.values(data.answer)).not.toContain(null);
    });
  });
});
