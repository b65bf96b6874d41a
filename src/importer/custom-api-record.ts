/** Custom APIs (resource types that a store defines) and their typed fields (contract: Custom field resource). */
import { RE2JS } from 're2js';
import { z } from 'zod';
import { asIs, checked, shown } from './checked.ts';
import { text, timestamps, uuid } from './field-schemas.ts';

const customApi = z.object({
  id: uuid,
  type: z.literal('custom_api'),
  name: text({ min: 1, max: 255 }),
  description: text({ max: 255 }).optional(),
  slug: text({ min: 1, max: 255 }),
  /** The type of the API's entries, unique in the store. */
  api_type: text({ min: 1, max: 255 }),
  meta: z.object({ timestamps }),
});
export type CustomApiRecord = z.infer<typeof customApi>;
export const customApiRecord = asIs<CustomApiRecord>(customApi);

/** RE2 syntax only: such an expression runs in linear time on any text. */
const regex = checked<string>((value) => {
  if (typeof value !== 'string' || value.length > 1024) {
    return 'Expected a regular expression of at most 1024 characters.';
  }
  try {
    RE2JS.compile(value);
    return undefined;
  } catch {
    return `Expected a regular expression in RE2 syntax, but got ${shown(value)}.`;
  }
});

/** Names that the platform gives a meaning of its own. */
const RESERVED_SLUGS = new Set([
  ...['slug', 'type', 'id', 'meta', 'created_at', 'updated_at', 'links', 'relationships', 'attributes', 'attribute'],
  ...['dimension', 'dimensions', 'weight', 'weights'],
]);

const fieldSlug = checked<string>((value) => {
  const got = `but got ${shown(value)}.`;
  if (typeof value !== 'string' || !/^[a-z0-9_-]{1,63}$/.test(value)) {
    return `Expected 1 to 63 of a-z, 0-9, underscore and hyphen, ${got}`;
  }
  return RESERVED_SLUGS.has(value) ? `Expected a slug that is not reserved, ${got}` : undefined;
});

const length = z.int().min(0).max(65_535).nullish();
const allowNull = { allow_null_values: z.boolean().nullish() };

const validation = z.strictObject({
  string: z.object({ min_length: length, max_length: length, regex: regex.nullish(), ...allowNull }).optional(),
  integer: z.object({ min_value: z.int().nullish(), max_value: z.int().nullish(), ...allowNull }).optional(),
  boolean: z.object(allowNull).optional(),
  float: z.object({ min_value: z.number().nullish(), max_value: z.number().nullish(), ...allowNull }).optional(),
});

const customField = z
  .object({
    id: uuid,
    type: z.literal('custom_field'),
    /** The custom API that the field belongs to. */
    custom_api_id: uuid,
    name: text({ min: 1, max: 255 }),
    description: text({ max: 255 }).optional(),
    /** Unique within the custom API. */
    slug: fieldSlug,
    field_type: z.enum(['string', 'integer', 'boolean', 'float']),
    /** One key, equal to `field_type`; absent means no limits. */
    validation: validation.optional(),
    links: z.object({ self: z.string() }).optional(),
    meta: z.object({ timestamps }),
  })
  .superRefine(({ field_type, validation }, context) => {
    for (const [kind, rules] of Object.entries(validation ?? {})) {
      const path = ['validation', kind];
      if (kind !== field_type) {
        const message = `The rules of a field of type ${field_type} are under '${field_type}', not '${kind}'.`;
        context.addIssue({ code: 'custom', path, message });
      } else if (!isInOrder(rules)) {
        context.addIssue({ code: 'custom', path, message: 'The minimum exceeds the maximum.' });
      }
    }
  });
export type CustomFieldRecord = z.infer<typeof customField>;
export const customFieldRecord = asIs<CustomFieldRecord>(customField);

interface Bounds {
  readonly allow_null_values?: boolean | null | undefined;
  readonly min_length?: number | null | undefined;
  readonly max_length?: number | null | undefined;
  readonly min_value?: number | null | undefined;
  readonly max_value?: number | null | undefined;
}

function isInOrder(bounds: Bounds | undefined): boolean {
  const min = bounds?.min_length ?? bounds?.min_value ?? Number.NEGATIVE_INFINITY;
  const max = bounds?.max_length ?? bounds?.max_value ?? Number.POSITIVE_INFINITY;
  return min <= max;
}
