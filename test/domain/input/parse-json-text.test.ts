import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatExactJson, parseVerbatimJson } from '../../../src/domain/input/exact-json.ts';
import { parseJsonText } from '../../../src/domain/input/parse-json-text.ts';

it.each([
  ['a slash that is escaped', '{"id":1,"a\\\\/":1}', '{"id":1,"a\\/b":1}', 'a/b'],
  ['an ampersand', '{"id":2,"Food \\\\u0026 ":1}', '{"id":2,"Food \\u0026 Drink":1}', 'Food & Drink'],
  ['quotation marks', '{"id":3,"7\\\\\\" scree":1}', '{"id":3,"7\\" screen":1}', '7" screen'],
  ['a tab', '{"id":4,"\\\\":1}', '{"id":4,"\\t":1}', '\t'],
])('a name with %s stays as it is, whatever was parsed before', (_, before, text, name) => {
  for (const parse of [parseJsonText, parseVerbatimJson]) {
    parse(before);
    expect(Object.keys(parse(text) as object)).toEqual(['id', name]);
  }
});

it('and so does each of a page of records', () => {
  JSON.parse('{"of a page":1,"7\\\\\\" scree":1}');
  const page = `[${Array.from({ length: 10_100 }, () => '{"of a page":1,"7\\" screen":1}').join()}]`;
  const records = parseJsonText(page) as object[];
  expect(records.filter((record) => !Object.hasOwn(record, '7" screen'))).toEqual([]);
});

it('values come out as they went in, with names of any characters', () => {
  const name = fc.oneof(
    fc.constantFrom('\\', '"', '\t', '\\"', '\\u0', '__proto__', '_', '_0', '__0', '1', ': '),
    fc.string(),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, fc.string(), fc.integer(), fc.array(tie('value')), tie('object')),
    object: fc.dictionary(name, tie('value'), { noNullPrototype: true }),
  }));
  const property = fc.property(value, fc.constantFrom(0, 1), (given, indent) => {
    const text = JSON.stringify(given, null, indent);
    expect(JSON.stringify(parseJsonText(text), null, indent)).toBe(text);
  });
  fc.assert(property, { numRuns: 2000 });
});

it('of equal names, however they are written, the last one counts; numbers keep their spelling', () => {
  expect(parseJsonText('{"a\\/":1,"b":2,"a\\u002f":3}')).toEqual({ 'a/': 3, b: 2 });
  expect(parseJsonText('{"\\u0031":1,"1":2}')).toEqual({ 1: 2 });
  expect(formatExactJson(parseVerbatimJson('{"\\"":[1.0,12345678901234567890]}'))).toBe(
    '{"\\"":[1.0,12345678901234567890]}',
  );
});

const broken = ['\\', '"\\', '{"\\', '{"\\":', '{"a\\x":1}', '{"a":1,"\\":2}', '\\":1}'];

it.each([...broken, '{"a"\\u003a" :"}', '{"a":1\\u002c" :":2}'])('%s is no JSON', (text) => {
  expect(() => parseJsonText(text)).toThrow(SyntaxError);
});
