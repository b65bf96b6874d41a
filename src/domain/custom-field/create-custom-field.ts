import { z } from 'zod';
import { excerpt } from '../errors.ts';
import { brokenTextRule } from '../input/constraint.ts';
import { uuid } from '../input/identifiers.ts';
import { isObject } from '../input/is-object.ts';
import { optional, withoutNulls } from '../input/optional.ts';
import { checkInput } from '../input/parse-input.ts';
import { type Fault, rule, text } from '../input/text.ts';
import type { Violation } from '../input/violations.ts';
import { type CustomField, type CustomFieldValidation, customFieldTypes } from './custom-field.ts';
import { strayRulesFault, validationInput, validationRules } from './validation-rules.ts';

/** Names that the platform gives a meaning of its own. */
const reservedSlugs: ReadonlySet<string> = new Set(
  `slug type id meta created_at updated_at links relationships attributes attribute dimension dimensions weight
  weights`.split(/\s+/),
);

const slugShape = /^[a-z0-9_-]*$/u;
const slugRules = { minLength: 1, maxLength: 63, pattern: slugShape.source } as const;

export const customFieldSlug = z.string().check(rule(slugFault)).meta(slugRules);

function slugFault(value: string): Fault | null {
  const broken = brokenTextRule(value, slugRules, slugShape);
  if (broken) {
    const problem = `must be 1 to 63 of the characters a-z, 0-9, _ and -, but is '${excerpt(value)}'`;
    return { rule: broken, problem };
  }
  return reservedSlugs.has(value) ? { rule: 'reserved', problem: `must not be '${value}', which is reserved` } : null;
}

export const customFieldName = text({ min: 1, max: 255, singleLine: true });
export const customFieldDescription = text({ max: 255 });

export const createCustomFieldInput = z.preprocess(
  withoutNulls,
  z.object({
    customApiId: uuid,
    name: customFieldName,
    description: optional(customFieldDescription).transform((value) => value ?? ''),
    slug: customFieldSlug,
    fieldType: z.enum(customFieldTypes),
    validation: optional(validationInput),
  }),
);

type NewCustomField = Pick<CustomField, 'customApiId' | 'name' | 'description' | 'slug' | 'validation'>;

/** Every fault, the face's among them, or else the field. */
export function checkCustomField(
  input: unknown,
  faults: readonly Violation[] = [],
): { readonly field: NewCustomField | null; readonly violations: readonly Violation[] } {
  const { value, violations } = checkInput(createCustomFieldInput, input, faults);
  const all = [...violations, ...strayRules(input)];
  if (!value || all.length > 0) return { field: null, violations: all };
  const { fieldType, validation, ...field } = value;
  const rules = validation?.[fieldType] ?? validationRules[fieldType].parse({});
  return { field: { ...field, validation: { fieldType, rules } as CustomFieldValidation }, violations: [] };
}

/** What stands in the pattern's place, whatever it is. */
export function patternOf({ validation }: { readonly validation?: unknown }): unknown {
  const { string } = Object(validation) as { readonly string?: unknown };
  return (Object(string) as { readonly regex?: unknown }).regex;
}

/** The rules of types that are not the field's. Where its type is not known: that there are several. */
function strayRules(input: unknown): Violation[] {
  const { fieldType, validation } = Object(input) as Readonly<Record<string, unknown>>;
  if (!isObject(validation)) return [];
  const given = Object.entries(validation).flatMap(([name, rules]) => (rules === null ? [] : [name]));
  const type = customFieldTypes.find((known) => known === fieldType);
  if (type) {
    const stray = given.filter((name) => name !== type);
    return stray.map((name) => ({ path: ['validation', name], ...strayRulesFault(type) }));
  }
  const problem = "must have one member, which is named like the field's type";
  return given.length > 1 ? [{ path: ['validation'], rule: 'exclusive', problem }] : [];
}
