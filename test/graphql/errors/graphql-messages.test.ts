import fc from 'fast-check';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { toClientMessage } from '../../../src/graphql/errors/graphql-messages.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

const rename = (id: string) => `mutation { updateApplicationKey(input: { id: ${id}, name: "n" }) { isReplayed } }`;
const field = (type: string) =>
  `mutation { createCustomField(input: { customApiId: 1, name: "n", slug: "s", fieldType: ${type} }) { isReplayed } }`;
const name = 'x'.repeat(500);
const shortName = `${'x'.repeat(99)}…`;

function messagesOf(document: string): readonly string[] {
  try {
    return validate(schema, parse(document)).map(({ message }) => toClientMessage(message));
  } catch (error) {
    return [toClientMessage((error as Error).message)];
  }
}

it.each([
  ['{ "SECRET" }', 'Syntax Error: Expected Name, found String.'],
  ['{ a(b: 1 """SECRET "x" """) }', 'Syntax Error: Expected Name, found BlockString.'],
  ['SECRET { a }', 'Syntax Error: Unexpected Name.'],
  ['{ a(b: 1 4711) }', 'Syntax Error: Expected Name, found Int.'],
  ['{', 'Syntax Error: Expected Name, found <EOF>.'],
  ['{ products(first: "SECRET") { totalCount } }', 'Int cannot represent non-integer value.'],
  [rename('{ a: "SECRET, found: value: " }'), 'ID cannot represent a non-string and non-integer value.'],
  [field('"SECRET"'), 'Enum "CustomFieldType" cannot represent non-enum value.'],
  [field('SECRET'), 'The value does not exist in "CustomFieldType" enum.'],
  [
    'mutation { updateApplicationKey(input: "SECRET") { isReplayed } }',
    'Expected value of type "UpdateApplicationKeyInput" to be an object.',
  ],
  [
    'mutation { updateApplicationKey(input: { idd: "SECRET", id: "x", name: "n" }) { isReplayed } }',
    'Expected value of type "UpdateApplicationKeyInput" not to include unknown field "idd". Did you mean "id"?',
  ],
  [
    'mutation { updateApplicationKey(input: { zzzzz: "? Found: SECRET", id: "x", name: "n" }) { isReplayed } }',
    'Expected value of type "UpdateApplicationKeyInput" not to include unknown field "zzzzz".',
  ],
  ['{ nothing }', 'Cannot query field "nothing" on type "Query".'],
])('of %s no value is quoted', (document, message) => {
  expect(
    messagesOf(document).map((text) => text.replace(/" on type .* Did you mean .*/, '" on type "Query".')),
  ).toEqual([message]);
});

describe('of what is long a hundred characters are quoted', () => {
  it.each([
    ['a field', `{ ${name} }`, `Cannot query field "${shortName}" on type "Query".`],
    ['a type', `{ ... on ${name} { id } }`, `Unknown type "${shortName}".`],
    ['a fragment', `{ ...${name} }`, `Unknown fragment "${shortName}".`],
    ['a directive', `{ __typename @${name} }`, `Unknown directive "@${'x'.repeat(98)}…".`],
    [
      'a type of lists in lists',
      `query($a: ${'['.repeat(200)}Product${']'.repeat(200)}) { product(id: $a) { id } }`,
      `Variable "$a" cannot be non-input type "${'['.repeat(99)}…".`,
    ],
  ])('%s', (_title, document, message) => {
    expect(messagesOf(document)).toContain(message);
  });

  it('a message that names many is cut short', () => {
    const chain = Array.from({ length: 300 }, (_, index) => `fragment F${index} on Query { ...F${(index + 1) % 300} }`);
    const [message = ''] = messagesOf(`{ ...F0 } ${chain.join(' ')}`);
    expect(message).toMatch(/^Cannot spread fragment "F0" within itself via "F1", "F2", .*…$/);
    expect(message.length).toBe(1001);
  });
});

describe('whatever is wrong with an input, none of its values is quoted', () => {
  const inputs = [
    'id: "SECRET", name: "SECRET"',
    'accountId: "SECRET", offeringId: "SECRET", currency: "SECRET", paymentAuthority: { type: STRIPE, cardId: "SECRET" }',
    'customApiId: "SECRET", fieldType: SECRET, validation: { string: { minLength: "SECRET", pattern: "SECRET" } }',
  ];
  const fields = ['updateApplicationKey', 'createSubscription', 'createCustomField'];
  const literals = [
    '"SECRET"',
    '["SECRET"]',
    '{ a: "SECRET" }',
    '{ id: ["SECRET"] }',
    '"""SECRET"""',
    'null',
    '1',
    'SECRET',
  ];

  it('at random', () => {
    let refused = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.constantFrom(...inputs),
        fc.nat(200),
        fc.constantFrom('drop', 'double', 'swap'),
        fc.constantFrom(...literals),
        (mutation, input, place, change, literal) => {
          // A letter of a member's name goes, comes twice or is another one; a value gives way to another kind of value.
          const names = [...input.matchAll(/[a-z]\w*(?=:)/g)];
          const { 0: text, index } = names[place % names.length] as RegExpExecArray;
          const changed = { drop: text.slice(1), double: `${text[0]}${text}`, swap: `${text.slice(0, -1)}q` }[change];
          const misspelt = `${input.slice(0, index)}${changed}${input.slice(index + text.length)}`;
          const values = [...misspelt.matchAll(/"SECRET"/g)];
          const at = values[place % values.length]?.index ?? 0;
          const document = `mutation { ${mutation}(input: { ${misspelt.slice(0, at)}${literal}${misspelt.slice(at + 8)} }) { isReplayed } }`;
          const messages = messagesOf(document);
          refused += messages.length;
          expect(messages.join('\n')).not.toContain('SECRET');
        },
      ),
      { numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(1000);
  });
});
