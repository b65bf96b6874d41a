import { z } from 'zod';
import { orderFault, wholeNumber } from '../input/numbers.ts';
import { optional, withoutNulls } from '../input/optional.ts';
import { describeNumber } from '../input/parse-input.ts';
import { type Fault, rule } from '../input/text.ts';
import type { CustomFieldType } from './custom-field.ts';
import { regex } from './regex.ts';

/** Lengths of a string field's values, in characters (contract-level bound of platforms of this kind). */
const maxStringLength = 65_535;

export const stringLength = wholeNumber(0, maxStringLength);
export const integerBound = wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const allowNullValues = z
  .boolean()
  .nullish()
  .transform((value) => value ?? true);

export const floatBound = z
  .custom<number>(() => true)
  .check(
    rule((value) => {
      if (typeof value === 'number' && Number.isFinite(value)) return null;
      return { rule: 'type', problem: `must be a finite number, but is ${describeNumber(value)}` };
    }),
  )
  .meta({ type: 'number' });

const length = stringLength.transform(unsigned);

/** Bounds that are right by themselves are compared, whatever else is wrong. */
const whereRight = (...bounds: readonly string[]) => ({
  when: ({ value, issues }: z.core.ParsePayload) =>
    typeof value === 'object' && value !== null && !issues.some(({ path }) => bounds.includes(String(path?.[0]))),
});

/** The rules of each field type (contract, "Validation rules by field type"). */
export const validationRules = {
  string: z
    .object({ minLength: optional(length), maxLength: optional(length), regex: optional(regex), allowNullValues })
    .superRefine(
      ({ minLength, maxLength }, context) => checkOrder(context, 'minLength', minLength, maxLength),
      whereRight('minLength', 'maxLength'),
    ),
  integer: numberRules(integerBound),
  boolean: z.object({ allowNullValues }),
  float: numberRules(floatBound),
} as const;

/** Each member is held against its own rules, so that every fault is found, whichever of them the field type names. */
export const validationInput = z.preprocess(
  withoutNulls,
  z.object({
    string: optional(validationRules.string),
    integer: optional(validationRules.integer),
    boolean: optional(validationRules.boolean),
    float: optional(validationRules.float),
  }),
);

function numberRules(checked: typeof integerBound | typeof floatBound) {
  const bound = checked.transform(unsigned);
  return z
    .object({ minValue: optional(bound), maxValue: optional(bound), allowNullValues })
    .superRefine(
      ({ minValue, maxValue }, context) => checkOrder(context, 'minValue', minValue, maxValue),
      whereRight('minValue', 'maxValue'),
    );
}

/** -0 is 0. */
function unsigned(value: number): number {
  return value + 0;
}

function checkOrder(
  context: z.RefinementCtx,
  minName: string,
  min: number | null | undefined,
  max: number | null | undefined,
): void {
  const fault = orderFault(min, max);
  if (fault) context.addIssue({ code: 'custom', path: [minName], message: fault.problem, params: { ...fault } });
}

/** Of rules that stand under another type's name. */
export function strayRulesFault(fieldType: CustomFieldType): Fault {
  const problem = `does not fit a field of the type ${fieldType}: its rules stand under '${fieldType}'`;
  return { rule: 'exclusive', problem };
}
