import { expect, it } from 'vitest';
import { boundsFault } from '../../src/importer/text-bounds.ts';

const long = ' '.repeat(2 ** 18);

it.each<[string, string, string | null]>([
  ['a short text, however deep', '['.repeat(1000), null],
  ['a long text that holds little', `["${'x,[{'.repeat(200_000)}"]`, null],
  ['quotes that are escaped', `["\\"${'['.repeat(300_000)}\\\\",[]]`, null],
  ['many values', `[${'1,'.repeat(250_000)}1]${long}`, null],
  ['too many values', `[${'1,'.repeat(300_000)}1]`, 'It holds more than 300,000 values, which is the limit.'],
  ['too many lists', `[${'[],'.repeat(150_001)}1]`, 'It holds more than 300,000 values, which is the limit.'],
  ['depth', `${long}${'['.repeat(100)}`, null],
  ['too much depth', `${long}${'['.repeat(50)}${'{'.repeat(51)}`, 'It is nested deeper than 100 levels.'],
  ['a string without an end', `"${'['.repeat(300_000)}`, null],
])('%s', (_, text, fault) => {
  expect(boundsFault(Buffer.from(text))).toBe(fault);
});
