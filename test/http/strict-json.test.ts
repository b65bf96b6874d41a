import { expect, it } from 'vitest';
import { expectStrictJson } from '../../src/http/strict-json.ts';

const nested = (levels: number, inner = '') => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;

it.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a" : 1, "a"\n: 2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"":1,"":2}', ''],
  ['{"a\\"":1,"a\\"":2}', 'a"'],
  ['{"a":{"b":"c"},"a":2}', 'a'],
  ['{"a":[1,[2]],"a":2}', 'a'],
  ['[{},{"a":1,"a":2}]', 'a'],
  ['{"a":"}","a":2}', 'a'],
])('a member that is named twice is refused: %s', (text, name) => {
  expect(() => expectStrictJson(text)).toThrow(`The body must not name a member twice: '${name}'.`);
});

it.each([
  '{"a":{"a":1}}',
  '[{"a":1},{"a":2}]',
  '{"a":[{"b":1}],"b":2}',
  '["a","a"]',
  '{"a":"a","b":"a"}',
  '{"a":"\\":","b":"\\":"}',
  '{"ab":1,"a":2,"b":3}',
])('members of several objects, and texts, may be equal: %s', (text) => {
  expect(expectStrictJson(text)).toEqual(JSON.parse(text));
});

it.each([
  ['64 levels', nested(64)],
  ['64 levels with an object', nested(63, '{}')],
  ['arrays beside each other', `[${Array(100).fill('[]')}]`],
  ['objects beside each other', `[${Array(100).fill('{}')}]`],
  ['brackets in a text', `"${nested(100)}"`],
])('64 levels are allowed: %s', (_title, text) => {
  expect(expectStrictJson(text)).toEqual(JSON.parse(text));
});

it.each([nested(65), nested(64, '{}')])('more levels are refused', (text) => {
  expect(() => expectStrictJson(text)).toThrow('The body must not be nested deeper than 64 levels.');
});
