import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProductResource } from '../../src/contract/product/product.ts';
import { faultTexts, recordOf, smallRecords } from './small-records.ts';

const fieldLink = `/settings/extensions/custom-apis/${smallRecords.custom_api.id}/fields/${smallRecords.custom_field.id}`;

describe('a record', () => {
  const { custom_api_id, ...customField } = smallRecords.custom_field;

  test.each(Object.entries({ ...smallRecords, custom_field: { ...customField, links: { self: fieldLink } } }))(
    'of type %s passes with its required members alone',
    (_, record) => {
      expect(recordOf(record)).toMatchObject(record);
    },
  );

  test.each(['product', 'node'] as const)(
    'that is a %s passes as the object it is: its text is what is stored',
    (type) => {
      const record = smallRecords[type];
      expect(recordOf(record)).toBe(record);
    },
  );

  test('that is a custom field may name its custom API by a member of its own', () => {
    expect(recordOf(smallRecords.custom_field)).toMatchObject({ links: { self: fieldLink } });
  });

  test('keeps members that nobody here knows, at any depth', () => {
    const product = productWith({ attributes: { colour: 'peat', price: { EUR: { amount: 1, note: 'x' } } } });
    expect(recordOf({ ...product, extra: [1] })).toEqual({ ...product, extra: [1] });
  });

  test('of an unknown type, or no object, is refused', () => {
    expect(faultTexts({ type: 'constructor' })[0]).toMatch(
      /^type: must be one of product, node, .*but is 'constructor'/,
    );
    expect(faultTexts({})[0]).toMatch(/^type: /);
    expect(faultTexts(null)).toEqual([': must be an object']);
    expect(faultTexts([])).toEqual([': must be an object']);
  });

  test('comes out with tags and UUIDs in lower case', () => {
    const product = productWith({ attributes: { tags: ['Rain', 'ÉTÉ'] } });
    expect(recordOf(product)).toMatchObject({ attributes: { tags: ['rain', 'été'] } });
    const plan = smallRecords.subscription_plan;
    const shouted = { ...plan, id: plan.id.toUpperCase() };
    expect(
      recordOf({ ...shouted, attributes: { ...plan.attributes, offering_id: plan.id.toUpperCase() } }),
    ).toMatchObject({
      id: plan.id,
      attributes: { offering_id: plan.id },
    });
  });

  test('nested beyond any reason is refused, not followed', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(faultTexts(productWith({ attributes: { extensions: { a: { deep } } } })).join()).toMatch(
      /must not be nested deeper than 64/,
    );
  });
});

describe('maps', () => {
  const awkwardKeys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', ''];

  test('hold awkward keys as plain data', () => {
    const extensions: unknown = JSON.parse('{"__proto__":{"__proto__":{"a":1},"constructor":2},"prototype":{}}');
    const record = recordOf(productWith({ attributes: { extensions } })) as ProductResource;
    expect(JSON.stringify(record.attributes.extensions)).toBe(JSON.stringify(extensions));
    expect(Object.getPrototypeOf(record.attributes.extensions)).toBe(Object.prototype);
  });

  test('are checked under awkward keys as under any other', () => {
    const components: unknown = JSON.parse('{"__proto__":{"name":"x","options":[{}]}}');
    expect(faultTexts(productWith({ attributes: { components } }))).toEqual([
      'attributes.components.__proto__.options.0.id: is required',
    ]);
  });

  test('are checked under an awkward key beside one that resembles it', () => {
    const components: unknown = JSON.parse('{"__proto__":7,"__proto__ ":{"name":"x","options":[]}}');
    const price: unknown = JSON.parse('{"__proto__":{"amount":1}}');
    expect(faultTexts(productWith({ attributes: { components, price } }))).toEqual([
      "attributes.price.__proto__: must be a currency code of three upper case letters, but is '__proto__'",
      'attributes.components.__proto__: must be an object, but is a number',
    ]);
  });

  test('come back as they went in, whatever their keys and values are', () => {
    const key = fc
      .oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...awkwardKeys))
      .map((text) => text.replaceAll('\0', ''));
    const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('\\u'));
    const extensions = fc.dictionary(key, fc.dictionary(key, json));
    fc.assert(
      fc.property(extensions, (value) => {
        const record = recordOf(productWith({ attributes: { extensions: value } })) as ProductResource;
        expect(JSON.stringify(record.attributes.extensions)).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe('amounts', () => {
  const productAt = (amount: unknown) => productWith({ attributes: { price: { EUR: { amount } } } });

  test.each([0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n), 5n])(
    '%s is exact and comes out as it is',
    (amount) => {
      expect(recordOf(productAt(amount))).toEqual(productAt(amount));
    },
  );

  test('null is none', () => {
    expect(faultTexts(productAt(null))).toEqual(['attributes.price.EUR.amount: is required']);
  });

  test.each([1.5, 2 ** 53, Number.POSITIVE_INFINITY, Number.NaN, 2n ** 63n, -(2n ** 63n) - 1n, '1', true])(
    '%s is refused',
    (amount) => {
      expect(faultTexts(productAt(amount))).toEqual([expect.stringContaining('a whole number that fits in 64 bits')]);
    },
  );
});

describe('date-times', () => {
  const updatedAt = (updated_at: unknown) => productWith({ attributes: { updated_at } });

  test.each([
    '2025-03-01T09:30:00Z',
    '2025-03-01T09:30:00.1Z',
    '2025-03-01T09:30:00.123456789+05:45',
    '2024-02-29T23:59:59-12:00',
    '2025-03-01t09:30:00z',
    '0001-01-01T00:00:00-00:00',
  ])('%s is one', (text) => {
    expect(recordOf(updatedAt(text))).toBeDefined();
  });

  test.each([
    ...['2025-02-29T00:00:00Z', '2025-13-01T00:00:00Z', '2025-00-10T00:00:00Z', '2025-04-31T00:00:00Z'],
    ...['2025-03-01T24:00:00Z', '2025-03-01T09:60:00Z', '2025-03-01T09:30:60Z', '2025-03-01T09:30:00+24:00'],
    ...['2025-03-01', '2025-03-01T09:30Z', '2025-03-01T09:30:00', '2025-03-01T09:30:00.Z', '2025-03-01 09:30:00Z'],
    ...[' 2025-03-01T09:30:00Z', '2025-03-01T09:30:00Z\n', '1900-02-29T00:00:00Z', '', 1_740_000_000],
  ])('%j is none', (text) => {
    expect(faultTexts(updatedAt(text))).toEqual([
      expect.stringMatching(/^attributes.updated_at: must be (an RFC 3339 date-time|a string, but is a number)/),
    ]);
  });
});

/** The small product, with the members of `changes` in their places. */
function productWith(changes: { attributes?: object; meta?: object; relationships?: object }) {
  const { attributes, meta, relationships, ...rest } = smallRecords.product;
  return {
    ...rest,
    attributes: { ...attributes, ...changes.attributes },
    relationships: { ...relationships, ...changes.relationships },
    meta: { ...meta, ...changes.meta },
  };
}
