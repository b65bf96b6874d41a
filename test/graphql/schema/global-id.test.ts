import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { identifierFault } from '../../../src/domain/input/identifiers.ts';
import { canonicalLanguageTag } from '../../../src/domain/language/language.ts';
import { explicitContextFault } from '../../../src/domain/shopper-context.ts';
import { formatMarks, parseMarks } from '../../../src/graphql/schema/context-marks.ts';
import {
  formatGlobalId,
  formatPartId,
  parseGlobalId,
  parseMarkedId,
  toGlobalId,
  toNodeId,
  toPartId,
  toResourceId,
} from '../../../src/graphql/schema/global-id.ts';

const plain = fc.string({ maxLength: 64 }).filter((value) => explicitContextFault('channel', value) === null);
const language = fc.constantFrom('', 'de', 'de-DE', 'zh-Hant-TW', 'en-CA-x-ca').map(canonicalLanguageTag);
const contexts = fc.record({ channel: plain, tag: plain, language }, { requiredKeys: [] });
const identifiers = fc.string({ unit: 'binary', maxLength: 60 }).filter((id) => identifierFault(id) === null);
const encode = (text: string) => Buffer.from(text, 'utf8').toString('base64url');

it('an id says its context, and is read back', () => {
  fc.assert(
    fc.property(contexts, identifiers, fc.constantFrom('Product', 'CatalogNode'), (context, id, type) => {
      const marks = formatMarks(context);
      expect(parseMarks(marks)).toEqual(context);
      const text = formatGlobalId(type, id, marks);
      const globalId = parseGlobalId(text);
      expect(globalId).toEqual({ type, id, marks });
      if (!globalId) return;
      expect(parseMarkedId(toNodeId(globalId))).toEqual({ context, id });
      expect(toGlobalId(type, toNodeId(globalId))).toBe(text);
      expect(toResourceId(globalId.type, text)).toBe(id);
    }),
  );
});

it('an id without a context is as it always was', () => {
  expect(formatGlobalId('Product', 'abc:mobile::')).toBe(encode('Product:abc:mobile::'));
  expect(parseGlobalId(encode('Product:abc:mobile::'))).toEqual({ type: 'Product', id: 'abc:mobile::', marks: '' });
});

it.each([
  'Product?:a',
  'Product?c:a',
  'Product?c=a&:a',
  'Product?&c=a:a',
  'Product?c=a&c=a:a',
  'Product?t=a&c=b:a',
  'Product?x=a:a',
  'Product?C=a:a',
  'Product?c=%61:a',
  'Product?c=%c3%a9:a',
  'Product?c=%C3%A9:a',
  'Product?c=%3a:a',
  'Product?c=a b:a',
  'Product?c=a=b:a',
  'Product?c=%:a',
  'Product?c=%E0%A4%A:a',
  'Product?c=%20a:a',
  'Product?c=%00:a',
  'Product?l=DE-de:a',
  'Product?l=de%2Cen:a',
  'Product?l=*:a',
  `Product?c=${'a'.repeat(65)}:a`,
  'Product?c=a:',
  'Product?c=a',
  'Product ?c=a:a',
  'Catalog?c=a:a',
  'BillingPlan?l=de:a',
  'ProductVariation?c=a:a/b',
])('%s is no global id: a context has one spelling, and only what depends on it', (text) => {
  expect(parseGlobalId(encode(text))).toBeNull();
  expect(toResourceId('Product', encode(text))).toBe(encode(text));
});

it('of an id no more is read than an id can hold, whatever its length', () => {
  const decode = vi.spyOn(globalThis, 'decodeURIComponent');
  onTestFinished(() => decode.mockRestore());
  const marks = (count: number) => `?${new Array(count).fill('c=a').join('&')}`;
  for (const type of ['Product', 'ProductVariationOption'] as const) {
    const [many, more] = [encode(`${type}${marks(3000)}:a/b/c`), encode(`${type}${marks(170_000)}:a/b/c`)];
    for (const text of [many, more]) {
      expect(parseGlobalId(text)).toBeNull();
      expect(toPartId('ProductVariationOption', text)).toBe(text);
    }
  }
  expect(decode.mock.calls.length).toBeLessThan(20);
});

it('the longest id of a part is read', () => {
  const id = '\u{10ffff}'.repeat(255);
  const marks = formatMarks({ channel: '%'.repeat(64), tag: '%'.repeat(64), language: 'de' });
  const text = formatPartId('ProductVariationOption', marks, [id, id, id]);
  expect(toPartId('ProductVariationOption', text)).toBe(id);
});

it("a part's id is unique over products and contexts, and names the platform's", () => {
  const parts = fc.array(identifiers, { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(contexts, parts, contexts, parts, (context, path, otherContext, otherPath) => {
      const [marks, otherMarks] = [formatMarks(context), formatMarks(otherContext)];
      const id = formatPartId('ProductVariationOption', marks, path);
      expect(toPartId('ProductVariationOption', id)).toBe(path[2]);
      expect(toPartId('ProductVariation', id)).toBe(id);
      expect(parseGlobalId(id)).toBeNull();
      const isSame = marks === otherMarks && path.every((one, index) => one === otherPath[index]);
      expect(formatPartId('ProductVariationOption', otherMarks, otherPath) === id).toBe(isSame);
    }),
  );
});

it.each([
  ['of invalid UTF-8', Buffer.concat([Buffer.from('Product:a'), Buffer.from([0xff])]).toString('base64url')],
  [
    'of a lone surrogate',
    Buffer.concat([Buffer.from('Product:'), Buffer.from([0xed, 0xa0, 0x80])]).toString('base64url'),
  ],
  ['with bits beyond its bytes', `${encode('Product:a1').slice(0, -1)}R`],
  ['with a space', `${encode('Product:a')} `],
  ['with a letter of neither alphabet within', encode('Product:abc').replace('j', 'j!')],
  ['with three signs at its end', `${encode('Product:a')}===`],
])('a text %s is no global id', (_, text) => {
  expect(parseGlobalId(text)).toBeNull();
});

it('an id is taken in both alphabets of base64, with padding and without', () => {
  for (const id of ['~~~', '???', 'a', 'ab', 'abc', 'é', '\ufffd', '\ufeff', '😀']) {
    const standard = Buffer.from(`Product:${id}`).toString('base64');
    for (const text of [standard, standard.replace(/=+$/, ''), encode(`Product:${id}`)]) {
      expect(parseGlobalId(text)).toEqual({ type: 'Product', marks: '', id });
    }
  }
});
