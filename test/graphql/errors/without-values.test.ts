import { parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { withoutValues } from '../../../src/graphql/errors/without-values.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

const rename = (id: string) => `mutation { updateApplicationKey(input: { id: ${id}, name: "n" }) { isReplayed } }`;
const field = (type: string) =>
  `mutation { createCustomField(input: { customApiId: 1, name: "n", slug: "s", fieldType: ${type} }) { isReplayed } }`;

function messageOf(document: string): string | undefined {
  try {
    return validate(schema, parse(document))[0]?.message;
  } catch (error) {
    return (error as Error).message;
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
  ['{ nothing }', 'Cannot query field "nothing" on type "Query".'],
])('of %s no value is quoted', (document, message) => {
  expect(withoutValues(messageOf(document) ?? '').replace(/ Did you mean .*/, '')).toBe(message);
});
