import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatExactJson } from '../../../src/domain/input/exact-json.ts';
import { toPublishedText } from '../../../src/storage/documents/document-text.ts';

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
