/**
 * Members that a resource's schema does not name, at any level of its objects: what is stored as a row keeps them apart, as one JSON
 * text, and they go out again where they stood.
 */
import { z } from 'zod';
import { formatExactJson, parseVerbatimJson } from '../domain/input/exact-json.ts';
import { isObject } from '../domain/input/is-object.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What a resource that is stored as a row keeps beside its members. */
export interface WithUnknownMembers {
  /** JSON text; absent or null: there are none. */
  readonly unknownMembers?: string | null;
}

/** As JSON text; null: there are none. */
export function unknownMembersOf(schema: z.core.$ZodType, value: unknown): string | null {
  const unknown = unknownIn(schema, value);
  return unknown && formatExactJson(unknown);
}

/** The resource with its unknown members after those that it has at each level. */
export function withUnknownMembers<Resource extends object>(
  resource: Resource,
  { unknownMembers: text }: WithUnknownMembers,
): Resource {
  return text == null ? resource : (merged(resource as JsonObject, parseVerbatimJson(text) as JsonObject) as Resource);
}

function unknownIn(schema: z.core.$ZodType, given: unknown): JsonObject | null {
  const shape = shapeOf(schema);
  const value = shape && completed(schema, given);
  if (!shape || !isObject(value)) return null;
  const unknown = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!known) return [[name, member]];
    const inside = unknownIn(known, member);
    return inside ? [[name, inside]] : [];
  });
  return unknown.length > 0 ? Object.fromEntries(unknown) : null;
}

/** What the schema makes of the value before it looks at it. */
function completed(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'pipe' && (def.in as z.core.$ZodTypes)._zod.def.type === 'transform'
    ? z.parse(def.in, value)
    : value;
}

/** The members that an object's schema names; null: it is of something else. */
function shapeOf(schema: z.core.$ZodType): z.core.$ZodLooseShape | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return shapeOf(def.innerType);
    case 'pipe':
      return shapeOf(def.out);
    case 'object':
      return def.shape;
    default:
      return null;
  }
}

function merged(known: JsonObject, unknown: JsonObject): JsonObject {
  const members = Object.entries(unknown).flatMap(([name, member]): [string, unknown][] => {
    const own = Object.hasOwn(known, name) ? known[name] : undefined;
    if (own === undefined) return [[name, member]];
    return isObject(own) && isObject(member) ? [[name, merged(own, member)]] : [];
  });
  return { ...known, ...Object.fromEntries(members) };
}
