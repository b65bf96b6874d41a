import { z } from 'zod';
import { excerpt } from '../errors.ts';
import { countCodePoints } from '../input/constraint.ts';
import { uuid } from '../input/identifiers.ts';
import { violationsOf } from '../input/parse-input.ts';
import { type Fault, rule, text } from '../input/text.ts';
import { nestViolations, type Violation } from '../input/violations.ts';
import { optional, withoutNulls } from '../optional.ts';
import { type CustomFieldType, type CustomFieldValidation, customFieldTypes } from './custom-field.ts';
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
  const broken = slugRule(value);
  if (broken) {
    const problem = `must be 1 to 63 of the characters a-z, 0-9, _ and -, but is '${excerpt(value)}'`;
    return { rule: broken, problem };
  }
  return reservedSlugs.has(value) ? { rule: 'reserved', problem: `must not be '${value}', which is reserved` } : null;
}

function slugRule(value: string): keyof typeof slugRules | null {
  if (value === '') return 'minLength';
  if (countCodePoints(value, slugRules.maxLength) > slugRules.maxLength) return 'maxLength';
  return slugShape.test(value) ? null : 'pattern';
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

export interface NewCustomField {
  readonly customApiId: string;
  readonly name: string;
  readonly description: string;
  readonly slug: string;
  readonly validation: CustomFieldValidation;
}

/** Every fault: the face's, and those of the rules where the field type is known; or else the field. */
export function checkCustomField(
  input: unknown,
  faults: readonly Violation[] = [],
): { readonly field: NewCustomField | null; readonly violations: readonly Violation[] } {
  const result = createCustomFieldInput.safeParse(input);
  const violations = [...faults, ...(result.success ? [] : violationsOf(result.error, input))];
  const { fieldType, validation } = Object(input) as { fieldType?: unknown; validation?: unknown };
  const rules = parseRules(fieldType, validation);
  violations.push(...rules.violations);
  if (!result.success || !rules.validation || violations.length > 0) return { field: null, violations };
  const { customApiId, name, description, slug } = result.data;
  return { field: { customApiId, name, description, slug, validation: rules.validation }, violations };
}

interface ParsedRules {
  readonly validation: CustomFieldValidation | null;
  readonly violations: readonly Violation[];
}

function parseRules(fieldType: unknown, input: unknown): ParsedRules {
  const type = customFieldTypes.find((known) => known === fieldType);
  // Without a type there is nothing to hold the rules against; that the type is wrong has been said.
  if (type === undefined) return { validation: null, violations: [] };
  // What is not an object has no rules; that it should be one has been said.
  if (typeof (input ?? {}) !== 'object' || Array.isArray(input)) return { validation: null, violations: [] };
  const given = (input ?? {}) as Record<string, unknown>;
  const stray = Object.keys(given).filter((key) => key !== type && given[key] != null);
  const violations: Violation[] = stray.map((key) => ({
    path: ['validation', key],
    ...strayRulesFault(type),
  }));
  const parsed = validationRules[type].safeParse(given[type] ?? {});
  if (parsed.success)
    return { validation: { fieldType: type, rules: parsed.data } as CustomFieldValidation, violations };
  const faults = violationsOf(parsed.error, given[type] ?? {});
  return {
    validation: null,
    violations: [...violations, ...nestViolations(faults, 'validation', type satisfies CustomFieldType)],
  };
}
