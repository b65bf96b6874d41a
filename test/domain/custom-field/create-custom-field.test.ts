import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCustomField } from '../../../src/domain/custom-field/create-custom-field.ts';
import { excerpt, refusal } from '../../../src/domain/errors.ts';
import { violationsOf } from '../../support/violations-of.ts';

const customApiId = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f1';
const complete = { customApiId, name: 'Wash at', slug: 'wash_at', fieldType: 'integer' };

function parseCustomField(input: unknown) {
  const { field, violations } = checkCustomField(input);
  if (!field) throw refusal(violations);
  return field;
}

const parse = (changes: Record<string, unknown>) => parseCustomField({ ...complete, ...changes });
const faults = (changes: Record<string, unknown>) => violationsOf(() => parse(changes));

/** The rules that come out of a validation, and the faults of a bad one. */
const rulesOf = (fieldType: string, rules: unknown) =>
  parse({ fieldType, validation: { [fieldType]: rules } }).validation.rules;
const ruleFaults = (fieldType: string, rules: unknown) => faults({ fieldType, validation: { [fieldType]: rules } });

const noLimits = {
  string: { minLength: null, maxLength: null, regex: null, allowNullValues: true },
  integer: { minValue: null, maxValue: null, allowNullValues: true },
  boolean: { allowNullValues: true },
  float: { minValue: null, maxValue: null, allowNullValues: true },
};
const fieldTypes = Object.entries(noLimits);

test('what is not given comes back as its default', () => {
  expect(parse({})).toEqual({
    customApiId,
    name: 'Wash at',
    slug: 'wash_at',
    description: '',
    validation: { fieldType: 'integer', rules: noLimits.integer },
  });
});

test.each([undefined, null])('every required member that is %s is named, in order', async (absent) => {
  const names = ['customApiId', 'name', 'slug', 'fieldType'];
  expect(await violationsOf(() => parseCustomField(Object.fromEntries(names.map((name) => [name, absent]))))).toEqual(
    names.map((name) => `${name} required The field '${name}' is required.`),
  );
});

test('all faults come at once, in order', async () => {
  const bad = {
    validation: { boolean: {}, string: { minLength: -1, maxLength: '5', regex: '(', allowNullValues: 'no' } },
    fieldType: 'string',
    slug: 'a b',
    description: 'a'.repeat(256),
    name: '',
    customApiId: '5',
  };
  expect(await violationsOf(() => parseCustomField(bad))).toEqual([
    "customApiId format The field 'customApiId' must be a UUID, but is '5'.",
    "name minLength The field 'name' must not be empty: 1 to 255 are expected.",
    "description maxLength The field 'description' has more than 255 characters, but at most 255 are expected.",
    "slug pattern The field 'slug' must be 1 to 63 of the characters a-z, 0-9, _ and -, but is 'a b'.",
    "validation.string.minLength min The field 'validation.string.minLength' must be from 0 to 65535, but is -1.",
    "validation.string.maxLength type The field 'validation.string.maxLength' must be a whole number, but is a string.",
    "validation.string.regex format The field 'validation.string.regex' must be a regular expression in RE2 syntax, but '(' is not: missing closing ).",
    "validation.string.allowNullValues type The field 'validation.string.allowNullValues' must be a boolean, but is a string.",
    "validation.boolean exclusive The field 'validation.boolean' does not fit a field of the type string: its rules stand under 'string'.",
  ]);
});

test.each([
  [null, " required The field '' is required."],
  [3, " type The field '' must be an object, but is a number."],
  [[], " type The field '' must be an object, but is an array."],
])('a request that is %j is refused', async (input, expected) => {
  expect(await violationsOf(() => parseCustomField(input))).toEqual([expected]);
});

describe('the texts', () => {
  test.each([
    ['name', 'x'],
    ['name', '😀'.repeat(255)],
    ['name', 'a\u202eb'],
    ['description', '😀'.repeat(255)],
    ['description', 'two\nlines'],
    ['slug', 'a'],
    ['slug', '-_9'],
    ['slug', 'a'.repeat(63)],
    ['slug', '__proto__'],
  ])('%s may be %j', (field, value) => {
    expect(parse({ [field]: value })).toMatchObject({ [field]: value });
  });

  const slugShape = (found: string) => `must be 1 to 63 of the characters a-z, 0-9, _ and -, but is '${found}'`;
  test.each([
    ['name', 'maxLength', 'a'.repeat(256), 'has more than 255 characters, but 1 to 255 are expected'],
    ['name', 'pattern', 'a\nb', 'must not contain control characters'],
    ['name', 'pattern', 'a\0b', 'must not contain the NUL character'],
    ['name', 'characters', '\udc00', 'must not contain a lone surrogate'],
    ['name', 'type', 5, 'must be a string, but is a number'],
    ['description', 'characters', 'a\0b', 'must not contain the NUL character'],
    ['slug', 'minLength', '', slugShape('')],
    ['slug', 'pattern', 'Wash', slugShape('Wash')],
    ['slug', 'pattern', 'wasch-größe', slugShape('wasch-größe')],
    ['slug', 'pattern', 'wash\n', slugShape('wash\n')],
    ['slug', 'maxLength', 'a'.repeat(64), slugShape('a'.repeat(64))],
    ['slug', 'pattern', '😀'.repeat(63), slugShape(excerpt('😀'.repeat(63)))],
    ['fieldType', 'enum', 'date', "must be 'string' or 'integer' or 'boolean' or 'float', but is 'date'"],
    ['fieldType', 'enum', 'STRING', "must be 'string' or 'integer' or 'boolean' or 'float', but is 'STRING'"],
    ['fieldType', 'enum', 7, "must be 'string' or 'integer' or 'boolean' or 'float', but is a number"],
  ])('%s has a %s fault (%#)', async (field, rule, value, problem) => {
    expect(await faults({ [field]: value })).toEqual([`${field} ${rule} The field '${field}' ${problem}.`]);
  });

  const reserved =
    'slug type id meta created_at updated_at links relationships attributes attribute dimension dimensions weight weights';
  test.each(reserved.split(' '))('the slug %s is reserved', async (slug) => {
    expect(await faults({ slug })).toEqual([
      `slug reserved The field 'slug' must not be '${slug}', which is reserved.`,
    ]);
  });
});

describe('the validation', () => {
  test.each(fieldTypes)(
    'of a %s field has no limits when it is absent, null, empty or holds nothing',
    (type, rules) => {
      for (const validation of [undefined, null, {}, { [type]: null }, { [type]: {} }]) {
        expect(parse({ fieldType: type, validation }).validation).toEqual({ fieldType: type, rules });
      }
    },
  );

  test.each(fieldTypes)('of a %s field takes null for no limit, and unknown members for nothing', (type, rules) => {
    const nulls = Object.fromEntries(Object.keys(rules).map((rule) => [rule, null]));
    expect(rulesOf(type, { ...nulls, unknown: 5 })).toEqual(rules);
  });

  test.each(fieldTypes)('of a %s field may refuse null values', (type, rules) => {
    expect(rulesOf(type, { allowNullValues: false })).toEqual({ ...rules, allowNullValues: false });
  });

  test('has the one key that is the field type', async () => {
    const wrong = (key: string) =>
      `validation.${key} exclusive The field 'validation.${key}' does not fit a field of the type integer: ` +
      "its rules stand under 'integer'.";
    expect(await faults({ validation: { string: {} } })).toEqual([wrong('string')]);
    expect(await faults({ validation: { integer: {}, float: {} } })).toEqual([wrong('float')]);
    expect(await faults({ validation: { integers: {} } })).toEqual([wrong('integers')]);
    expect(await faults({ validation: JSON.parse('{"__proto__":{}}') })).toEqual([wrong('__proto__')]);
    expect(await faults({ validation: { integer: {}, float: { minValue: 'x' } } })).toEqual([
      "validation.float.minValue type The field 'validation.float.minValue' must be a finite number, but is a string.",
      wrong('float'),
    ]);
    expect(parse({ validation: { integer: { minValue: 1 }, float: null } }).validation.rules).toMatchObject({
      minValue: 1,
    });
  });

  test.each([
    ['x', 'a string'],
    [5, 'a number'],
    [[], 'an array'],
    [[{}], 'an array'],
    [true, 'a boolean'],
  ])('%j is not one', async (value, found) => {
    const problem = `must be an object, but is ${found}.`;
    expect(await faults({ validation: value })).toEqual([`validation type The field 'validation' ${problem}`]);
    expect(await faults({ validation: { integer: value } })).toEqual([
      `validation.integer type The field 'validation.integer' ${problem}`,
    ]);
  });

  test('holds rules of one type, whatever the field type is', async () => {
    const noType =
      "fieldType enum The field 'fieldType' must be 'string' or 'integer' or 'boolean' or 'float', but is 'date'.";
    expect(await faults({ fieldType: 'date', validation: { date: {} } })).toEqual([noType]);
    expect(
      await faults({ fieldType: 'date', validation: { string: { minLength: 2, maxLength: 1 }, float: {} } }),
    ).toEqual([
      noType,
      "validation.string.minLength range The field 'validation.string.minLength' must not exceed the maximum, but 2 is more than 1.",
      "validation exclusive The field 'validation' must have one member, which is named like the field's type.",
    ]);
  });
});

describe('a bound', () => {
  const safe = Number.MAX_SAFE_INTEGER;

  test.each([
    ['string', 'minLength', [0, 1.0, 1e3, 65_535]],
    ['string', 'maxLength', [0, 65_535]],
    ['integer', 'minValue', [-safe, -1, 0, safe]],
    ['integer', 'maxValue', [-safe, safe]],
    ['float', 'minValue', [-1.7976931348623157e308, 0.1, 5e-324, 3]],
    ['float', 'maxValue', [1.7976931348623157e308]],
  ])('of a %s field, %s, takes %j', (type, bound, values) => {
    for (const value of values) expect(rulesOf(type, { [bound]: value })).toMatchObject({ [bound]: value });
  });

  const whole = (found: string) => ['type', `must be a whole number, but is ${found}`] as const;
  const finite = (found: string) => ['type', `must be a finite number, but is ${found}`] as const;
  const length = (found: string) =>
    [Number(found) < 0 ? 'min' : 'max', `must be from 0 to 65535, but is ${found}`] as const;
  const int = (found: string) =>
    [Number(found) < 0 ? 'min' : 'max', `must be from ${-safe} to ${safe}, but is ${found}`] as const;

  test.each([
    ['string', 'minLength', 1.5, whole('1.5')],
    ['string', 'minLength', '1', whole('a string')],
    ['string', 'minLength', true, whole('a boolean')],
    ['string', 'minLength', -1, length('-1')],
    ['string', 'minLength', 65_536, length('65536')],
    ['string', 'maxLength', 65_536, length('65536')],
    ['string', 'maxLength', [1], whole('an array')],
    ['integer', 'minValue', 0.5, whole('0.5')],
    ['integer', 'minValue', 2 ** 53, int('9007199254740992')],
    ['integer', 'maxValue', -(2 ** 53), int('-9007199254740992')],
    ['integer', 'maxValue', 2 ** 63, int('9223372036854776000')],
    ['integer', 'maxValue', JSON.parse('1e400'), whole('Infinity')],
    ['integer', 'maxValue', '5', whole('a string')],
    ['float', 'minValue', JSON.parse('-1e400'), finite('-Infinity')],
    ['float', 'maxValue', Number.NaN, finite('NaN')],
    ['float', 'maxValue', '0.5', finite('a string')],
    ['float', 'maxValue', {}, finite('an object')],
  ])('of a %s field, %s, refuses %j', async (type, bound, value, [rule, problem]) => {
    const path = `validation.${type}.${bound}`;
    expect(await ruleFaults(type, { [bound]: value })).toEqual([`${path} ${rule} The field '${path}' ${problem}.`]);
  });

  test.each(['integer', 'float'])('of the type %s that is -0 is 0', (type) => {
    const rules = rulesOf(type, { minValue: -0, maxValue: -0 });
    expect(rules).toStrictEqual({ minValue: 0, maxValue: 0, allowNullValues: true });
    expect(Object.is(Object.values(rules)[0], 0)).toBe(true);
  });

  test.each([
    ['string', 'minLength', 'maxLength'],
    ['integer', 'minValue', 'maxValue'],
    ['float', 'minValue', 'maxValue'],
  ])('of a %s field must not exceed its counterpart, but may equal it', async (type, min, max) => {
    expect(rulesOf(type, { [min]: 3, [max]: 3 })).toMatchObject({ [min]: 3, [max]: 3 });
    const path = `validation.${type}.${min}`;
    const exceeds = `${path} range The field '${path}' must not exceed the maximum, but 4 is more than 3.`;
    expect(await ruleFaults(type, { [min]: 4, [max]: 3 })).toEqual([exceeds]);
    // Other faults of the same rules do not hide it.
    expect(await ruleFaults(type, { [min]: 4, [max]: 3, allowNullValues: 0 })).toContain(exceeds);
  });
});

describe('a regular expression', () => {
  test.each(['', '^(a+)+$', '\\pL{1000}', '(?i)x', '(?P<year>[0-9]{4})', '😀'.repeat(1024)])(
    'in RE2 syntax is taken as it is (%#)',
    (regex) => {
      expect(rulesOf('string', { regex })).toMatchObject({ regex });
    },
  );

  const bad = (pattern: string, reason: string) =>
    `must be a regular expression in RE2 syntax, but '${pattern}' is not: ${reason}`;
  test.each([
    ['(', 'format', bad('(', 'missing closing )')],
    ['(?=a)', 'format', bad('(?=a)', 'invalid or unsupported Perl syntax')],
    ['(?<=a)b', 'format', bad('(?<=a)b', 'invalid named capture')],
    ['(a)\\1', 'format', bad('(a)\\1', 'invalid escape sequence')],
    ['a{1001}', 'format', bad('a{1001}', 'invalid repeat count')],
    ['a\0', 'characters', 'must not contain the NUL character'],
    ['('.repeat(1025), 'maxLength', 'has more than 1024 characters, but at most 1024 are expected'],
    [5, 'type', 'must be a string, but is a number'],
  ])('that is not is refused, with its reason (%#)', async (regex, rule, problem) => {
    const path = 'validation.string.regex';
    expect(await ruleFaults('string', { regex })).toEqual([`${path} ${rule} The field '${path}' ${problem}.`]);
  });
});

test('whatever is sent is taken as it would be once more, or refused, and never fails otherwise', async () => {
  /** One in nine is none. */
  const mostly = <Good>(good: fc.Arbitrary<Good>) =>
    fc.oneof({ arbitrary: good, weight: 8 }, { arbitrary: fc.oneof(fc.anything(), fc.double()), weight: 1 });
  const common = {
    customApiId: mostly(fc.constantFrom(customApiId, customApiId.toUpperCase())),
    name: mostly(fc.string({ unit: 'binary', minLength: 1 })),
    slug: mostly(fc.stringMatching(/^[a-z0-9_-]{1,64}$/)),
  };
  const rules = (named: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
    mostly(fc.record({ ...named, allowNullValues: mostly(fc.boolean()) }, { requiredKeys: [] }));
  const between = (min: number, max: number) => mostly(fc.integer({ min, max }));
  const rulesByType: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    string: rules({
      minLength: between(0, 9),
      maxLength: between(9, 65_535),
      regex: mostly(fc.constantFrom(null, '', '^[a-z]+$', '(a')),
    }),
    integer: rules({ minValue: between(-9, 9), maxValue: between(9, 2 ** 31) }),
    boolean: rules({}),
    float: rules({ minValue: mostly(fc.double({ noNaN: true, max: 0 })), maxValue: between(0, 9) }),
  };
  const anyField = fc.oneof(
    ...Object.entries(rulesByType).map(([fieldType, ofType]) =>
      fc.record({
        ...common,
        fieldType: mostly(fc.constant(fieldType)),
        validation: mostly(fc.record({ [fieldType]: ofType }, { requiredKeys: [] })),
      }),
    ),
  );
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(anyField, async (field) => {
      const isRefused = await violationsOf(() => parseCustomField(field)).catch(() => null);
      if (isRefused) return;
      taken += 1;
      const { validation, ...rest } = parseCustomField(field);
      const again = {
        ...rest,
        fieldType: validation.fieldType,
        validation: { [validation.fieldType]: validation.rules },
      };
      expect(parseCustomField(again)).toEqual({ ...rest, validation });
    }),
    { numRuns: 300 },
  );
  expect(taken).toBeGreaterThan(30);
});
