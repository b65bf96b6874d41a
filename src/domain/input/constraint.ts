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

/**
 * The rules of an input's members, read from the schema that checks them, as `z.toJSONSchema` would say them of what comes in. That makes
 * a whole document of each, at every start (`bench/notebook/start-and-memory.md`).
 */
export function constraintsOf<Schema extends z.ZodType>(schema: Schema): Record<keyof z.output<Schema>, Constraint> {
  const members = Object.entries(shapeOf(schema)).map(([name, member]) => [name, toConstraint(metaOf(member))]);
  return Object.fromEntries(members);
}

function shapeOf(schema: z.core.$ZodType): z.core.$ZodShape {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return def.shape;
  const inner = innerOf(schema);
  if (!inner) throw new TypeError(`Only an object has members, and this is of the type ${def.type}.`);
  return shapeOf(inner);
}

/** What is said of a schema and of those within: the outermost one's word counts. */
function metaOf(schema: z.core.$ZodType): z.core.GlobalMeta {
  const inner = innerOf(schema);
  return { ...(inner && metaOf(inner)), ...z.globalRegistry.get(schema) };
}

/** What comes in, of what may be absent, be null or become something else; null: it is that itself. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') return def.innerType;
  if (def.type !== 'pipe') return null;
  // What is prepared before it is checked comes in as what it is prepared for.
  const isPrepared = (def.in as z.core.$ZodTypes)._zod.def.type === 'transform';
  return isPrepared ? def.out : def.in;
}

function toConstraint({ minLength, maxLength, pattern, format, ...rest }: z.core.GlobalMeta): Constraint {
  const { minimum: min, maximum: max, maxProgramSize } = rest;
  const all = { minLength, maxLength, pattern, format, min, max, maxProgramSize };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Which bound a number breaks; null: none. */
export function boundRule(value: number | bigint, { min, max }: Constraint): 'min' | 'max' | null {
  if (min !== undefined && value < min) return 'min';
  return max !== undefined && value > max ? 'max' : null;
}

/** Which rule a text breaks first that has bounds and a shape; null: none. */
export function brokenTextRule(
  value: string,
  { minLength, maxLength }: { readonly minLength: number; readonly maxLength: number },
  shape: RegExp,
): 'minLength' | 'maxLength' | 'pattern' | null {
  if (value.length < minLength) return 'minLength';
  if (countCodePoints(value, maxLength) > maxLength) return 'maxLength';
  return shape.test(value) ? null : 'pattern';
}

/** A text's length as it is published: in code points. Stops counting past `limit`: a megabyte costs no more than that. */
export function countCodePoints(value: string, limit: number): number {
  if (value.length > 2 * limit) return limit + 1;
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}
