import { expect, test } from 'vitest';
import { excerpt } from '../../../src/domain/errors.ts';
import { parseInput } from '../../../src/domain/input/parse-input.ts';
import { email } from '../../../src/domain/subscription/email.ts';
import { violationsOf } from '../../support/violations-of.ts';

const titled = (values: readonly string[]) => values.map((value) => [JSON.stringify(excerpt(value, 40)), value]);

const longest = `${'a'.repeat(1020)}@b.c`;

test.each(
  titled([
    'a@b',
    'a.b+c@example.co.uk',
    "o'brien/x{y}@example.com",
    '.a..b.@example.com',
    `a@${'b'.repeat(63)}.c`,
    'a@1.2',
    longest,
  ]),
)('%s is an e-mail address', (_title, address = '') => {
  expect(parseInput(email, address)).toBe(address);
});

const shape = " format The field '' must be an e-mail address, as name@example.com is.";

test.each(
  titled([
    'a@b@c',
    'a b@c',
    '@xy',
    'xy@',
    'a@b\n',
    'a@b\r\nBcc: c@d',
    'a@[127.0.0.1]',
    'ü@exämple.org',
    'a@-b',
    'a@b-',
    'a@b..c',
    'a@b.',
    `a@${'b'.repeat(64)}`,
    '"a b"@c',
    '😀'.repeat(600),
    'a@b\u2028',
  ]),
)('%s is not', async (_title, address = '') => {
  expect(await violationsOf(() => parseInput(email, address))).toEqual([shape]);
});

test.each([
  ['@b', " minLength The field '' has 2 characters, but 3 to 1024 are expected."],
  [`a${longest}`, " maxLength The field '' has more than 1024 characters, but 3 to 1024 are expected."],
  ['a\0b', " characters The field '' must not contain the NUL character."],
  ['\ud800@b', " characters The field '' must not contain a lone surrogate."],
])('an address has one fault only, which comes before its form (%#)', async (address, expected) => {
  expect(await violationsOf(() => parseInput(email, address))).toEqual([expected]);
});

test('an address is never quoted', async () => {
  expect((await violationsOf(() => parseInput(email, 'private@example@com'))).join()).not.toContain('private');
});

test.each([
  ['a labels', `a@${'a.'.repeat(510)}`],
  ['hyphens', `a@${'a-'.repeat(510)}`],
  ['one long label', `a@${'a'.repeat(1020)}!`],
  ['no @', 'a'.repeat(1024)],
])('the longest bad address (%s) is refused', async (_what, address) => {
  expect(await violationsOf(() => parseInput(email, address))).toHaveLength(1);
});
