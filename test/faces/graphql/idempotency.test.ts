import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type AskOptions, openGateway } from '../../support/gateway.ts';
import { subscriptionInput } from '../../support/subscription-input.ts';
import { useOpened } from '../../support/use-opened.ts';

const mutations = {
  createSubscription: {
    document: (field: string) => `mutation($input: CreateSubscriptionInput!) {
      ${field} { isReplayed subscription { resourceId } } }`,
    input: () => subscriptionInput,
    payload: 'subscription',
    faulty: { currency: 'XXX' },
    dangling: { offeringId: randomUUID() },
  },
  updateApplicationKey: {
    document: (field: string) => `mutation($input: UpdateApplicationKeyInput!) {
      ${field} { isReplayed applicationKey { resourceId name updatedAt } } }`,
    input: () => ({ id: demoIds.applicationKeys.storefront, name: `Key ${randomUUID()}` }),
    payload: 'applicationKey',
    faulty: { name: '' },
    dangling: { id: randomUUID() },
  },
  createCustomField: {
    document: (field: string) => `mutation($input: CreateCustomFieldInput!) {
      ${field} { isReplayed customField { resourceId slug } } }`,
    input: () => ({ customApiId: demoIds.customApi, name: 'F', slug: `f-${randomUUID()}`, fieldType: 'STRING' }),
    payload: 'customField',
    faulty: { slug: 'ID!' },
    dangling: { customApiId: randomUUID() },
  },
} as const;

describeEachEngine('mutations', (open) => {
  const gateway = useOpened(() => openGateway(open));

  describe.each(Object.entries(mutations))('%s', (name, { document, input, payload, faulty, dangling }) => {
    const ask = (variables: object, { key, ...options }: AskOptions & { key?: string } = {}) => {
      const directive = key === undefined ? '' : ` @idempotent(key: ${JSON.stringify(key)})`;
      return gateway.ask(document(`${name}(input: $input)${directive}`), { input: variables }, options);
    };
    const codes = (answer: Awaited<ReturnType<typeof ask>>) => answer.errors.map(({ extensions }) => extensions.code);

    it('under a key is done once, by the directive or by the header', async () => {
      const [asked, key] = [input(), randomUUID()];
      const first = await ask(asked, { key });
      expect(first.errors, first.shown).toEqual([]);
      expect(first.data[name].isReplayed).toBe(false);
      const before = await gateway.countRows();
      for (const again of [await ask(asked, { key }), await ask(asked, { idempotencyKey: key })]) {
        expect(again.data[name]).toEqual({ ...first.data[name], isReplayed: true });
      }
      expect(await gateway.countRows()).toEqual(before);
      expect(codes(await ask({ ...asked, ...input(), name: 'Another' }, { key }))).toEqual(['UNPROCESSABLE_ENTITY']);
    });

    it('that was refused leaves its key unused', async () => {
      const key = randomUUID();
      expect(codes(await ask({ ...input(), ...faulty }, { key }))).toEqual(['VALIDATION_FAILED']);
      expect(codes(await ask({ ...input(), ...dangling }, { key }))).toEqual(['NOT_FOUND']);
      expect((await ask(input(), { key })).data[name].isReplayed).toBe(false);
    });

    it('can be told to check everything and write nothing', async () => {
      const [asked, before] = [{ ...input(), validateOnly: true }, await gateway.countRows()];
      const key = randomUUID();
      const checked = await ask(asked, { key });
      expect(checked.errors, checked.shown).toEqual([]);
      expect(checked.data[name]).toEqual({ isReplayed: false, [payload]: null });
      expect(codes(await ask({ ...asked, ...faulty }))).toEqual(['VALIDATION_FAILED']);
      expect(codes(await ask({ ...asked, ...dangling }))).toEqual(['NOT_FOUND']);
      expect(await gateway.countRows()).toEqual(before);
      expect((await ask(input(), { key })).data[name].isReplayed).toBe(false);
    });

    it.each(['', 'x'.repeat(256), 'ключ', 'a\nb'])('refuses the key %j', async (key) => {
      const answer = await ask(input(), { key });
      expect(codes(answer)).toEqual(['VALIDATION_FAILED']);
      expect(answer.errors[0]?.extensions.violations).toMatchObject([{ path: ['@idempotent', 'key'] }]);
    });
  });

  it('a taken slug is a conflict for the check alone, too', async () => {
    const { document, input } = mutations.createCustomField;
    const asked = { ...input(), slug: demoIds.takenFieldSlug, validateOnly: true };
    const { errors } = await gateway.ask(document('createCustomField(input: $input)'), { input: asked });
    expect(errors).toMatchObject([
      { message: 'custom_field with the given slug already exists', extensions: { code: 'CONFLICT', status: 409 } },
    ]);
  });

  it.each([2 ** 53, 12345678901234567000, 1e20, 1e21])(
    'a bound of %d is answered again as it was',
    async (maxValue) => {
      const document = `mutation($input: CreateCustomFieldInput!) { createCustomField(input: $input) {
      customField { resourceId validation { float { minValue maxValue } } } } }`;
      const validation = { float: { minValue: -maxValue, maxValue } };
      const input = { ...mutations.createCustomField.input(), fieldType: 'FLOAT', validation };
      const asked = [document, { input }, { idempotencyKey: randomUUID() }] as const;
      const first = await gateway.ask(...asked);
      expect(first.data.createCustomField.customField, first.shown).toMatchObject({ validation });
      const again = await gateway.ask(...asked);
      expect(again.data, again.shown).toEqual(first.data);
    },
  );

  const { document: renaming, input: newName } = mutations.updateApplicationKey;
  const rename = 'updateApplicationKey(input: $input)';
  const header = (selections: string, variables: object = {}) => {
    const definitions = 'mutation($input: UpdateApplicationKeyInput!, $no: Boolean = false, $yes: Boolean = true)';
    const fragments = `fragment Both on Mutation { ${rename} { isReplayed } b: ${rename} { isReplayed } }
      fragment One on Mutation { ${rename} { isReplayed } __typename }`;
    const used = [...selections.matchAll(/\.\.\.(\w+)/g)].map(([, name]) => name);
    const needed = fragments.split(/(?=fragment)/).filter((text) => used.some((name) => text.includes(` ${name} `)));
    const query = `${definitions} { ${selections} no: __typename @skip(if: $no) yes: __typename @include(if: $yes) } ${needed.join('')}`;
    return gateway.ask(query, { input: newName(), ...variables }, { idempotencyKey: randomUUID() });
  };

  it.each([
    `__typename ${rename} { isReplayed }`,
    `${rename} { isReplayed } b: ${rename} @skip(if: true) { isReplayed }`,
    `${rename} { isReplayed } b: ${rename} @include(if: $no) { isReplayed }`,
    `${rename} { isReplayed } ... @include(if: $no) { b: ${rename} { isReplayed } }`,
    `${rename} { isReplayed } ...Both @skip(if: $yes)`,
    `${rename} { isReplayed } ${rename} { applicationKey { name } }`,
    '...One ...One ... on Mutation { ...One }',
  ])('a header means the one mutation that runs: %s', async (selections) => {
    const { data, errors, shown } = await header(selections);
    expect(errors, shown).toEqual([]);
    expect(data.updateApplicationKey, shown).toMatchObject({ isReplayed: false });
  });

  it.each([
    `${rename} { isReplayed } b: ${rename} @include(if: $yes) { isReplayed }`,
    '...Both',
    `...One ... @skip(if: $no) { b: ${rename} { isReplayed } }`,
  ])('a header can not mean two that run: %s', async (selections) => {
    const { errors, shown } = await header(selections);
    expect(
      errors.map(({ extensions }) => extensions.violations?.[0]?.path),
      shown,
    ).toEqual([['Idempotency-Key'], ['Idempotency-Key']]);
  });

  it('a field that is written twice is done once, under the one key that it names', async () => {
    const twice = (first: string, second: string) => renaming(`${rename} ${first} { isReplayed } ${rename} ${second}`);
    const [input, before] = [newName(), await gateway.countRows()];
    const refused = await gateway.ask(twice('@idempotent(key: "one")', '@idempotent(key: "two")'), { input });
    expect(refused.errors).toMatchObject([
      {
        message: "The argument '@idempotent.key' must be the same wherever the field is written.",
        extensions: { code: 'VALIDATION_FAILED' },
      },
    ]);
    expect(await gateway.countRows()).toEqual(before);
    const key = `@idempotent(key: "${randomUUID()}")`;
    expect((await gateway.ask(twice(key, key), { input })).data.updateApplicationKey.isReplayed).toBe(false);
    expect((await gateway.ask(twice('', key), { input })).data.updateApplicationKey.isReplayed).toBe(true);
  });

  it('a header can mean one mutation only, and the directive no query', async () => {
    const { input } = mutations.updateApplicationKey;
    const two = `mutation($input: UpdateApplicationKeyInput!) {
      a: updateApplicationKey(input: $input) { isReplayed } b: updateApplicationKey(input: $input) { isReplayed } }`;
    const { errors } = await gateway.ask(two, { input: input() }, { idempotencyKey: 'one' });
    expect(errors.map(({ extensions }) => extensions.violations?.[0]?.path)).toEqual([
      ['Idempotency-Key'],
      ['Idempotency-Key'],
    ]);
    const query = await gateway.ask('{ limits @idempotent(key: "x") { __typename } }');
    expect(query.errors[0]?.message).toBe("The directive '@idempotent' is for the fields of a mutation only.");
  });
});
