import { z } from 'zod';
import { toSnakeCase } from './errors.ts';

type Schema = z.core.JSONSchema.BaseSchema;

export interface RequestSchemaOptions {
  /** Members of the input that the request has elsewhere: in its path. */
  readonly without?: readonly string[];
  /** Members that are described elsewhere. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** The resource's type, which only this face needs. */
  readonly type?: { readonly is: string; readonly isRequired: boolean };
}

/**
 * What `data` may hold, for the OpenAPI document: the schema that the domain checks an input with, in this face's names.
 * Members that it does not know are allowed: clients of the platform send more than is needed.
 */
export function toRequestSchema(
  input: z.ZodType,
  { without = [], members = {}, type }: RequestSchemaOptions = {},
): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', override: inWords });
  const { properties = {}, required = [], ...rest } = inSnakeCase(schema as Schema);
  const left = new Set(without.map(toSnakeCase));
  const typed = { type: 'string', const: type?.is };
  const own = type ? { type: type.isRequired ? typed : { anyOf: [typed, { type: 'null' }] } } : {};
  const wanted = Object.entries(properties).filter(([name]) => !left.has(name));
  return {
    ...rest,
    properties: { ...own, ...Object.fromEntries(wanted), ...members },
    required: [...(type?.isRequired ? ['type'] : []), ...required.filter((name) => !left.has(name))],
  } as Schema;
}

/** What no keyword of JSON Schema says is told people: strict readers, linters among them, refuse a schema with keywords that they do not know. */
export function inWords({ jsonSchema }: { readonly jsonSchema: Schema }): void {
  const { maxProgramSize } = jsonSchema;
  if (maxProgramSize === undefined) return;
  delete jsonSchema.maxProgramSize;
  jsonSchema.description = `When compiled, it has at most ${maxProgramSize} instructions.`;
}

/** Of a request's `data`, the members that mean something, as the domain calls them. */
export function toInput<Name extends string>(
  data: Readonly<Record<string, unknown>>,
  { out: { shape } }: { readonly out: { readonly shape: Readonly<Record<Name, unknown>> } },
) {
  const names = Object.keys(shape) as Name[];
  return Object.fromEntries(names.map((name) => [name, data[toSnakeCase(name)]])) as Record<Name, unknown>;
}

function inSnakeCase(schema: Schema): Schema {
  const { properties, required, anyOf, allOf, ...rest } = schema;
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [toSnakeCase(name), inSnakeCase(member as Schema)]),
      ),
    }),
    ...(required && { required: required.map(toSnakeCase) }),
    ...(anyOf && { anyOf: anyOf.map((one) => inSnakeCase(one as Schema)) }),
    ...(allOf && { allOf: allOf.map((one) => inSnakeCase(one as Schema)) }),
  } as Schema;
}
