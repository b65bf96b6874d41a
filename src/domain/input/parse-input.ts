import type { z } from 'zod';
import { excerpt, validationError } from '../errors.ts';
import type { Fault } from './text.ts';
import { nestViolations, type Violation } from './violations.ts';

/**
 * Checks an input against its schema and reports every fault at once, in the order of the schema's fields.
 * @throws DomainError VALIDATION_FAILED
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { value, violations } = checkInput(schema, input);
  if (value === null) throw validationError(violations);
  return value;
}

/** The same for an input that is to be looked at further: its faults, after those that the face found, or else its value. */
export type CheckedInput<Value> =
  | { readonly value: Value; readonly violations: readonly [] }
  | { readonly value: null; readonly violations: readonly Violation[] };

export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  faults: readonly Violation[] = [],
): CheckedInput<z.output<Schema>> {
  const result = schema.safeParse(input);
  if (result.success && faults.length === 0) return { value: result.data, violations: [] };
  return { value: null, violations: [...faults, ...(result.success ? [] : violationsOf(result.error, input))] };
}

/** A member that is right by itself, whatever is wrong beside it; null: it is not. */
export function validMember<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  const result = schema.safeParse(value);
  return result.success ? result.data : null;
}

/** What zod found, in our terms; `input` is what it was given. */
export function violationsOf({ issues }: Pick<z.ZodError, 'issues'>, input: unknown): Violation[] {
  return issues.flatMap((issue): Violation[] => {
    const path = issue.path.map((segment) => (typeof segment === 'number' ? segment : String(segment)));
    const value = valueAt(input, path);
    // The name of a map's entry is checked by a schema of its own.
    if (issue.code === 'invalid_key') {
      return issue.issues.map((one) => ({ path, ...toFault(one, path.at(-1), false) }));
    }
    if (issue.code === 'invalid_union') {
      return nestViolations(violationsOf({ issues: closestOf(issue.errors) }, value), ...path);
    }
    return [{ path, ...toFault(issue, value, path.includes('paymentAuthority')) }];
  });
}

/** Of a value that may be of several kinds: what is wrong with it as the kind that it comes closest to. */
function closestOf(errors: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] {
  return errors.find((issues) => issues.some(({ path }) => path.length > 0)) ?? errors.at(-1) ?? [];
}

/** `isSecret`: nothing of the value is quoted. */
function toFault(issue: z.core.$ZodIssue, value: unknown, isSecret: boolean): Fault {
  if (issue.code === 'custom' && isFault(issue.params)) return issue.params;
  if (value == null) return { rule: 'required', problem: 'is required' };
  if (issue.code === 'invalid_type') {
    return { rule: 'type', problem: `must be ${article(issue.expected)}, but is ${article(typeName(value))}` };
  }
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map((one) => (typeof one === 'string' ? `'${one}'` : String(one))).join(' or ');
    if (isSecret) return { rule: 'enum', problem: `must be ${allowed}` };
    const found = typeof value === 'string' ? `'${excerpt(value)}'` : article(typeName(value));
    return { rule: 'enum', problem: `must be ${allowed}, but is ${found}` };
  }
  if (issue.code === 'too_big' && issue.origin === 'array') {
    return { rule: 'maxItems', problem: `must have at most ${issue.maximum} items` };
  }
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((name) => `'${excerpt(name)}'`).join(', ');
    return { rule: 'exclusive', problem: `must not have the member ${names}` };
  }
  return { rule: 'format', problem: `is not valid: ${issue.message}` };
}

function isFault(params: unknown): params is Fault {
  return typeof params === 'object' && params !== null && 'rule' in params && 'problem' in params;
}

function valueAt(input: unknown, path: readonly (string | number)[]): unknown {
  let value = input;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[segment];
  }
  return value;
}

/** For "must be a whole number, but is …": a number as it is, of anything else the type. */
export function describeNumber(value: unknown): string {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : article(typeName(value));
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Of what zod calls otherwise than JSON does. */
const plainNames: Readonly<Record<string, string>> = { int: 'integer', record: 'object' };

function article(type: string): string {
  if (type === 'null') return type;
  const name = plainNames[type] ?? type;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}
