import { describe, expect, test } from 'vitest';
import { parseInput } from '../../../src/domain/input/parse-input.ts';
import { createSubscriptionInput } from '../../../src/domain/subscription/create-subscription.ts';
import { violationsOf } from '../../support/violations-of.ts';

const id = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f1';
const paymentAuthority = { type: 'vendor_net', customerId: 'cus_1', cardId: 'card_1' };
const complete = {
  externalRef: 'order 5',
  accountId: id,
  offeringId: id,
  planId: id,
  currency: 'EUR',
  paymentAuthority,
  name: 'Socks',
  email: 'ann@example.com',
};

const parse = (changes: Record<string, unknown>) => parseInput(createSubscriptionInput, { ...complete, ...changes });
const faults = (changes: Record<string, unknown>) => violationsOf(() => parse(changes));

test('a complete request is taken as it is', () => {
  expect(parse({})).toEqual(complete);
});

test.each([undefined, null])('optional members that are %s come out as null', (absent) => {
  expect(parse({ externalRef: absent, paymentAuthority: absent })).toMatchObject({
    externalRef: null,
    paymentAuthority: null,
  });
});

test.each([undefined, null])(
  'every required member that is %s is named, in the order of the contract',
  async (absent) => {
    const names = ['accountId', 'offeringId', 'planId', 'currency', 'name', 'email'];
    expect(await faults(Object.fromEntries(names.map((name) => [name, absent])))).toEqual(
      names.map((name) => `${name} required The field '${name}' is required.`),
    );
  },
);

test('all faults come at once, in the order of the contract, one for each field', async () => {
  const bad = {
    email: 'nobody',
    name: 'ab',
    paymentAuthority: { type: 'vendor_card', customerId: 5, cardId: null },
    currency: 'eur',
    planId: '5',
    offeringId: 5,
    accountId: `{${id}}`,
    externalRef: 'a\0',
  };
  expect(await faults(bad)).toEqual([
    "externalRef characters The field 'externalRef' must not contain the NUL character.",
    `accountId format The field 'accountId' must be a UUID, but is '{${id}}'.`,
    "offeringId type The field 'offeringId' must be a string, but is a number.",
    "planId format The field 'planId' must be a UUID, but is '5'.",
    "currency pattern The field 'currency' must be an ISO 4217 currency code in use, in upper case, as EUR is, but is 'eur'.",
    "paymentAuthority.type enum The field 'paymentAuthority.type' must be 'vendor_payments_processor' or 'vendor_net'.",
    "paymentAuthority.customerId type The field 'paymentAuthority.customerId' must be a string, but is a number.",
    "paymentAuthority.cardId required The field 'paymentAuthority.cardId' is required.",
    "name minLength The field 'name' has 2 characters, but 3 to 1024 are expected.",
    "email format The field 'email' must be an e-mail address, as name@example.com is.",
  ]);
});

test('members that the contract does not know are left out', () => {
  const extra = JSON.parse('{"meta":{"owner":"organization"},"__proto__":{"admin":true},"status":"inactive"}');
  const parsed = parse(extra);
  expect(parsed).toEqual(complete);
  expect(parsed).not.toHaveProperty('admin');
});

describe('a request that is not an object', () => {
  test.each([
    [null, " required The field '' is required."],
    [3, " type The field '' must be an object, but is a number."],
    ['x', " type The field '' must be an object, but is a string."],
    [[], " type The field '' must be an object, but is an array."],
  ])('%j', async (input, expected) => {
    expect(await violationsOf(() => parseInput(createSubscriptionInput, input))).toEqual([expected]);
  });
});

describe('a text is measured in code points', () => {
  test.each([
    ['name', '😀'.repeat(1024)],
    ['name', 'abc'],
    ['name', 'e\u0301a'],
    ['name', '\u202eabc'],
    ['externalRef', '😀'.repeat(2048)],
    ['externalRef', ''],
    ['externalRef', 'two\nlines'],
  ])('%s takes a fitting text (%#)', (field, value) => {
    expect(parse({ [field]: value })).toMatchObject({ [field]: value });
  });

  const tooMany = (field: string, bounds: string, max: number) =>
    `${field} maxLength The field '${field}' has more than ${max} characters, but ${bounds} are expected.`;
  test.each([
    ['name', 'a'.repeat(1025), tooMany('name', '3 to 1024', 1024)],
    ['name', 'a'.repeat(1_000_000), tooMany('name', '3 to 1024', 1024)],
    ['name', '😀😀', "name minLength The field 'name' has 2 characters, but 3 to 1024 are expected."],
    ['name', 'é', "name minLength The field 'name' has 1 character, but 3 to 1024 are expected."],
    ['name', '', "name minLength The field 'name' must not be empty: 3 to 1024 are expected."],
    ['name', 'abc\ud800', "name characters The field 'name' must not contain a lone surrogate."],
    ['name', 'a\u0007bc', "name pattern The field 'name' must not contain control characters."],
    ['name', 'a\u0085bc', "name pattern The field 'name' must not contain control characters."],
    ['externalRef', 'a'.repeat(2049), tooMany('externalRef', 'at most 2048', 2048)],
  ])('%s refuses any other (%#)', async (field, value, expected) => {
    expect(await faults({ [field]: value })).toEqual([expected]);
  });
});

describe('an id is a UUID', () => {
  test.each([id, id.toUpperCase(), '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])(
    '%s is taken, in lower case',
    (value) => {
      expect(parse({ accountId: value }).accountId).toBe(value.toLowerCase());
    },
  );

  test.each([id.slice(1), `urn:uuid:${id}`, id.replaceAll('-', ''), ` ${id}`, `${id}\n`, id.replace('f', 'g'), ''])(
    '%j is refused',
    async (value) => {
      expect(await faults({ accountId: value })).toEqual([
        `accountId format The field 'accountId' must be a UUID, but is '${value}'.`,
      ]);
    },
  );
});

describe('the payment authority', () => {
  test.each(['vendor_payments_processor', 'vendor_net'])('may be of the type %s', (type) => {
    expect(parse({ paymentAuthority: { ...paymentAuthority, type } }).paymentAuthority?.type).toBe(type);
  });

  test('lacks everything when it is empty', async () => {
    expect(await faults({ paymentAuthority: {} })).toEqual([
      "paymentAuthority.type required The field 'paymentAuthority.type' is required.",
      "paymentAuthority.customerId required The field 'paymentAuthority.customerId' is required.",
      "paymentAuthority.cardId required The field 'paymentAuthority.cardId' is required.",
    ]);
  });

  test('must be an object', async () => {
    expect(await faults({ paymentAuthority: 'card' })).toEqual([
      "paymentAuthority type The field 'paymentAuthority' must be an object, but is a string.",
    ]);
  });

  test('is never quoted, whatever is wrong with it', async () => {
    const secret = '4111111111111111';
    const bad = { type: 'vendor_net', customerId: `${secret}\0`, cardId: secret.repeat(65) };
    const messages = await faults({ paymentAuthority: bad });
    expect(messages).toHaveLength(2);
    expect(messages.join()).not.toContain(secret);
  });
});
