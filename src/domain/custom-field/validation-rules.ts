import { z } from 'zod';
import { optional, withoutNulls } from '../optional.ts';
import { addFault } from '../text.ts';
import { regex } from './regex.ts';

/** Lengths of a string field's values, in characters (contract-level bound of platforms of this kind). */
const maxStringLength = 65_535;

const length = wholeNumber(0, maxStringLength);
const integer = wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const allowNullValues = z
  .boolean()
  .nullish()
  .transform((value) => value ?? true);

const float = z.unknown().superRefine((value, context) => {
  if (typeof value === 'number' && Number.isFinite(value)) return;
  addFault(context, { rule: 'type', problem: 'must be a finite number' });
}) as z.ZodType<number>;

/** The rules of each field type (contract, "Validation rules by field type"). */
export const validationRules = {
  string: z
    .object({ minLength: optional(length), maxLength: optional(length), regex: optional(regex), allowNullValues })
    .superRefine(({ minLength, maxLength }, context) => {
      checkOrder(context, ['minLength', minLength], ['maxLength', maxLength]);
    }),
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

function numberRules(bound: z.ZodType<number>) {
  return z
    .object({ minValue: optional(bound), maxValue: optional(bound), allowNullValues })
    .transform((rules) => ({ ...rules, minValue: unsigned(rules.minValue), maxValue: unsigned(rules.maxValue) }))
    .superRefine(({ minValue, maxValue }, context) => {
      checkOrder(context, ['minValue', minValue], ['maxValue', maxValue]);
    });
}

/** -0 is 0. */
function unsigned(value: number | null): number | null {
  return value === 0 ? 0 : value;
}

function wholeNumber(min: number, max: number): z.ZodType<number> {
  return z
    .unknown()
    .superRefine((value, context) => {
      if (typeof value !== 'number' || !Number.isInteger(value)) {
        addFault(context, { rule: 'type', problem: 'must be a whole number' });
      } else if (value < min || value > max) {
        addFault(context, { rule: 'range', problem: `must be from ${min} to ${max}, but is ${value}` });
      }
    })
    .meta({ type: 'integer', minimum: min, maximum: max }) as z.ZodType<number>;
}

type Bound = readonly [name: string, value: number | null];

function checkOrder(context: z.RefinementCtx, [minName, min]: Bound, [maxName, max]: Bound): void {
  if (min === null || max === null || min <= max) return;
  addFault(context, { rule: 'range', problem: `must not exceed '${maxName}', but ${min} is more than ${max}` }, [
    minName,
  ]);
}
