import { z } from 'zod';

/**
 * What is published of the rules that a value is held against: in the SDL by `@constraint`, in OpenAPI by JSON Schema's
 * keywords. A violation's `rule` is the member's name here. Of a list, `minItems` and `maxItems` are about the list, all
 * others about each item.
 */
export interface Constraint {
  /** In Unicode code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression of ECMA-262 with the flag `u`, and one that other engines read the same. */
  readonly pattern?: string;
  readonly format?: string;
  readonly min?: number;
  readonly max?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Of a regular expression: the most instructions that it may be compiled to. */
  readonly maxProgramSize?: number;
}

/** The rules of an input's members, read from the schema that checks them. */
export function constraintsOf<Schema extends z.ZodType>(schema: Schema): Record<keyof z.output<Schema>, Constraint> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const constraints = Object.entries(properties).map(([name, member]) => [name, toConstraint(member as JsonSchema)]);
  return Object.fromEntries(constraints);
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function toConstraint(schema: JsonSchema): Constraint {
  const { anyOf = [], minLength, maxLength, pattern, format, minimum, maximum, maxProgramSize } = schema;
  const own = { minLength, maxLength, pattern, format, min: minimum, max: maximum, maxProgramSize };
  // What may be null is `anyOf` the value and null.
  const inner = anyOf.map((one) => toConstraint(one as JsonSchema));
  return Object.assign(Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)), ...inner);
}

/** Which bound a number breaks; null: none. */
export function boundRule(value: number, { min, max }: Constraint): 'min' | 'max' | null {
  if (min !== undefined && value < min) return 'min';
  return max !== undefined && value > max ? 'max' : null;
}

/** A text's length as it is published: in code points. Stops counting past `limit`: a megabyte costs no more than that. */
export function countCodePoints(value: string, limit: number): number {
  if (value.length > 2 * limit) return limit + 1;
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}
