import { describe, expect, test } from 'vitest';
import { parseRecord } from '../../src/importer/records.ts';
import { faultTexts, smallRecords } from './small-records.ts';

type Path = readonly (string | number)[];

/** A deep copy of a small record with one value in one place; undefined takes the member away. */
function changed(type: keyof typeof smallRecords, path: Path, value: unknown): unknown {
  const copy = structuredClone<unknown>(smallRecords[type]);
  let at = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) {
    at[key] ??= {};
    at = at[key] as Record<string, unknown>;
  }
  const last = path.at(-1) ?? '';
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

const option = (id: string) => ({ id, name: id });
const variations = [
  { id: 'size', name: 'Size', options: [option('s'), option('m')] },
  { id: 'colour', name: 'Colour', options: [option('red')] },
];

describe('a product', () => {
  test.each<[Path, unknown, message: RegExp]>([
    [['id'], '', /^id: Expected 1 to 255 characters/],
    [['id'], 'x'.repeat(256), /^id: Expected 1 to 255 characters/],
    [['id'], 5, /^id: Expected a string, but got 5/],
    [['attributes', 'name'], undefined, /^attributes.name: The member 'name' is required/],
    [['attributes', 'name'], 'a\0b', /^attributes.name: Text must be well-formed Unicode without NUL/],
    [['attributes', 'name'], '\ud800', /^attributes.name: Text must be well-formed/],
    [['attributes', 'extensions'], { t: { 'a\0': 1 } }, /^attributes.extensions.t.*: A name must be well-formed/],
    [['attributes', 'status'], 'LIVE', /^attributes.status: Expected "live" or "draft", but got "LIVE"/],
    [['attributes', 'commodity_type'], 'liquid', /Expected "physical" or "digital"/],
    [['attributes', 'curated_product'], false, /Expected true, but got false/],
    [['attributes', 'slug'], 'a b', /Expected letters, digits, hyphens/],
    [['attributes', 'slug'], 'é', /Expected letters, digits, hyphens/],
    [['attributes', 'tags'], ['a', 'b,c'], /^attributes.tags.1: A tag holds no comma, but got "b,c"/],
    [['attributes', 'price'], { eur: { amount: 1 } }, /^attributes.price.eur: Expected a currency code/],
    [['attributes', 'price'], { EUR: 1 }, /^attributes.price.EUR: Expected an object, but got 1/],
    [['attributes', 'price'], [], /^attributes.price: Expected an object, but got a list/],
    [['attributes', 'price'], { EUR: {} }, /^attributes.price.EUR.amount: The member 'amount' is required/],
    [
      ['attributes', 'tiers'],
      { a: {} },
      /^attributes.tiers.a.minimum_quantity: The member 'minimum_quantity' is required/,
    ],
    [['attributes', 'tiers'], { a: { minimum_quantity: 0 } }, /Expected at least 1, but got 0/],
    [['attributes', 'tiers'], { a: { minimum_quantity: 1.5 } }, /Expected a whole number .*got 1.5/],
    [
      ['attributes', 'tiers'],
      {
        a: { minimum_quantity: 5, price: { EUR: { amount: 2 } } },
        b: { minimum_quantity: 5, price: { EUR: { amount: 1 } } },
      },
      /^attributes.tiers.b.minimum_quantity: The tiers "a" and "b" both start at 5 in EUR/,
    ],
    [['attributes', 'components'], { a: { name: 'A', min: 2, max: 1, options: [] } }, /min: The minimum 2 exceeds/],
    [['attributes', 'components'], { a: { name: 'A', options: [{ type: 'product' }] } }, /options.0.id: .*required/],
    [
      ['attributes', 'custom_inputs'],
      { a: { name: 'A', validation_rules: [{ type: 'string', options: { max_length: 256 } }] } },
      /max_length: Expected at most 255, but got 256/,
    ],
    [['relationships', 'links'], {}, /^relationships.links.self: The member 'self' is required/],
    [['relationships', 'children'], { data: [{}] }, /^relationships.children.data.0.id: .*required/],
    [['meta', 'catalog_source'], 'erp', /Expected "pim", but got "erp"/],
    [['meta', 'bread_crumbs'], { n: Array(11).fill('x') }, /^meta.bread_crumbs.n: Expected at most 10 items/],
    [['meta', 'bundle_configuration'], {}, /selected_options: The member 'selected_options' is required/],
    [
      ['meta', 'bundle_configuration'],
      { selected_options: { a: { b: 1.5 } } },
      /selected_options.a.b: Expected a whole/,
    ],
    [['meta', 'price_modifiers'], { a: { modifier_type: 'price_halve' } }, /Expected "price_increment" or/],
    [['meta', 'variation_matrix'], { s: 'p' }, /^meta.variation_matrix.s: Expected an object keyed by option ids/],
    [['meta', 'variation_matrix'], { s: { red: { x: 'p' } } }, /variation_matrix.s.red: Expected a child product's id/],
    [['meta', 'variation_matrix'], 'p', /^meta.variation_matrix: Expected an object/],
  ])('with %j = %j is refused', (path, value, message) => {
    const product = changed('product', ['meta', 'variations'], variations) as { meta: object };
    const faulty = changed('product', path, value) as { meta?: object };
    const withVariations =
      path[1] === 'variation_matrix' ? { ...faulty, meta: { ...product.meta, ...faulty.meta } } : faulty;
    expect(faultTexts(withVariations)).toEqual([expect.stringMatching(message)]);
  });

  test('is told everything that is wrong with it at once', () => {
    const product = { ...smallRecords.product, attributes: { status: 'x', tags: [','] }, meta: { language: 1 } };
    expect(faultTexts(product).map((text) => text.split(':')[0])).toEqual([
      ...['attributes.name', 'attributes.status', 'attributes.tags.0', 'meta.language'],
    ]);
  });

  test('with a sparse matrix as deep as its variations passes, and so does an empty one', () => {
    expect(faultTexts(changed('product', ['meta'], { variations, variation_matrix: { m: { red: 'p1' } } }))).toEqual(
      [],
    );
    expect(faultTexts(changed('product', ['meta'], { variations, variation_matrix: {} }))).toEqual([]);
    expect(faultTexts(changed('product', ['meta'], { variation_matrix: { m: 'p1' } }))).toHaveLength(1);
  });
});

describe('other records', () => {
  test.each<[keyof typeof smallRecords, Path, unknown, message: RegExp]>([
    ['node', ['attributes', 'status'], 'hidden', /Expected "live" or "draft"/],
    ['node', ['relationships'], { parent: { data: {} } }, /relationships.parent.data.id: .*required/],
    ['catalog', ['attributes', 'name'], '', /Expected a non-empty string, but got ""/],
    ['catalog_rule', ['attributes', 'channels'], 'web', /Expected a list, but got "web"/],
    ['catalog_rule', ['attributes', 'catalog_id'], undefined, /The member 'catalog_id' is required/],
    [
      'catalog_rule',
      ['attributes', 'schedules'],
      [{ valid_from: 'soon' }],
      /schedules.0.valid_from: Expected an RFC 3339/,
    ],
    [
      'catalog_rule',
      ['attributes', 'schedules'],
      [{ valid_from: '2025-01-02T00:00:00Z', valid_to: '2025-01-01T00:00:00Z' }],
      /schedules.0.valid_to: The schedule ends before it begins/,
    ],
    ['subscription_offering', ['id'], 'tea', /^id: Expected a UUID, but got "tea"/],
    ['subscription_offering', ['attributes', 'name'], 'T', /Expected 3 to 1024 characters/],
    ['subscription_offering', ['attributes', 'description'], 'x'.repeat(1025), /Expected 0 to 1024 characters/],
    ['subscription_offering', ['attributes', 'meta', 'owner'], 'me', /Expected "store" or "organization"/],
    ['subscription_plan', ['attributes', 'billing_interval_type'], 'decade', /Expected "day" or "week"/],
    ['subscription_plan', ['attributes', 'billing_frequency'], 0, /Expected at least 1/],
    ['custom_api', ['meta', 'timestamps'], {}, /meta.timestamps.created_at: .*\n.*updated_at/],
    ['custom_field', ['slug'], 'Beds', /Expected 1 to 63 of a-z/],
    ['custom_field', ['slug'], 'weight', /a slug that is not reserved, but got "weight"/],
    ['custom_field', ['field_type'], 'date', /Expected "string" or "integer"/],
    [
      'custom_field',
      ['validation'],
      { string: {} },
      /validation.string: The rules of a field of type integer are under 'integer'/,
    ],
    ['custom_field', ['validation'], { date: {} }, /validation: Unknown "date"/],
    ['custom_field', ['validation'], { integer: { min_value: 2, max_value: 1 } }, /The minimum exceeds the maximum/],
    ['custom_field', ['validation'], { integer: { min_value: 2 ** 53 } }, /min_value: Expected/],
    ['application_key', ['client_id'], '', /Expected 1 to 255 characters/],
    ['application_key', ['reserved_rate_limit'], -1, /Expected at least 0/],
  ])('a %s with %j = %j is refused', (type, path, value, message) => {
    expect(faultTexts(changed(type, path, value)).join('\n')).toMatch(message);
  });

  test.each(['(', '(?=a)', '(a)\\1', 'x'.repeat(1025)])('a field whose regex is %.20s is refused', (regex) => {
    const field = { ...smallRecords.custom_field, field_type: 'string', validation: { string: { regex } } };
    expect(faultTexts(field)).toEqual([
      expect.stringContaining('validation.string.regex: Expected a regular expression'),
    ]);
  });

  test('text is counted in code points', () => {
    expect(faultTexts(changed('subscription_offering', ['attributes', 'name'], '😀'.repeat(1024)))).toEqual([]);
    expect(faultTexts(changed('subscription_offering', ['attributes', 'name'], '😀'.repeat(1025)))).toHaveLength(1);
    expect(faultTexts(changed('subscription_offering', ['attributes', 'name'], '😀😀'))).toHaveLength(1);
  });

  test('a secret never shows up in a message', () => {
    for (const secret of [12_345_678, '', 'swordfish\0', ['swordfish']]) {
      const result = parseRecord(changed('application_key', ['client_secret'], secret));
      expect(JSON.stringify(result)).toMatch(/client_secret/);
      expect(JSON.stringify(result)).not.toMatch(/swordfish|12345678/);
    }
  });
});
