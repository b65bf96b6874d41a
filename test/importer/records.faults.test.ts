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
    [['id'], '', /^id: must not be empty$/],
    [['id'], 'x'.repeat(256), /^id: is longer than an identifier can be \(255 characters\)$/],
    [['id'], 5, /^id: must be a string, but is a number$/],
    [['attributes', 'name'], undefined, /^attributes.name: is required$/],
    [['attributes', 'name'], 'a\0b', /^attributes.name: must not contain the NUL character$/],
    [['attributes', 'name'], '\ud800', /^attributes.name: must not contain a lone surrogate$/],
    [
      ['attributes', 'extensions'],
      { t: { 'a\0': 1 } },
      /^attributes.extensions.t.*: has a name that must not contain the NUL character$/,
    ],
    [['attributes', 'status'], 'LIVE', /^attributes.status: must be 'live' or 'draft', but is 'LIVE'$/],
    [['attributes', 'commodity_type'], 'liquid', /must be 'physical' or 'digital', but is 'liquid'$/],
    [['attributes', 'curated_product'], 'yes', /must be true, but is 'yes'$/],
    [['attributes', 'slug'], 'a b', /must be a slug of letters, digits, hyphens, .* but is 'a b'$/],
    [['attributes', 'slug'], 'é', /must be a slug of letters, digits, hyphens/],
    [['attributes', 'tags'], ['a', 'b,c'], /^attributes.tags.1: must hold no comma, but is 'b,c'$/],
    [
      ['attributes', 'price'],
      { eur: { amount: 1 } },
      /^attributes.price.eur: must be a currency code of three upper case letters, but is 'eur'$/,
    ],
    [['attributes', 'price'], { EUR: 1 }, /^attributes.price.EUR: must be an object, but is a number$/],
    [['attributes', 'price'], [1], /^attributes.price: must be an object, but is an array$/],
    [['attributes', 'price'], { EUR: {} }, /^attributes.price.EUR.amount: is required$/],
    [['attributes', 'tiers'], { a: {} }, /^attributes.tiers.a.minimum_quantity: is required$/],
    [['attributes', 'tiers'], { a: { minimum_quantity: 0 } }, /must be at least 1, but is 0$/],
    [
      ['attributes', 'tiers'],
      { a: { minimum_quantity: 1, price: { EUR: { amount: 'free' } } } },
      /^attributes.tiers.a.price.EUR.amount: must be a whole number/,
    ],
    [['attributes', 'tiers'], { a: { minimum_quantity: 1.5 } }, /must be a whole number .* but is 1.5$/],
    [
      ['attributes', 'tiers'],
      {
        a: { minimum_quantity: 5, price: { EUR: { amount: 2 } } },
        b: { minimum_quantity: 5, price: { EUR: { amount: 1 } } },
      },
      /^attributes.tiers.b.minimum_quantity: must differ: the tiers 'a' and 'b' start at 5 in EUR$/,
    ],
    [
      ['attributes', 'components'],
      { a: { name: 'A', min: 2, max: 1, options: [] } },
      /min: must not exceed the maximum, but 2 is more than 1$/,
    ],
    [['attributes', 'components'], { a: { name: 'A', options: [{ type: 'product' }] } }, /options.0.id: is required$/],
    [
      ['attributes', 'custom_inputs'],
      { a: { name: 'A', validation_rules: [{ type: 'string', options: { max_length: 256 } }] } },
      /max_length: must be from 0 to 255, but is 256$/,
    ],
    [['relationships', 'links'], {}, /^relationships.links.self: is required$/],
    [['relationships', 'children'], { data: [{}] }, /^relationships.children.data.0.id: is required$/],
    [['meta', 'catalog_source'], 'erp', /must be 'pim', but is 'erp'$/],
    [['meta', 'bread_crumbs'], { n: Array(11).fill('x') }, /^meta.bread_crumbs.n: must have at most 10 items$/],
    [['meta', 'bundle_configuration'], {}, /selected_options: is required$/],
    [
      ['meta', 'bundle_configuration'],
      { selected_options: { a: { b: 1.5 } } },
      /selected_options.a.b: must be a whole/,
    ],
    [['meta', 'price_modifiers'], { a: { modifier_type: 'price_halve' } }, /must be 'price_increment' or/],
    [
      ['meta', 'variation_matrix'],
      { s: 'p' },
      /^meta.variation_matrix.s: must be an object, keyed by the ids of options$/,
    ],
    [['meta', 'variation_matrix'], { s: { red: { x: 'p' } } }, /variation_matrix.s.red: must be a child product's id$/],
    [['meta', 'variation_matrix'], 'p', /^meta.variation_matrix: must be an object, but is a string$/],
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
    ['node', ['attributes', 'status'], 'hidden', /must be 'live' or 'draft'/],
    ['node', ['relationships'], { parent: { data: {} } }, /relationships.parent.data.id: is required$/],
    ['catalog', ['attributes', 'name'], '', /must not be empty/],
    ['catalog_rule', ['attributes', 'channels'], 'web', /must be an array, but is a string$/],
    ['catalog_rule', ['attributes', 'catalog_id'], undefined, /attributes.catalog_id: is required$/],
    [
      'catalog_rule',
      ['attributes', 'schedules'],
      [{ valid_from: 'soon' }],
      /schedules.0.valid_from: must be an RFC 3339/,
    ],
    [
      'catalog_rule',
      ['attributes', 'schedules'],
      [{ valid_from: '2025-01-02T00:00:00Z', valid_to: '2025-01-01T00:00:00Z' }],
      /schedules.0.valid_to: must not be before the schedule begins at 2025-01-02T00:00:00.000Z/,
    ],
    ['subscription_offering', ['id'], 'tea', /^id: must be a UUID, but is 'tea'$/],
    ['subscription_offering', ['attributes', 'name'], 'T', /has 1 character, but 3 to 1024 are expected$/],
    [
      'subscription_offering',
      ['attributes', 'description'],
      'x'.repeat(1025),
      /has more than 1024 characters, but at most 1024 are expected$/,
    ],
    ['subscription_offering', ['attributes', 'meta', 'owner'], 'me', /must be 'store' or 'organization'/],
    ['subscription_plan', ['attributes', 'billing_interval_type'], 'decade', /must be 'day' or 'week'/],
    ['subscription_plan', ['attributes', 'billing_frequency'], 0, /must be at least 1/],
    ['custom_api', ['meta', 'timestamps'], {}, /meta.timestamps.created_at: is required\n.*updated_at/],
    ['custom_field', ['slug'], 'Beds', /must be 1 to 63 of the characters a-z/],
    ['custom_field', ['slug'], 'weight', /must not be 'weight', which is reserved$/],
    ['custom_field', ['field_type'], 'date', /^field_type: must be 'string' or 'integer'/],
    [
      'custom_field',
      ['validation'],
      { string: {} },
      /validation.string: does not fit a field of the type integer: its rules stand under 'integer'$/,
    ],
    ['custom_field', ['validation'], { date: {} }, /validation: must not have the member 'date'$/],
    [
      'custom_field',
      ['validation'],
      { integer: { min_value: 2, max_value: 1 } },
      /min_value: must not exceed the maximum, but 2 is more than 1$/,
    ],
    [
      'custom_field',
      ['validation'],
      { integer: { min_value: 2 ** 53 } },
      /min_value: must be from -9007199254740991 to 9007199254740991/,
    ],
    ['application_key', ['client_id'], '', /must not be empty/],
    ['application_key', ['reserved_rate_limit'], -1, /must be at least 0/],
  ])('a %s with %j = %j is refused', (type, path, value, message) => {
    expect(faultTexts(changed(type, path, value)).join('\n')).toMatch(message);
  });

  test.each(['(', '(?=a)', '(a)\\1', 'x'.repeat(1025), 'x{1000}'.repeat(11)])(
    'a field whose regex is %.20s is refused',
    (regex) => {
      const field = { ...smallRecords.custom_field, field_type: 'string', validation: { string: { regex } } };
      expect(faultTexts(field)).toEqual([
        expect.stringMatching(
          /^validation.string.regex: (must be a regular expression in RE2 syntax|has more than 1024|makes a program of some 11002 instructions)/,
        ),
      ]);
    },
  );

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
