import { expect, it } from 'vitest';
import { canonicalLanguageTag } from '../../src/domain/language/language.ts';
import { type ContextMember, explicitContextFault, shopperContextFault } from '../../src/domain/shopper-context.ts';

it.each<[ContextMember, string, string | null]>([
  ['channel', '', null],
  ['channel', 'mobile', null],
  ['channel', 'a & b: c?', null],
  ['channel', 'a'.repeat(64), null],
  ['channel', 'a'.repeat(65), 'maxLength'],
  ['channel', '😀'.repeat(65), 'maxLength'],
  ['channel', 'été', 'pattern'],
  ['channel', ' mobile', 'pattern'],
  ['channel', 'mobile ', 'pattern'],
  ['channel', 'a\nb', 'pattern'],
  ['channel', 'a\0', 'pattern'],
  ['tag', 'a\ud800', 'characters'],
  ['tag', 'a\x7f', 'pattern'],
  ['language', '', null],
  ['language', 'de', null],
  ['language', 'zh-Hant-TW', null],
  ['language', 'de-CH, de;q=0.9', 'pattern'],
  ['language', '*', 'pattern'],
  ['language', 'd', 'pattern'],
  ['language', 'de_DE', 'pattern'],
  ['language', `de${'-aaaaaaaa'.repeat(7)}`, 'maxLength'],
])('an explicit %s %j breaks the rule %s', (member, value, rule) => {
  expect(explicitContextFault(member, value)?.rule ?? null).toBe(rule);
});

it.each([
  ['a'.repeat(256), null],
  ['a'.repeat(257), 'maxLength'],
  ['a\0', 'pattern'],
  ['été', null],
])("a header's %j breaks the rule %s", (value, rule) => {
  expect(shopperContextFault(value)?.rule ?? null).toBe(rule);
});

it.each([
  ['DE', 'de'],
  ['DE-de', 'de-DE'],
  ['ZH-hANT-tw', 'zh-Hant-TW'],
  ['es-419', 'es-419'],
  ['SL-ROZAJ-BISKE', 'sl-rozaj-biske'],
  ['de-1996', 'de-1996'],
  ['EN-ca-X-CA', 'en-CA-x-ca'],
  ['AZ-latn-X-LATN', 'az-Latn-x-latn'],
  ['IW', 'iw'],
  ['', ''],
])('the tag %s is written %s, whatever anybody has', (tag, canonical) => {
  expect(canonicalLanguageTag(tag)).toBe(canonical);
  expect(canonicalLanguageTag(canonical)).toBe(canonical);
});
