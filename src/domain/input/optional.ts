import type { z } from 'zod';
import { isObject } from './is-object.ts';

/** Absent and null mean the same, and come out as null. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value): z.output<Schema> | null => value ?? null);
}

/** Null is as good as absent, for a required field too: `is required` says more than `must be a string, but is null`. */
export function withoutNulls(input: unknown): unknown {
  if (!isObject(input)) return input;
  if (!Object.values(input).includes(null)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
