import { type DocumentNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { choiceOf, conditionsOf } from '../../../src/graphql/limits/choices.ts';

const nameOf = (document: DocumentNode, coerced: Readonly<Record<string, unknown>>) =>
  choiceOf(document, { sources: {}, coerced }).name;

it('the variables of directives are conditions, wherever selections have them', () => {
  const document = parse(`query($a: Boolean!, $b: Boolean!, $c: Boolean!, $d: Boolean!, $n: Int) {
    x(first: $n) @include(if: $a) { ...F @skip(if: $b) ... on T @include(if: true) { y @other(if: $n) @skip(if: $a) } }
  } fragment F on T { z { w @include(if: $c) @skip(if: $d) } }`);
  expect(conditionsOf(document)).toEqual(['a', 'b', 'c', 'd']);
  expect(conditionsOf(parse('query($n: Int) { x(first: $n) @include(if: false) }'))).toEqual([]);
});

it('what says the same of each condition is one choice, and keeps nothing else of the variables', () => {
  const document = parse('query($a: Boolean, $b: Boolean, $n: Int) { x(n: $n) @skip(if: $a) y @skip(if: $b) }');
  const choices = [{}, { a: null }, { a: true }, { a: false }, { b: false }, { a: false, b: false }];
  expect(new Set(choices.map((coerced) => nameOf(document, coerced))).size).toBe(choices.length);
  const { name, variables } = choiceOf(document, { sources: {}, coerced: { n: 7, a: true, b: null } });
  expect(variables).toEqual({ sources: {}, coerced: { a: true, b: null } });
  expect(nameOf(document, { b: null, a: true, n: 8 })).toBe(name);
});

it('the variable of another operation that has the name of a condition is none', () => {
  const document = parse('query A($a: Boolean!) { x @skip(if: $a) } query B($a: String) { x(text: $a) }');
  const [one, other] = ['x'.repeat(1000), 'y'].map((a) => choiceOf(document, { sources: {}, coerced: { a } }));
  expect(one).toEqual({ name: 'undefined', variables: { sources: {}, coerced: {} } });
  expect(other).toEqual(one);
});
