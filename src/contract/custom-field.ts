/** A typed field of a custom API (contract, "Custom field resource"). */
import { z } from 'zod';
import {
  customFieldDescription,
  customFieldName,
  customFieldSlug,
} from '../domain/custom-field/create-custom-field.ts';
import { type CustomField, customFieldTypes } from '../domain/custom-field/custom-field.ts';
import { strayRulesFault } from '../domain/custom-field/validation-rules.ts';
import { isObject } from '../domain/input/is-object.ts';
import { type Fault, rule, rules } from '../domain/input/text.ts';
import { completedBy, openObject, orElse } from './building-blocks.ts';
import { customApisPath } from './custom-api.ts';
import { toValidation, toValidationResource, validation } from './custom-field-validation.ts';
import { type selfLink, timestamps, toTimestamps, uuid } from './members.ts';
import { type WithUnknownMembers, withUnknownMembers } from './unknown-members.ts';

const type = 'custom_field';
/** Below any base address: the platform's has one. */
const selfShape = /\/custom-apis\/([0-9a-f-]{36})\/fields\/[^/]*$/i;

const complete = openObject({
  id: uuid,
  type: z.literal(type),
  name: customFieldName,
  description: orElse(customFieldDescription, ''),
  slug: customFieldSlug,
  field_type: z.enum(customFieldTypes),
  validation,
  links: openObject({ self: z.string().check(rule(apiFault)) }),
  meta: openObject({ timestamps }),
}).check(
  rules(({ field_type, validation }) => {
    const stray = Object.keys(validation).filter((kind) => kind !== field_type);
    return stray.map((kind) => ({ path: ['validation', kind], ...strayRulesFault(field_type) }));
  }),
);

/** The custom API is named by the resource's own link; files may name it by `custom_api_id`. */
export const customField = completedBy<typeof complete, CustomFieldRecord>(
  ({ custom_api_id, ...given }) => ({
    ...given,
    validation: withRules(given),
    ...(custom_api_id != null && { links: { self: `${customApisPath}/${custom_api_id}/fields/${given.id}` } }),
  }),
  complete,
).meta({ id: 'CustomField' });

export type CustomFieldResource = z.output<typeof complete>;
export type CustomFieldRecord = Omit<z.input<typeof complete>, 'links' | 'validation'> & {
  readonly custom_api_id: string;
  readonly validation?: z.input<typeof validation>;
  readonly links?: z.input<typeof selfLink>;
};

/** Absent means no limits. */
function withRules({ field_type, validation = {} }: Readonly<Record<string, unknown>>): unknown {
  if (validation !== null && !isObject(validation)) return validation;
  const given = Object.entries(validation ?? {}).filter(([, rules]) => rules !== null);
  const type = given.length === 0 && customFieldTypes.find((known) => known === field_type);
  return { ...(type && { [type]: {} }), ...Object.fromEntries(given) };
}

function apiFault(self: string): Fault | null {
  if (selfShape.test(self)) return null;
  return { rule: 'format', problem: 'must name the custom API: …/custom-apis/<uuid>/fields/<id>' };
}

export function apiIdOf({ links }: CustomFieldResource): string {
  const [, apiId = ''] = selfShape.exec(links.self) ?? [];
  return apiId.toLowerCase();
}

export function toCustomField(from: CustomFieldResource & WithUnknownMembers): CustomField {
  const { created_at, updated_at } = from.meta.timestamps;
  return {
    id: from.id,
    customApiId: apiIdOf(from),
    name: from.name,
    description: from.description,
    slug: from.slug,
    fieldType: from.field_type,
    validation: toValidation(from.field_type, from.validation),
    createdAt: created_at,
    updatedAt: updated_at,
    ...(from.unknownMembers != null && { unknownMembers: from.unknownMembers }),
  };
}

export function toCustomFieldResource(field: CustomField): CustomFieldResource {
  const resource: CustomFieldResource = {
    id: field.id,
    type,
    name: field.name,
    description: field.description,
    slug: field.slug,
    field_type: field.fieldType,
    validation: toValidationResource(field.validation),
    links: { self: `${customApisPath}/${field.customApiId}/fields/${field.id}` },
    meta: { timestamps: toTimestamps(field) },
  };
  return withUnknownMembers(resource, field);
}
