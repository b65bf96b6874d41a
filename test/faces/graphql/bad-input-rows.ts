/** What a bad input must be answered with: code, path, rule and sentence. */
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { formatGlobalId } from '../../../src/graphql/schema/global-id.ts';
import { subscriptionInput as subscription } from '../../support/subscription-input.ts';

export interface BadInput {
  readonly title: string;
  readonly variables: object;
  readonly code: string;
  /** The violation's; absent for errors that have none. */
  readonly path?: readonly (string | number)[];
  readonly rule?: string;
  readonly message: string | RegExp;
}

export const unknownUuid = '00000000-0000-4000-8000-000000000000';
export const productGlobalId = formatGlobalId('Product', demoIds.products.showcaseParent);
const nul = 'a\0b';
const loneSurrogate = 'a\ud800b';

/** The row of a field of `input`, over an input that is otherwise right. */
function fieldRows(
  base: object,
  field: string,
  rows: readonly [title: string, value: unknown, rule: string, message: string | RegExp][],
): BadInput[] {
  const path = ['input', ...field.split('.')];
  return rows.map(([title, value, rule, message]) => ({
    title: `${field}: ${title}`,
    variables: { input: withField(base, field.split('.'), value) },
    code: 'VALIDATION_FAILED',
    path,
    rule,
    message,
  }));
}

function withField(base: object, [name = '', ...rest]: string[], value: unknown): object {
  const inner = (base as Record<string, unknown>)[name];
  return { ...base, [name]: rest.length > 0 ? withField((inner ?? {}) as object, rest, value) : value };
}

const characters: [string, string, string, RegExp][] = [
  ['NUL', nul, 'characters', /must not contain the NUL character\.$/],
  ['a lone surrogate', loneSurrogate, 'characters', /must not contain a lone surrogate\.$/],
];
const singleLine: [string, string, string, RegExp][] = [
  ['NUL', nul, 'pattern', /must not contain the NUL character\.$/],
  ['a lone surrogate', loneSurrogate, 'characters', /must not contain a lone surrogate\.$/],
  ['a control character', 'abc\u0007', 'pattern', /must not contain control characters\.$/],
  ['a C1 control character', 'abc\u0085', 'pattern', /must not contain control characters\.$/],
];
const uuidForms: [string, unknown, string, RegExp][] = [
  ['empty', '', 'format', /must be a UUID, but is ''\.$/],
  ['35 characters', unknownUuid.slice(1), 'format', /must be a UUID, but is '0000000-/],
  ['braces', `{${unknownUuid}}`, 'format', /must be a UUID/],
  ['urn', `urn:uuid:${unknownUuid}`, 'format', /must be a UUID/],
  ['NUL', nul, 'format', /must be a UUID/],
  ['a global id of another type', productGlobalId, 'format', /is the id of a Product, which is not expected here\.$/],
  ['an object', { a: 1 }, 'type', /must be a value of the type ID\.$/],
  ['null', null, 'required', /is required\.$/],
];

const card = { type: 'VENDOR_NET', customerId: 'cus', cardId: 'card' };
const paying = { ...subscription, paymentAuthority: card };
const notFound = (field: string) => ({ code: 'NOT_FOUND', path: ['input', field], rule: 'reference' });

export const subscriptionRows: BadInput[] = [
  ...fieldRows(subscription, 'externalRef', [
    [
      '2049 characters',
      'x'.repeat(2049),
      'maxLength',
      "The field 'input.externalRef' has more than 2048 characters, but at most 2048 are expected.",
    ],
    ['2049 emoji', '😀'.repeat(2049), 'maxLength', /more than 2048/],
    ...characters,
    ['a number', 5, 'type', "The field 'input.externalRef' must be a value of the type String."],
  ]),
  ...fieldRows(subscription, 'accountId', uuidForms),
  ...fieldRows(subscription, 'offeringId', uuidForms),
  ...fieldRows(subscription, 'planId', uuidForms),
  ...fieldRows(
    subscription,
    'currency',
    ['', 'eur', 'EURO', 'ZZZ', 'BTC', 'XXX', 'XTS', 'HRK', 'A'.repeat(1024), 'EUR\n', 'E\0R'].map((value) => [
      JSON.stringify(value).slice(0, 20),
      value,
      /^[A-Z]{3}$/.test(value) ? 'enum' : 'pattern',
      /must be an ISO 4217 currency code in use, in upper case, as EUR is, but is '/,
    ]),
  ),
  ...fieldRows(subscription, 'name', [
    ['empty', '', 'minLength', "The field 'input.name' must not be empty: 3 to 1024 are expected."],
    ['2 characters', 'Al', 'minLength', "The field 'input.name' has 2 characters, but 3 to 1024 are expected."],
    ['2 emoji', '😀😀', 'minLength', /has 2 characters/],
    ['1025 characters', 'x'.repeat(1025), 'maxLength', /has more than 1024 characters, but 3 to 1024 are expected\.$/],
    ['null', null, 'required', "The field 'input.name' is required."],
    ...singleLine,
  ]),
  ...fieldRows(subscription, 'email', [
    ['2 characters', 'a@', 'minLength', /has 2 characters/],
    ['1025 characters', `${'a'.repeat(1020)}@b.co`, 'maxLength', /more than 1024/],
    ...[
      'a@b@c',
      'a b@c',
      '@xx',
      'xx@',
      'a@b\n',
      'a@[127.0.0.1]',
      'ü@example.org',
      'a@exämple.org',
      'a@b\r\nBcc: c@d',
      'a@-b',
    ].map((value): [string, string, string, string] => [
      JSON.stringify(value),
      value,
      'format',
      "The field 'input.email' must be an e-mail address, as name@example.com is.",
    ]),
    ['null', null, 'required', /is required/],
    ...characters,
  ]),
  ...fieldRows(paying, 'paymentAuthority.type', [
    [
      'lower case',
      'vendor_net',
      'enum',
      "The field 'input.paymentAuthority.type' must be one of VENDOR_NET, VENDOR_PAYMENTS_PROCESSOR.",
    ],
    ['null', null, 'required', /is required/],
  ]),
  ...['paymentAuthority.customerId', 'paymentAuthority.cardId'].flatMap((field) =>
    fieldRows(paying, field, [
      ['empty', '', 'minLength', /must not be empty/],
      ['1025 characters', 'x'.repeat(1025), 'maxLength', /more than 1024/],
      ['null', null, 'required', /is required/],
      ...characters,
    ]),
  ),
  {
    title: 'an unknown member',
    variables: { input: { ...subscription, bogus: 1 } },
    code: 'VALIDATION_FAILED',
    path: ['input', 'bogus'],
    rule: 'type',
    message: /^The field 'input.bogus' is not known: the fields are accountId, /,
  },
  {
    title: 'offeringId: unknown',
    variables: { input: { ...subscription, offeringId: unknownUuid } },
    ...notFound('offeringId'),
    message: `No offering found with the id '${unknownUuid}'.`,
  },
  {
    title: 'planId: unknown',
    variables: { input: { ...subscription, planId: unknownUuid } },
    ...notFound('planId'),
    message: `No plan found with the id '${unknownUuid}' in the offering '${demoIds.offering}'.`,
  },
  {
    title: 'planId: of another offering',
    variables: { input: { ...subscription, planId: demoIds.planOfAnotherOffering } },
    ...notFound('planId'),
    message: /^No plan found/,
  },
];

export const applicationKey = { id: demoIds.applicationKeys.storefront, name: 'Shop' };

export const applicationKeyRows: BadInput[] = [
  ...fieldRows(applicationKey, 'id', uuidForms),
  ...fieldRows(applicationKey, 'name', [
    ['empty', '', 'minLength', "The field 'input.name' must not be empty: 1 to 255 are expected."],
    ['256 characters', 'x'.repeat(256), 'maxLength', /has more than 255 characters, but 1 to 255 are expected\.$/],
    ['null', null, 'required', /is required/],
    ...singleLine,
  ]),
  {
    title: 'id: unknown',
    variables: { input: { ...applicationKey, id: unknownUuid } },
    ...notFound('id'),
    message: `No application key with the id '${unknownUuid}' was found.`,
  },
];

export const customField = {
  customApiId: demoIds.customApi,
  name: 'Notes',
  slug: 'notes-of-the-table',
  fieldType: 'STRING',
};
const rules = (fieldType: string, validation: object) => ({ ...customField, fieldType, validation });

export const customFieldRows: BadInput[] = [
  ...fieldRows(customField, 'customApiId', uuidForms),
  ...fieldRows(customField, 'name', [
    ['empty', '', 'minLength', /must not be empty: 1 to 255/],
    ['256 characters', 'x'.repeat(256), 'maxLength', /more than 255/],
    ['null', null, 'required', "The field 'input.name' is required."],
    ...singleLine,
  ]),
  ...fieldRows(customField, 'description', [
    ['256 characters', 'x'.repeat(256), 'maxLength', /more than 255/],
    ...characters,
  ]),
  ...fieldRows(customField, 'slug', [
    ['empty', '', 'minLength', /must be 1 to 63 of the characters a-z, 0-9, _ and -, but is ''\.$/],
    ['64 characters', 'x'.repeat(64), 'maxLength', /must be 1 to 63 of the characters/],
    ['upper case', 'Notes', 'pattern', /but is 'Notes'\.$/],
    ['a blank', 'a b', 'pattern', /must be 1 to 63/],
    ['NUL', nul, 'pattern', /must be 1 to 63/],
    ['reserved', 'created_at', 'reserved', "The field 'input.slug' must not be 'created_at', which is reserved."],
    ['null', null, 'required', /is required/],
  ]),
  ...fieldRows(customField, 'fieldType', [
    ['lower case', 'string', 'enum', "The field 'input.fieldType' must be one of BOOLEAN, FLOAT, INTEGER, STRING."],
    ['null', null, 'required', /is required/],
  ]),
  ...fieldRows(rules('STRING', { string: {} }), 'validation.string.minLength', [
    ['-1', -1, 'min', /must be from 0 to 65535, but is -1\.$/],
    ['65536', 65_536, 'max', /must be from 0 to 65535/],
    ['1.5', 1.5, 'type', /must be a value of the type Int\.$/],
    ['a string', '1', 'type', /must be a value of the type Int/],
  ]),
  ...fieldRows(rules('STRING', { string: {} }), 'validation.string.maxLength', [
    ['65536', 65_536, 'max', /must be from 0 to 65535/],
  ]),
  ...fieldRows(rules('STRING', { string: { maxLength: 3 } }), 'validation.string.minLength', [
    ['above the maximum', 4, 'range', /must not exceed the maximum, but 4 is more than 3\.$/],
  ]),
  ...fieldRows(
    rules('STRING', { string: {} }),
    'validation.string.regex',
    ['(', '(?=a)', '(a)\\1', '[', 'a{1001}'].map((value) => [
      value,
      value,
      'format',
      /must be a regular expression in RE2 syntax, but '/,
    ]),
  ),
  ...fieldRows(rules('STRING', { string: {} }), 'validation.string.regex', [
    ['1025 characters', 'a'.repeat(1025), 'maxLength', /more than 1024/],
    [
      'a program of half a million instructions',
      '(a?b?){1000}'.repeat(85),
      'maxProgramSize',
      /makes a program of some \d{6} instructions, but at most 10000 are allowed: repeat less\.$/,
    ],
    ['many classes of Unicode', '\\pL'.repeat(341), 'maxProgramSize', /some 34443 instructions/],
    ...characters,
  ]),
  ...fieldRows(rules('INTEGER', { integer: {} }), 'validation.integer.minValue', [
    ['2^53', 9_007_199_254_740_992, 'max', /must be from -9007199254740991 to 9007199254740991\.$/],
    ['a fraction', 0.5, 'type', /must be a value of the type SafeInt/],
  ]),
  ...fieldRows(rules('INTEGER', { integer: { maxValue: -1 } }), 'validation.integer.minValue', [
    ['above the maximum', 0, 'range', /0 is more than -1\.$/],
  ]),
  ...fieldRows(rules('FLOAT', { float: { maxValue: 0.5 } }), 'validation.float.minValue', [
    ['above the maximum', 0.75, 'range', /0.75 is more than 0.5\.$/],
  ]),
  {
    title: 'validation: of another type',
    variables: { input: rules('STRING', { integer: {} }) },
    code: 'VALIDATION_FAILED',
    path: ['input', 'validation', 'integer'],
    rule: 'exclusive',
    message:
      "The field 'input.validation.integer' does not fit a field of the type string: its rules stand under 'string'.",
  },
  {
    title: 'validation: two types',
    variables: { input: rules('STRING', { integer: {}, string: {} }) },
    code: 'VALIDATION_FAILED',
    path: ['input', 'validation', 'integer'],
    rule: 'exclusive',
    message:
      "The field 'input.validation.integer' does not fit a field of the type string: its rules stand under 'string'.",
  },
  {
    title: 'validation: none',
    variables: { input: rules('STRING', {}) },
    code: 'VALIDATION_FAILED',
    path: ['input', 'validation'],
    rule: 'exclusive',
    message: /exactly one field must be specified/,
  },
  {
    title: 'customApiId: unknown',
    variables: { input: { ...customField, customApiId: unknownUuid } },
    ...notFound('customApiId'),
    message: `No custom API with the id '${unknownUuid}' was found.`,
  },
  {
    title: 'slug: taken',
    variables: { input: { ...customField, slug: demoIds.takenFieldSlug } },
    code: 'CONFLICT',
    path: ['input', 'slug'],
    rule: 'conflict',
    message: 'custom_field with the given slug already exists',
  },
];

export const customApi = { name: 'Passes', slug: 'passes', apiType: 'passes_ext' };

export const customApiRows: BadInput[] = [
  ...fieldRows(customApi, 'name', [
    ['empty', '', 'minLength', /must not be empty: 1 to 255/],
    ['256 characters', 'x'.repeat(256), 'maxLength', /more than 255/],
    ['null', null, 'required', "The field 'input.name' is required."],
    ...singleLine,
  ]),
  ...fieldRows(customApi, 'description', [
    ['256 characters', 'x'.repeat(256), 'maxLength', /more than 255/],
    ...characters,
  ]),
  ...fieldRows(customApi, 'slug', [
    ['64 characters', 'x'.repeat(64), 'maxLength', /must be 1 to 63 of the characters/],
    ['upper case', 'Passes', 'pattern', /but is 'Passes'\.$/],
    ['reserved', 'id', 'reserved', "The field 'input.slug' must not be 'id', which is reserved."],
    ['null', null, 'required', /is required/],
  ]),
  ...fieldRows(customApi, 'apiType', [
    ['empty', '', 'minLength', /must be at most 255 of the characters a-z, 0-9 and _, and end in _ext\.$/],
    ['256 characters', `${'x'.repeat(252)}_ext`, 'maxLength', /must be at most 255/],
    ['another end', 'passes', 'pattern', /end in _ext/],
    ['upper case', 'Passes_ext', 'pattern', /end in _ext/],
    ['a hyphen', 'pas-ses_ext', 'pattern', /end in _ext/],
    ['a line end', 'passes_ext\n', 'pattern', /end in _ext/],
    ['NUL', `${nul}_ext`, 'pattern', /end in _ext/],
    ['null', null, 'required', /is required/],
    ['a number', 5, 'type', "The field 'input.apiType' must be a value of the type String."],
  ]),
  {
    title: 'apiType: taken',
    variables: { input: { ...customApi, apiType: 'mountain_huts_ext' } },
    code: 'CONFLICT',
    path: ['input', 'apiType'],
    rule: 'conflict',
    message: 'custom_api with the given api_type already exists',
  },
];
