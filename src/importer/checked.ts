/**
 * The few zod schemas that zod has no fitting one for, and how a value is checked.
 *
 * Everything here checks and changes nothing: the value that passed is the value that came in. zod copies what it parses
 * and leaves `__proto__` out of the copy, so its copies are thrown away, and maps are walked by their own keys here.
 */
import { z } from 'zod';

/** One thing wrong with a value: where in it, and a whole sentence that says what was expected. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A JSON object nested deeper than this is refused, so that whoever walks it later may recurse. */
const MAX_DEPTH = 64;

/** Everything that is wrong with a value, in the order of the schema's members; empty when it is right. */
export function faultsOf(schema: z.ZodType, value: unknown): Fault[] {
  const result = schema.safeParse(value, { error: sentenceOf });
  if (result.success) return [];
  return result.error.issues.map((issue) => ({ path: issue.path as (string | number)[], message: issue.message }));
}

/**
 * The schema's check with the identity as its result: members that the schema does not name are kept, and so is a
 * `__proto__` key. Text anywhere in the value must be well-formed Unicode without NUL, which no engine of ours stores.
 */
export function asIs<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.custom<T>().superRefine((value, context) => {
    const faults: Fault[] = [];
    addTextFaults(value, [], faults);
    for (const fault of faults.length > 0 ? faults : faultsOf(schema, value)) {
      context.addIssue({ code: 'custom', path: [...fault.path], message: fault.message });
    }
  });
}

/** A value for which `faultOf` finds nothing to say. */
export function checked<T>(faultOf: (value: unknown) => string | undefined): z.ZodType<T> {
  return z.custom<T>((value) => faultOf(value) === undefined, {
    error: (issue) => (issue.input === undefined ? required(issue.path) : faultOf(issue.input)),
  });
}

/** A JSON object as a map: each own key and each value is checked, keys such as `__proto__` like any other. */
export function mapOf<T>(value: z.ZodType<T>, key: z.ZodType<string> = z.string()): z.ZodType<Record<string, T>> {
  return z.custom<Record<string, T>>(isObject, { abort: true }).superRefine((map, context) => {
    for (const [name, entry] of Object.entries(map)) {
      for (const { message } of faultsOf(key, name)) context.addIssue({ code: 'custom', path: [name], message });
      for (const { path, message } of faultsOf(value, entry)) {
        context.addIssue({ code: 'custom', path: [name, ...path], message });
      }
    }
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as a message shows it: short, on one line. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60).toWellFormed()}…` : value);
}

/** zod's issue as a sentence of ours; a message that a schema brings itself goes before it. */
function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return required(issue.path);
  const got = `but got ${shown(issue.input)}.`;
  switch (issue.code) {
    case 'invalid_type':
      return `Expected ${EXPECTED[issue.expected] ?? issue.expected}, ${got}`;
    case 'invalid_value':
      return `Expected ${issue.values.map(shown).join(' or ')}, ${got}`;
    case 'too_small':
      return `Expected at least ${issue.minimum}, ${got}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `Expected at most ${issue.maximum} items.`
        : `Expected at most ${issue.maximum}, ${got}`;
    case 'unrecognized_keys':
      return `Unknown ${issue.keys.map(shown).join(', ')}.`;
    case 'custom':
      return `Expected an object, ${got}`;
    default:
      return undefined;
  }
}

const EXPECTED: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number within ±(2^53−1)',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function required(path: readonly PropertyKey[] | undefined): string {
  const name = path?.at(-1);
  return typeof name === 'string' ? `The member '${name}' is required.` : 'A value is required.';
}

/** Adds what is wrong with any text in the value to `faults`, and to `path`, which is as it was afterwards, what leads there. */
function addTextFaults(value: unknown, path: (string | number)[], faults: Fault[]): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) faults.push({ path: [...path], message: 'Text must be well-formed Unicode without NUL.' });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH) {
    faults.push({ path: [...path], message: `Nested deeper than ${MAX_DEPTH} levels.` });
    return;
  }
  const isList = Array.isArray(value);
  for (const name of Object.keys(value)) {
    path.push(isList ? Number(name) : name);
    if (!isList && !isStorable(name)) {
      faults.push({ path: [...path], message: 'A name must be well-formed Unicode without NUL.' });
    }
    addTextFaults((value as Record<string, unknown>)[name], path, faults);
    path.pop();
  }
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
