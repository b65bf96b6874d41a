/** Resource types that the demo store has made up for itself, with a field of each type. */
import type { CustomApiRecord } from '../contract/custom-api.ts';
import type { CustomFieldRecord } from '../contract/custom-field.ts';
import { demoId } from './demo-id.ts';
import { timesOf } from './demo-times.ts';

interface FieldSpec {
  readonly slug: string;
  readonly name: string;
  readonly text: string;
  readonly validation: NonNullable<CustomFieldRecord['validation']>;
}

interface ApiSpec {
  readonly slug: string;
  readonly name: string;
  readonly text: string;
  readonly fields: readonly FieldSpec[];
}

const specs: readonly ApiSpec[] = [
  {
    slug: 'mountain-huts',
    name: 'Mountain huts',
    text: 'Where our customers dry their socks.',
    fields: [
      {
        slug: 'hut-name',
        name: 'Name',
        text: 'As painted above the door.',
        validation: { string: { min_length: 2, max_length: 120, regex: null, allow_null_values: false } },
      },
      {
        slug: 'beds',
        name: 'Beds',
        text: 'Counted in summer. In winter there is room for one more.',
        validation: { integer: { min_value: 0, max_value: 400, allow_null_values: true } },
      },
      {
        slug: 'serves-dumplings',
        name: 'Serves dumplings',
        text: 'The question.',
        validation: { boolean: { allow_null_values: false } },
      },
      {
        slug: 'altitude-km',
        name: 'Altitude',
        text: 'Above the sea, in kilometres.',
        validation: { float: { min_value: -0.43, max_value: 8.849, allow_null_values: true } },
      },
    ],
  },
  {
    slug: 'repair-tickets',
    name: 'Repair tickets',
    text: 'What broke, and what it says about you.',
    fields: [
      {
        slug: 'ticket-code',
        name: 'Code',
        text: 'On the label that hangs from the zip.',
        validation: { string: { min_length: 8, max_length: 8, regex: '^R-[0-9]{6}$', allow_null_values: false } },
      },
      {
        slug: 'hours',
        name: 'Hours',
        text: 'At the sewing machine.',
        validation: { float: { min_value: 0, max_value: null, allow_null_values: true } },
      },
      {
        slug: 'stitches',
        name: 'Stitches',
        text: 'Roughly.',
        validation: { integer: { min_value: 0, max_value: null, allow_null_values: true } },
      },
      {
        slug: 'customer-cried',
        name: 'Customer cried',
        text: 'Of joy, when it came back.',
        validation: { boolean: { allow_null_values: true } },
      },
    ],
  },
];

export function toCustomApis(): CustomApiRecord[] {
  return specs.map(({ slug, name, text }) => ({
    id: apiId(slug),
    type: 'custom_api',
    name,
    description: text,
    slug,
    api_type: `${slug.replace('-', '_')}_ext`,
    meta: { timestamps: timesOf(`custom-api/${slug}`) },
  }));
}

export function toCustomFields(): CustomFieldRecord[] {
  return specs.flatMap(({ slug, fields }) => fields.map((field) => toCustomField(apiId(slug), field)));
}

function toCustomField(custom_api_id: string, { slug, name, text, validation }: FieldSpec): CustomFieldRecord {
  const id = demoId(`custom-field/${custom_api_id}/${slug}`);
  return {
    id,
    type: 'custom_field',
    custom_api_id,
    name,
    description: text,
    slug,
    field_type: fieldTypeOf(validation),
    validation,
    links: { self: `/settings/extensions/custom-apis/${custom_api_id}/fields/${id}` },
    meta: { timestamps: timesOf(`custom-field/${id}`) },
  };
}

function fieldTypeOf(validation: FieldSpec['validation']): CustomFieldRecord['field_type'] {
  if (validation.string) return 'string';
  if (validation.integer) return 'integer';
  return validation.boolean ? 'boolean' : 'float';
}

function apiId(slug: string): string {
  return demoId(`custom-api/${slug}`);
}
