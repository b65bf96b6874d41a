import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatExactJson } from '../../../src/domain/input/exact-json.ts';
import { inLanguage, toPublishedText, toStoredDocuments } from '../../../src/storage/documents/document-text.ts';
import { heapBytes } from '../../support/collect-garbage.ts';

const key = fc.constantFrom('attributes', 'meta', 'locales', 'a', '"', '\\', '{', '__proto__', '1', 'é\u2028');
const text = fc.oneof(
  key,
  fc.constantFrom('","attributes":{', '}}', '\\"', '"attributes":{', 'attributes'),
  fc.string(),
);
const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
const value = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
}));
const record = fc.record({
  before: value.object as fc.Arbitrary<object>,
  attributes: (value.object as fc.Arbitrary<object>).map((members) => ({ name: '', ...members })),
  after: value.object as fc.Arbitrary<object>,
});

it('translations that were stored apart stand where they stood', () => {
  fc.assert(
    fc.property(record, value.object, ({ before, attributes, after }, locales) => {
      const { locales: _, ...own } = attributes as { locales?: unknown };
      const { attributes: _before, ...first } = before as { attributes?: unknown };
      const { attributes: _after, ...last } = after as { attributes?: unknown };
      const document = formatExactJson({ ...first, attributes: own, ...last });
      const expected = formatExactJson({ ...first, attributes: { ...own, locales }, ...last });
      expect(toPublishedText({ document, locales: formatExactJson(locales) })).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

it('numbers stay as they are written', () => {
  const document =
    '{"id":"a","attributes":{"name":"A","weights":[1.0,1e3,12345678901234567890]},"meta":{"language":"en"}}';
  expect(toPublishedText({ document, locales: '{"de":{"name":"B"}}' })).toBe(
    document.replace('0]}', '0],"locales":{"de":{"name":"B"}}}'),
  );
});

it('a document that is cut off is told', () => {
  const document = '{"id":"a","attributes":{"name":"A","slug":"a"}}';
  for (let length = 0; length < document.length - 1; length += 1) {
    const cut = () => toPublishedText({ document: document.slice(0, length), locales: '{}' });
    expect(cut).toThrow('no attributes');
  }
});

it('languages that shoppers make up take no more and more memory', () => {
  const languages = ['bg', 'cs', 'da', 'de', 'el', 'es', 'et', 'fi', 'fr', 'hu', 'it', 'lt', 'lv', 'nl', 'no', 'pl'];
  const localesOf = (own: number) =>
    JSON.stringify(Object.fromEntries([...languages, `en-x-${own}`].map((one) => [one, {}])));
  const rows = Array.from({ length: 900 }, (_, own) => ({ document: '{}', locales: localesOf(own), matrix: null }));
  const request = (language: string) => {
    for (const document of toStoredDocuments(rows)) inLanguage(document, language);
  };
  request('ja');
  const before = heapBytes();
  for (let turn = 0; turn < 250; turn += 1) request(`ja-x-${turn}`);
  expect(heapBytes() - before).toBeLessThan(16_000_000);
});
