/** What entries of a custom field may hold (contract, "Validation rules by field type"): `{"string":{"min_length":1,…}}`. */
import { z } from 'zod';
import type { CustomFieldType, CustomFieldValidation } from '../domain/custom-field/custom-field.ts';
import { regex } from '../domain/custom-field/regex.ts';
import { floatBound, integerBound, stringLength } from '../domain/custom-field/validation-rules.ts';
import { orderFaults } from '../domain/input/numbers.ts';
import { rules } from '../domain/input/text.ts';
import { openObject, orElse } from './building-blocks.ts';

/** A limit that is not given is null. */
const limit = <Schema extends z.ZodType<number | string>>(rule: Schema) => orElse(rule.nullable(), null);
const allow_null_values = orElse(z.boolean(), true);

/** Whole numbers beyond 2^53 come as bigint (`parseExactJson`); as a bound of floats, such a one is a number like any other. */
const floatLimit = z.preprocess<unknown, typeof floatBound, number | bigint>(
  (given) => (typeof given === 'bigint' ? Number(given) : given),
  floatBound,
);

/** Exactly one of them: the field's type. */
export const validation = z
  .strictObject({
    string: openObject({
      min_length: limit(stringLength),
      max_length: limit(stringLength),
      regex: limit(regex),
      allow_null_values,
    })
      .check(rules(({ min_length, max_length }) => orderFaults('min_length', min_length, max_length)))
      .optional(),
    integer: numberRules(integerBound).optional(),
    boolean: openObject({ allow_null_values }).optional(),
    float: numberRules(floatLimit).optional(),
  })
  .meta({ minProperties: 1, maxProperties: 1 });

export type ValidationResource = z.output<typeof validation>;

function numberRules(bound: typeof integerBound | typeof floatLimit) {
  return openObject({ min_value: limit(bound), max_value: limit(bound), allow_null_values }).check(
    rules(({ min_value, max_value }) => orderFaults('min_value', min_value, max_value)),
  );
}

/** The rules of that type, which passed the check. */
export function toValidation(fieldType: CustomFieldType, from: ValidationResource): CustomFieldValidation {
  if (fieldType === 'boolean')
    return { fieldType, rules: { allowNullValues: checked(from.boolean).allow_null_values } };
  if (fieldType === 'string') {
    const { min_length, max_length, regex, allow_null_values } = checked(from.string);
    const limits = { minLength: min_length, maxLength: max_length, regex };
    return { fieldType, rules: { ...limits, allowNullValues: allow_null_values } };
  }
  const { min_value, max_value, allow_null_values } = checked(from[fieldType]);
  return { fieldType, rules: { minValue: min_value, maxValue: max_value, allowNullValues: allow_null_values } };
}

export function toValidationResource(validation: CustomFieldValidation): ValidationResource {
  const { fieldType, rules } = validation;
  const allow_null_values = rules.allowNullValues;
  if (fieldType === 'boolean') return { boolean: { allow_null_values } };
  if (fieldType === 'string') {
    const { minLength: min_length, maxLength: max_length, regex } = rules;
    return { string: { min_length, max_length, regex, allow_null_values } };
  }
  const { minValue: min_value, maxValue: max_value } = rules;
  return { [fieldType]: { min_value, max_value, allow_null_values } };
}

function checked<Rules>(rules: Rules | undefined): Rules {
  if (rules === undefined) throw new TypeError('The rules of the field type are missing: they were not checked.');
  return rules;
}
