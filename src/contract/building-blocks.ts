/**
 * What resources are described with, so that one schema says both what may come in (`z.input`) and what is stored and goes out
 * (`z.output`, which is what OpenAPI describes). Platforms write "none" in many ways where the contract has an object or a
 * list: null, `false`, and `[]` for an object.
 */
import { z } from 'zod';
import { isObject } from '../domain/input/is-object.ts';

/** An object that may hold members which nobody here knows: they are kept. The type has those that are named. */
export function openObject<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape, z.core.$strip> {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape, z.core.$strip>;
}

/** Absent and null come out as `value`. */
export function orElse<Schema extends z.ZodType>(schema: Schema, value: z.util.NoUndefined<z.output<Schema>>) {
  type Input = z.input<Schema> | null | undefined;
  return z.preprocess<unknown, z.ZodDefault<Schema>, Input>((given) => given ?? undefined, schema.default(value));
}

/** A resource as `complete` makes it of what came in: for members that follow from others. What is no object stays as it is. */
export function completedBy<Schema extends z.ZodType, Input>(
  complete: (given: Readonly<Record<string, unknown>>) => unknown,
  schema: Schema,
) {
  return z.preprocess<unknown, Schema, Input>((given: unknown) => (isObject(given) ? complete(given) : given), schema);
}

/** An object, a map or a flag that may be none. */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  type Input = z.input<Schema> | null | undefined;
  return z.preprocess<unknown, z.ZodOptional<z.ZodNullable<Schema>>, Input>(withoutNone, schema.nullish());
}

/** A list that may be none. */
export function maybeList<Schema extends z.ZodType>(item: Schema) {
  type Input = readonly z.input<Schema>[] | null | undefined;
  return z.preprocess<unknown, z.ZodOptional<z.ZodNullable<z.ZodArray<Schema>>>, Input>(
    (given: unknown) => (given === null || given === false ? undefined : given),
    z.array(item).nullish(),
  );
}

/** A JSON object as a map. An entry that is null is left out. */
export function mapOf<Value extends z.ZodType>(value: Value) {
  return mapWithout((entry) => entry === null, value, z.string());
}

/** A map of objects: an entry that is none is left out. */
export function mapOfObjects<Value extends z.ZodType>(value: Value, key: z.ZodType<string, string> = z.string()) {
  return mapWithout(isNone, value, key);
}

function mapWithout<Value extends z.ZodType>(
  isLeftOut: (entry: unknown) => boolean,
  value: Value,
  key: z.ZodType<string, string>,
) {
  type Input = Readonly<Record<string, z.input<Value>>>;
  function filtered(given: unknown): unknown {
    if (!isObject(given) || !Object.values(given).some(isLeftOut)) return given;
    return Object.fromEntries(Object.entries(given).filter(([, entry]) => !isLeftOut(entry)));
  }
  return z.preprocess<unknown, z.ZodRecord<z.ZodType<string, string>, Value>, Input>(filtered, z.record(key, value));
}

function withoutNone(given: unknown): unknown {
  return isNone(given) ? undefined : given;
}

/** What some platforms write where they have no object. */
function isNone(given: unknown): boolean {
  return given === null || given === false || (Array.isArray(given) && given.length === 0);
}

/** The members that are not null: for those that the contract calls optional, absent where there is nothing to say. */
export function present<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: NonNullable<Members[Name]> } {
  const given = Object.entries(members).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as { [Name in keyof Members]?: NonNullable<Members[Name]> };
}
