/** Against graphql-js' own sorting, which makes the schema anew. */
import { buildSchema, introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { sortInPlace } from '../../../src/graphql/schema/sort-in-place.ts';

const unsorted = `
  directive @second(b: Int, a: Int) on QUERY | FIELD
  directive @first on FIELD_DEFINITION | ARGUMENT_DEFINITION
  union Either = Zebra | Apple
  enum Letter { B C A }
  input Wish { second: Wish, first: Letter = C }
  interface Named implements Known { name: String, id: ID }
  interface Known { id: ID }
  type Zebra implements Named & Known { stripes(width: Int, colour: Letter): Int, name: String, id: ID }
  type Apple implements Named & Known { name: String, id: ID }
  type Query { zebra(z: Int, a: Wish): Zebra, either: Either, apple: Apple }
`;

it.each([
  ['any schema', () => sortInPlace(buildSchema(unsorted)), () => lexicographicSortSchema(buildSchema(unsorted))],
  ['ours', () => schema, () => lexicographicSortSchema(schema)],
])('%s is printed and introspected in the order of names', (_, sorted, reference) => {
  expect(printSchema(sorted())).toBe(printSchema(reference()));
  expect(JSON.stringify(introspectionFromSchema(sorted()))).toBe(JSON.stringify(introspectionFromSchema(reference())));
});

it('what graphql-js shares among all schemas stays as it is', () => {
  const before = printSchema(buildSchema('type Query { a: Int }'));
  const introspected = JSON.stringify(introspectionFromSchema(buildSchema('type Query { a: Int }')));
  sortInPlace(buildSchema(unsorted));
  expect(printSchema(buildSchema('type Query { a: Int }'))).toBe(before);
  expect(JSON.stringify(introspectionFromSchema(buildSchema('type Query { a: Int }')))).toBe(introspected);
});
