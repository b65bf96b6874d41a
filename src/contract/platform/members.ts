import { isObject } from '../../domain/input/is-object.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The member, if it is an object, or else an empty one. */
export function objectIn(record: JsonObject, name: string): JsonObject {
  const member = record[name];
  return isObject(member) ? member : {};
}

/** `value` where the object has nothing under the name. The very object, where it has, or there is no value. */
export function withMissing(object: JsonObject, members: JsonObject): JsonObject {
  const missing = Object.entries(members).filter(([name, value]) => value != null && object[name] == null);
  return missing.length === 0 ? object : { ...object, ...Object.fromEntries(missing) };
}

/** Without those members that are null. */
export function withoutNull(object: JsonObject, names: readonly string[]): JsonObject {
  const isNull = (name: string) => Object.hasOwn(object, name) && object[name] === null && names.includes(name);
  if (!Object.keys(object).some(isNull)) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !isNull(name)));
}

/** With the member, if it is another one than it was, and not an empty one that was not there. */
export function withMember(object: JsonObject, name: string, member: JsonObject): JsonObject {
  if (object[name] === member || (Object.keys(member).length === 0 && !isObject(object[name]))) return object;
  return { ...object, [name]: member };
}
