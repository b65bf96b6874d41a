import { z } from 'zod';
import { boundRule } from '../input/constraint.ts';
import { describeNumber } from '../input/parse-input.ts';
import { addFault } from '../input/text.ts';
import { optional, withoutNulls } from '../optional.ts';
import { regex } from './regex.ts';

/** Lengths of a string field's values, in characters (contract-level bound of platforms of this kind). */
const maxStringLength = 65_535;

const length = wholeNumber(0, maxStringLength);
const integer = wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const allowNullValues = z
  .boolean()
  .nullish()
  .transform((value) => value ?? true);

const float = z
  .unknown()
  .superRefine((value, context) => {
    if (typeof value === 'number' && Number.isFinite(value)) return;
    addFault(context, { rule: 'type', problem: `must be a finite number, but is ${describeNumber(value)}` });
  })
  .transform(unsigned)
  .meta({ type: 'number' });

const always = { when: ({ value }: z.core.ParsePayload) => typeof value === 'object' && value !== null };

/** The rules of each field type (contract, "Validation rules by field type"). */
export const validationRules = {
  string: z
    .object({ minLength: optional(length), maxLength: optional(length), regex: optional(regex), allowNullValues })
    .superRefine(({ minLength, maxLength }, context) => checkOrder(context, 'minLength', minLength, maxLength), always),
  integer: numberRules(integer),
  boolean: z.object({ allowNullValues }),
  float: numberRules(float),
} as const;

/** One member at the most is looked at further: the one that the field type names. */
export const validationInput = z.preprocess(
  withoutNulls,
  z.object({
    string: z.unknown().optional(),
    integer: z.unknown().optional(),
    boolean: z.unknown().optional(),
    float: z.unknown().optional(),
  }),
);

function numberRules(bound: typeof integer | typeof float) {
  return z
    .object({ minValue: optional(bound), maxValue: optional(bound), allowNullValues })
    .superRefine(({ minValue, maxValue }, context) => checkOrder(context, 'minValue', minValue, maxValue), always);
}

/** -0 is 0. */
function unsigned(value: unknown): number {
  return Number(value) + 0;
}

function wholeNumber(min: number, max: number) {
  return z
    .unknown()
    .superRefine((value, context) => {
      if (typeof value !== 'number' || !Number.isInteger(value)) {
        addFault(context, { rule: 'type', problem: `must be a whole number, but is ${describeNumber(value)}` });
        return;
      }
      const rule = boundRule(value, { min, max });
      if (rule) addFault(context, { rule, problem: `must be from ${min} to ${max}, but is ${value}` });
    })
    .transform(unsigned)
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** Asked even when another rule is broken: every fault is reported at once. The bounds may then be anything. */
function checkOrder(context: z.RefinementCtx, minName: string, min: unknown, max: unknown): void {
  if (typeof min !== 'number' || typeof max !== 'number' || !(min > max)) return;
  addFault(context, { rule: 'range', problem: `must not exceed the maximum, but ${min} is more than ${max}` }, [
    minName,
  ]);
}
